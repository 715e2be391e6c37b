"""The open study as the window sees it, and the workers behind it."""
