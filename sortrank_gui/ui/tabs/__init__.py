"""What a tab is: its facts, its actions, and the page that it shows."""
