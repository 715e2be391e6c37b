"""Start SortRank with `python -m sortrank_gui`."""

from sortrank_gui.cli import main

if __name__ == "__main__":
    main()
