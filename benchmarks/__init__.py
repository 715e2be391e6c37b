"""Speed and accuracy of SortRank beside its peers: `python -m benchmarks --help`."""

import sortrank_gui  # noqa: F401  before NumPy: it asks for one BLAS thread
