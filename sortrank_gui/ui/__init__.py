"""Windows and widgets: what people see; no statistics, no SQL and no parsing in here."""
