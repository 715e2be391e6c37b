"""Pictures for the screen: decoded on threads of their own, cached, played."""
