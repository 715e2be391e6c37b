"""How much processor time and memory a process takes, as each system tells it."""

import sys
from contextlib import suppress

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _MAY_ASK = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
    _TICKS = 1e7

    class _Counters(ctypes.Structure):
        _fields_ = (
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            *((name, ctypes.c_size_t) for name in ("Peak", "WorkingSetSize", "a", "b", "c", "d")),
            ("PagefileUsage", ctypes.c_size_t),
            ("PeakPagefileUsage", ctypes.c_size_t),
        )

    def read_usage(process: int) -> tuple[float, int]:
        """Return a process's seconds of processor time and bytes of memory; 0 if unknown."""
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = wintypes.HANDLE
        handle = wintypes.HANDLE(kernel.OpenProcess(_MAY_ASK, False, process))
        if not handle:
            return 0.0, 0
        try:
            times = [wintypes.FILETIME() for _ in range(4)]
            kernel.GetProcessTimes(handle, *map(ctypes.byref, times))
            ticks = sum((t.dwHighDateTime << 32) + t.dwLowDateTime for t in times[2:])
            counters = _Counters(cb=ctypes.sizeof(_Counters))
            kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
            return ticks / _TICKS, int(counters.PagefileUsage)
        finally:
            kernel.CloseHandle(handle)

    def limit_memory(_most: int) -> None:
        """Do nothing: whoever waits for the process looks at its memory."""

else:
    import os
    import resource
    import subprocess

    def read_usage(process: int) -> tuple[float, int]:
        """Return a process's seconds of processor time and bytes of memory; 0 if unknown."""
        with suppress(OSError, ValueError, IndexError, subprocess.SubprocessError):
            if sys.platform == "linux":
                return _read_proc(process)
            return _ask_ps(process)
        return 0.0, 0

    def _read_proc(process: int) -> tuple[float, int]:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE")

    def _ask_ps(process: int) -> tuple[float, int]:
        command = ["ps", "-o", "rss=,time=", "-p", str(process)]
        found = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
        memory, time = found.stdout.split()
        seconds = 0.0
        for part in time.replace("-", ":").split(":"):
            seconds = 60 * seconds + float(part)
        return seconds, 1024 * int(memory)

    def limit_memory(most: int) -> None:
        """Let this process have so many bytes more than now, and write no core where it crashes."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if sys.platform == "linux":
            with open("/proc/self/statm", encoding="ascii") as file:
                size = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
            limit = size + most + _ROOM_FOR_CODE
            with suppress(OSError, ValueError):  # a lower limit is there already
                resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    _ROOM_FOR_CODE = 1_500_000_000
    """Addresses that libraries and threads reserve and never use."""
