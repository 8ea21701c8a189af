"""Named Unicode classes such as `\\p{Letter}`: the server's names, and RE2's equivalents.

Lookup ignores case, spaces, underscores and hyphens. Kept: scripts with names of several words are not found that way,
so the server rejects them all.
Upstream: Go's regexp/syntax/parse.go unicodeTable, unicode/tables.go (1.26, with the tables of Unicode 15.0).
"""

from __future__ import annotations

from typing import Final

from kapivara.values.caches import cache_short_texts

_ASSIGNED: Final = r"\pL\pM\pN\pP\pS\pZ\p{Cc}\p{Cf}\p{Co}\p{Cs}"
_ALIASES: Final = {
    "Casedletter": "LC",
    "Closepunctuation": "Pe",
    "Cntrl": "Cc",
    "Combiningmark": "M",
    "Connectorpunctuation": "Pc",
    "Control": "Cc",
    "Currencysymbol": "Sc",
    "Dashpunctuation": "Pd",
    "Decimalnumber": "Nd",
    "Digit": "Nd",
    "Enclosingmark": "Me",
    "Finalpunctuation": "Pf",
    "Format": "Cf",
    "Initialpunctuation": "Pi",
    "Letter": "L",
    "Letternumber": "Nl",
    "Lineseparator": "Zl",
    "Lowercaseletter": "Ll",
    "Mark": "M",
    "Mathsymbol": "Sm",
    "Modifierletter": "Lm",
    "Modifiersymbol": "Sk",
    "Nonspacingmark": "Mn",
    "Number": "N",
    "Openpunctuation": "Ps",
    "Other": "C",
    "Otherletter": "Lo",
    "Othernumber": "No",
    "Otherpunctuation": "Po",
    "Othersymbol": "So",
    "Paragraphseparator": "Zp",
    "Privateuse": "Co",
    "Punct": "P",
    "Punctuation": "P",
    "Separator": "Z",
    "Spaceseparator": "Zs",
    "Spacingmark": "Mc",
    "Surrogate": "Cs",
    "Symbol": "S",
    "Titlecaseletter": "Lt",
    "Unassigned": "Cn",
    "Uppercaseletter": "Lu",
}
_OWN: Final = {
    "Any": (r"\x{0}-\x{10FFFF}", False),
    "Ascii": (r"\x{0}-\x{7F}", False),
    "Assigned": (_ASSIGNED, False),
    "C": (r"\pL\pM\pN\pP\pS\pZ", True),
    "Cn": (_ASSIGNED, True),
    "Lc": (r"\p{Ll}\p{Lt}\p{Lu}", False),
}
"""Classes that RE2 lacks or reads differently: their members, or with True the members of the complement."""


def canonical_name(name: str) -> str:
    """Returns a name in its lookup form."""
    name = name.replace("_", "").replace("-", "").replace(" ", "")
    return name[:1].upper() + name[1:].lower() if name.isascii() else name


def class_name(sequence: str) -> str:
    """Returns the name in `\\pL`, `\\p{Letter}` or `\\p{^Letter}`."""
    return sequence[3:-1].removeprefix("^") if sequence[2:3] == "{" else sequence[2:]


def is_negative(sequence: str) -> bool:
    """Returns True if such a sequence is negated."""
    return (sequence[1] == "P") != sequence.startswith("{^", 2)


def members_of(name: str) -> tuple[str, bool] | None:
    """Returns the class between brackets, and True if it is the complement; None for an unknown class."""
    name = canonical_name(name)
    name = canonical_name(_ALIASES.get(name, name))
    return _OWN.get(name) or ((f"\\p{{{name}}}", False) if known_to_re2(name) else None)


@cache_short_texts(256)
def known_to_re2(name: str) -> bool:
    """Returns True if RE2 knows a class by this name, with the server's meaning."""
    if not name.isascii() or not name.isalpha() or name in _OWN:
        return False
    import re2  # few patterns have named classes

    options = re2.Options()
    options.log_errors = False
    ok: bool = re2._re2.RE2(f"\\p{{{name}}}".encode(), options).ok()
    return ok
