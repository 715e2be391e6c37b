"""What others do, measured beside ours: fits by their packages, pairs by their formulas."""
