"""The error of malformed selectors."""


class SelectorError(ValueError):
    """Raised for a selector that the server rejects; the text is the server's."""
