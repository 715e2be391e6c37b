"""The Study tab: items, design and texts, before anyone answers."""
