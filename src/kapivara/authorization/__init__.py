"""Who asks, and whether they may: users, and what roles and bindings allow them."""
