"""Strategies that race side by side, for teaching."""
