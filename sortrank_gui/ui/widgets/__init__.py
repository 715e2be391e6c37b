"""Small widgets that any page may use."""
