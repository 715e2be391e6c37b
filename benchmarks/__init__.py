"""Speed and accuracy of SortRank beside its peers: `python -m benchmarks --help`."""
