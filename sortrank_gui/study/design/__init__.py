"""What a researcher decides before the first answer, and what is wrong with it."""
