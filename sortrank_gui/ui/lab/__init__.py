"""The lab's server in windows: sharing, opening, stations."""
