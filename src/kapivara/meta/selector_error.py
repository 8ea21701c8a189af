"""What is raised where a selector cannot be read."""


class SelectorError(ValueError):
    """A selector that the server refuses; its text is the server's."""
