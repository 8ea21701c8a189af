"""Detects privilege escalation: permissions that a user grants without having them.

Upstream: component-helpers/auth/rbac/validation/policy_comparator.go Covers; pkg/registry/rbac/validation/rule.go
ConfirmNoEscalation, policy_compact.go CompactRules; pkg/apis/rbac/v1/evaluation_helpers.go CompactString (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kapivara.authorization.policy_tables import PolicyRule
from kapivara.authorization.user_info import UserInfo
from kapivara.meta.status import aggregate_text
from kapivara.values.record import record
from kapivara.values.rendering import quote

_ALL: Final = "*"
_MOST_PIECES: Final = 200_000
FULL_AUTHORITY: Final[Sequence[PolicyRule]] = (
    {"verbs": [_ALL], "apiGroups": [_ALL], "resources": [_ALL]},
    {"verbs": [_ALL], "nonResourceURLs": [_ALL]},
)
"""The permissions of an administrator."""


class TooManyPiecesError(Exception):
    """The rules contain too many single permissions to compare."""

    def __init__(self) -> None:
        super().__init__(f"kapivara cannot compare rules of more than {_MOST_PIECES:,} permissions")


@record
class _Piece:
    """A single permission: a verb on a resource, perhaps of one name, or on a URL."""

    verb: str
    group: str = ""
    resource: str = ""
    name: str | None = None
    url: str | None = None


def escalation(
    user: UserInfo, held: Sequence[PolicyRule], granted: Sequence[PolicyRule], problems: Sequence[str] = ()
) -> str:
    """Returns the error for a user that grants permissions it does not have; empty if it has all of them.

    `problems` are the errors of looking up the user's rules. Raises TooManyPiecesError.
    """
    missing = [each for each in _pieces(granted, held) if not any(_covers(rule, each) for rule in held)]
    if not missing:
        return ""
    groups = f"groups={_listed(user.groups)}"
    told = "\n".join(sorted(set(_described(missing))))
    text = f"user {quote(user.name)} ({groups}) is attempting to grant RBAC permissions not currently held:\n{told}"
    return f"{text}; resolution errors: [{aggregate_text(problems)}]" if problems else text


def _pieces(rules: Iterable[PolicyRule], held: Sequence[PolicyRule]) -> Iterator[_Piece]:
    """Yields the single permissions of rules, except rules that the user has as a whole."""
    pieces = (piece for rule in rules if rule not in held for piece in _taken_apart(rule))
    for count, piece in enumerate(pieces):
        if count >= _MOST_PIECES:
            raise TooManyPiecesError
        yield piece


def _taken_apart(rule: PolicyRule) -> Iterator[_Piece]:
    names: Sequence[str | None] = rule.get("resourceNames") or (None,)
    for group in rule.get("apiGroups") or ():
        for resource in rule.get("resources") or ():
            for verb in rule["verbs"]:
                for name in names:
                    yield _Piece(verb, group, resource, name)
    for url in rule.get("nonResourceURLs") or ():
        for verb in rule["verbs"]:
            yield _Piece(verb, url=url)


def _covers(rule: PolicyRule, piece: _Piece) -> bool:
    if not _has(rule["verbs"], piece.verb):
        return False
    names = rule.get("resourceNames") or ()
    if piece.url is not None:
        return not names and any(_url_covers(each, piece.url) for each in rule.get("nonResourceURLs") or ())
    return (
        _has(rule.get("apiGroups") or (), piece.group)
        and _has_resource(rule.get("resources") or (), piece.resource)
        and (not names or piece.name in names)
    )


def _has(values: Sequence[str], wanted: str) -> bool:
    return _ALL in values or wanted in values


def _has_resource(resources: Sequence[str], wanted: str) -> bool:
    _, slash, subresource = wanted.partition("/")
    return _has(resources, wanted) or bool(slash and f"*/{subresource}" in resources)


def _url_covers(own: str, wanted: str) -> bool:
    return own == wanted or (own.endswith(_ALL) and wanted.startswith(own.rstrip(_ALL)))


def _described(missing: Iterable[_Piece]) -> Iterator[str]:
    """Yields the texts of permissions as rules; combines those that differ only in their verb."""
    verbs: dict[tuple[str, str, str | None], list[str]] = {}
    for piece in missing:
        if piece.url is None:
            verbs.setdefault((piece.group, piece.resource, piece.name), []).append(piece.verb)
        else:
            yield f"{{NonResourceURLs:{_listed([piece.url])}, Verbs:{_listed([piece.verb])}}}"
    for (group, resource, name), found in verbs.items():
        named = "" if name is None else f", ResourceNames:{_listed([name])}"
        yield f"{{APIGroups:{_listed([group])}, Resources:{_listed([resource])}{named}, Verbs:{_listed(found)}}}"


def _listed(texts: Iterable[str]) -> str:
    """Prints strings like Go's %q prints a slice of strings."""
    return f"[{' '.join(map(quote, texts))}]"
