"""SortRank: pairwise surveys that sort, with Bradley-Terry rankings."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("sortrank-gui")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0+unknown"
