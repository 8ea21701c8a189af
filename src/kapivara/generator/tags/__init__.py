"""The tags: their grammar, and one object for each with all its answers: scopes, arguments, plan, documentation."""
