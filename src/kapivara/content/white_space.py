"""White space as Go knows it. Upstream: unicode.IsSpace, strings.TrimSpace (Go 1.26)."""

from typing import Final

_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def trim_space(text: str) -> str:
    """Returns a text without white space at its ends."""
    return text.strip(_SPACE)
