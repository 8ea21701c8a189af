"""Mistakes with versions: calls of functions that only newer servers have, or none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kapivara.cel.functions import FUTURE, Version
from kapivara.cel.hints.mistake import Complaint, Mistake

GATE: Final = "--feature-gates DeclarativeValidationCELLibraries"
"""The option that enables functions that no server has."""
_NEWEST_MINOR: Final = 36
"""The newest version whose functions new rules may use: that of the server before the newest."""
_NAMESPACES: Final = ("math", "cel")
"""Namespaces in front of macros, which are not values."""


def _version(complaint: Complaint) -> str:
    name = complaint.undeclared
    if not name or not complaint.is_call:
        return ""
    found = list(_called(name, complaint))
    since = [(version, called) for called, version in found if version is not None]
    if since:
        (_, minor), called = min(since)
        if (1, minor) == FUTURE:
            return f"{called} is not in v1.37, and in no other server: {GATE}=true has it here (KEP-4153)"
        return f"{called} is there for rules from Kubernetes 1.{minor + 1} on" if minor <= _NEWEST_MINOR else ""
    return f"{found[0][0]} is part of the language, and no server has it for rules" if found else ""


def _called(name: str, complaint: Complaint) -> Iterator[tuple[str, Version | None]]:
    """Yields the functions and macros that a name may mean, each with its version."""
    from kapivara.cel.library.all_libraries import LIBRARIES
    from kapivara.cel.macros import ALL_MACROS

    before = complaint.text[: complaint.offset]
    for library in LIBRARIES:
        for full, function in library.load().items():
            if full == name or (full.endswith(f".{name}") and before.endswith(full)):
                yield from ((f"{full}()", overload.since) for overload in function.overloads)
    known = complaint.env.macros.values()
    for macro in ALL_MACROS:
        if macro.name == name and macro not in known:
            spelled = next((each for each in _NAMESPACES if before.endswith(f"{each}.{name}")), "")
            called = f"{spelled}.{name}()" if spelled else f"{name}()"
            is_one_of_several = any(each.name == name for each in known)
            yield f"{called} with {macro.arg_count} arguments" if is_one_of_several else called, macro.since


MISTAKES = (
    Mistake(
        "function-of-another-version",
        "A function is called that the server of this version does not have, or none.",
        "math.ceil(1.5) == 2.0",
        "int(1.5) + 1 == 2",
        _version,
    ),
)
