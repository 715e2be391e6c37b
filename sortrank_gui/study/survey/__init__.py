"""Sessions of participants: which trial comes when, what an answer does, and the engine."""
