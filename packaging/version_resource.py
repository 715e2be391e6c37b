"""Writes what Windows shows about programs: python packaging/version_resource.py VERSION FILE."""

import sys
from pathlib import Path

TEMPLATE = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, OS=0x40004, fileType=0x1),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("ProductName", "SortRank"),
      StringStruct("FileDescription", "SortRank: pairwise surveys that sort"),
      StringStruct("ProductVersion", "{version}"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("LegalCopyright", "MIT licence"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 1200])]),
  ],
)
"""

version = sys.argv[1]
numbers = (*map(int, version.split(".")), 0)
Path(sys.argv[2]).write_text(TEMPLATE.format(numbers=numbers, version=version), encoding="utf-8")
