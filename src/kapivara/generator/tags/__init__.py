"""The tags: their grammar, and one object per tag with its scopes, arguments, plan and documentation."""
