"""What a participant sees: trials and the pages around them, on a screen of their own."""
