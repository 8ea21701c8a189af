"""White space as Go defines it. Upstream: unicode.IsSpace, strings.TrimSpace, strings.Fields (Go 1.26)."""

from typing import Final

_SPACE: Final = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))

_AS_BLANKS: Final = dict.fromkeys(map(ord, _SPACE), " ")


def trim_space(text: str) -> str:
    """Returns a text without white space at its ends."""
    return text.strip(_SPACE)


def split_fields(text: str) -> list[str]:
    """Returns the parts of a text that white space separates."""
    return list(filter(None, text.translate(_AS_BLANKS).split(" ")))
