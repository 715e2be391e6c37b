"""What is ranked: items, their pictures, and where they come from."""
