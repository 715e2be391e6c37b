"""What a researcher prepares and participants fill: items, sessions, and their files."""
