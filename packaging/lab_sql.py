"""Print what prepares a database for a lab: python lab_sql.py DATABASE [--tables].

It needs Python's own library only, so that a server does without SortRank's. With --tables the
tables are made, too; without, rights are given anew.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sortrank_gui.study.lab.setting_up import list_setup

print("SET client_min_messages = warning;")
for statement in list_setup(f'"{sys.argv[1]}"', tables="--tables" in sys.argv[2:]):
    print(f"{statement};")
