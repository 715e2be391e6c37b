/* A disk that fails: loaded before the C library, it lets calls on files of one folder end with an
   error now and then, some of them after half of the bytes were written. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int per_mille = 0;
static unsigned int chance = 1;
static long failed = 0;
static char folder[PATH_MAX] = "";
static const int errors[] = {EIO, ENOSPC, EROFS};

void failing_disk_begin(const char *where, int share, unsigned int seed) {
    snprintf(folder, sizeof folder, "%s", where);
    chance = seed;
    per_mille = share;
}

long failing_disk_end(void) {
    long counted = failed;
    per_mille = 0;
    failed = 0;
    return counted;
}

static int fails(int file) {
    char link[64], path[PATH_MAX];
    if (per_mille == 0 || (int)(rand_r(&chance) % 1000) >= per_mille) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return 0;
    failed++;
    errno = errors[rand_r(&chance) % 3];
    return 1;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t pwrite64(int file, const void *data, size_t size, off64_t place) {
    REAL(pwrite64);
    if (!fails(file)) return real(file, data, size, place);
    int error = errno;
    if (rand_r(&chance) % 2 && size > 1) real(file, data, size / 2, place);
    errno = error;
    return -1;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t place) {
    return pwrite64(file, data, size, place);
}

ssize_t write(int file, const void *data, size_t size) {
    REAL(write);
    return fails(file) ? -1 : real(file, data, size);
}

int fsync(int file) {
    REAL(fsync);
    return fails(file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    return fails(file) ? -1 : real(file);
}

int ftruncate64(int file, off64_t size) {
    REAL(ftruncate64);
    return fails(file) ? -1 : real(file, size);
}

int ftruncate(int file, off_t size) {
    return ftruncate64(file, size);
}
