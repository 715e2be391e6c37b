"""The window: pages, menus, settings, and how the program starts and ends."""
