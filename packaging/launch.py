"""Where the bundled program starts: a double click on a study comes in as its path alone."""

import sys
from pathlib import Path

from sortrank_gui.cli import main

if len(sys.argv) == 2 and Path(sys.argv[1]).suffix == ".sortrank":
    sys.argv.insert(1, "open")
main()
