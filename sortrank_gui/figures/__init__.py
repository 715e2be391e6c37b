"""Figures without a screen: what they show, their axes and looks, and how they become SVG."""
