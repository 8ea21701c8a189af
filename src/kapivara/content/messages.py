"""The texts of content checks: lengths, emptiness and regular expressions.

Upstream: apimachinery/pkg/util/validation/validation.go, apimachinery/pkg/api/validate/content/errors.go (1.37).
"""

EMPTY = "must be non-empty"

BYTES = "bytes"
CHARACTERS = "characters"
"""The server always counts bytes; its older checks call them characters, as messages show."""


def byte_length(text: str) -> int:
    """Returns the length of a string in bytes, as Go's len does."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def max_length_message(limit: int, unit: str = CHARACTERS) -> str:
    """Returns the error text about a string that is too long."""
    return f"must be no more than {limit} {unit}"


def regex_message(rule: str, pattern: str, *examples: str) -> str:
    """Returns the error text about a pattern that does not match, with examples."""
    # The comma before "or" is upstream's.
    shown = " or ".join(f"'{example}', " for example in examples)
    return f"{rule} ({'e.g. ' if shown else ''}{shown}regex used for validation is '{pattern}')"
