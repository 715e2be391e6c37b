"""The dialog in which a table of answers is understood before it becomes a study."""
