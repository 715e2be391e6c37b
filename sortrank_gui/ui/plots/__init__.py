"""Plots on the screen, and figures as files."""
