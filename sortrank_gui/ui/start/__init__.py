"""What the window shows while no study is open."""
