"""Work on whole study files: checking them from top to bottom, and merging copies."""
