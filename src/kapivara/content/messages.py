"""The sentences that content checks speak: lengths, emptiness, regular expressions.

Upstream: apimachinery/pkg/util/validation/validation.go, apimachinery/pkg/api/validate/content/errors.go (1.37).
"""

EMPTY = "must be non-empty"

BYTES = "bytes"
CHARACTERS = "characters"
"""The server always counts bytes; its older checks call them characters, and the difference shows in messages."""


def byte_length(text: str) -> int:
    """Counts the bytes of a string, as Go's len does."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def max_length_message(limit: int, unit: str = CHARACTERS) -> str:
    """Says that a string is too long."""
    return f"must be no more than {limit} {unit}"


def regex_message(rule: str, pattern: str, *examples: str) -> str:
    """Says which rule a string broke, with examples and the pattern."""
    # The comma before "or" is upstream's.
    shown = " or ".join(f"'{example}', " for example in examples)
    return f"{rule} ({'e.g. ' if shown else ''}{shown}regex used for validation is '{pattern}')"
