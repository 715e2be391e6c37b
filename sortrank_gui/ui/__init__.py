"""Windows and widgets: what people see; no statistics and no files in here."""
