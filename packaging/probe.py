"""Print which of the needs given as NAME=PACKAGE this system does not meet.

A name is a shared library, a program, or `fonts` for any font at all. Loading the libraries is
the only sure test: Qt names xcb-cursor0 whichever one is missing. Debian keeps the programs of
PostgreSQL's server off the path, in a folder for each version: they count too.
"""

import ctypes
import glob
import shutil
import sys


def is_met(name: str) -> bool:
    """Tell whether the library, the program or the fonts are there."""
    if name == "fonts":
        return is_met("libfontconfig.so.1") and count_fonts() > 0
    if ".so" not in name:
        return shutil.which(name) is not None or any(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def count_fonts() -> int:
    """Count the fonts that fontconfig, and so Qt, knows."""
    fontconfig = ctypes.CDLL("libfontconfig.so.1")
    get_fonts = fontconfig.FcConfigGetFonts
    get_fonts.argtypes = [ctypes.c_void_p, ctypes.c_int]
    get_fonts.restype = ctypes.POINTER(ctypes.c_int)  # the set's first field is its size
    system_fonts = get_fonts(None, 0)
    return system_fonts.contents.value if system_fonts else 0


for need in sys.argv[1:]:
    if not is_met(need.split("=")[0]):
        print(need)
