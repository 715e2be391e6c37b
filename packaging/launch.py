"""Where the bundled program starts."""

from sortrank_gui.cli import main

main()
