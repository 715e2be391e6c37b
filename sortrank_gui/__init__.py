"""SortRank: pairwise surveys that sort, with Bradley-Terry rankings."""

import os

__version__ = "0.2.0"

# Our matrices are small: a second BLAS thread gains nothing, and on a busy machine the threads wait
# for one another, ten times longer than the work takes. Simulations use processes instead.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
