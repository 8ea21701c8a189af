"""Parses the notation of the rules in `grammar`."""

from __future__ import annotations

from kapivara.cel.parsing.lexer import EOF
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_PIECE = lazy_pattern(r"\s*(?:'([^']+)'|([A-Za-z_][A-Za-z_0-9]*)(?:\[(\d)\])?(\+?=)?|(#\w+)|([()|?*+]))")


@record
class Word:
    """A token, one of some tokens, or another rule with its initial precedence."""

    tokens: frozenset[str]
    rule: str
    precedence: int
    label: str
    many: bool


@record
class Group:
    """Alternatives, each with the kind of its phrase, and the repetition: `` (once), `?`, `*`, `+`."""

    alternatives: tuple[tuple[str, tuple[Word | Group, ...]], ...]
    suffix: str = ""
    precedences: tuple[int, ...] = ()


def read_rule(text: str) -> Group:
    """Parses the text of a rule."""
    return _Reading(text).group("")


class _Reading:
    def __init__(self, text: str):
        self._pieces = list(_PIECE.finditer(text.strip()))
        self._at = 0

    def group(self, closing: str) -> Group:
        alternatives = [self._alternative()]
        while self._take("|"):
            alternatives.append(self._alternative())
        if closing:
            self._take(closing)
        suffix = next((sign for sign in "?*+" if closing and self._take(sign)), "")
        return Group(tuple(alternatives), suffix)

    def _alternative(self) -> tuple[str, tuple[Word | Group, ...]]:
        kind = ""
        if self._at < len(self._pieces) and (name := self._pieces[self._at].group(5)):
            kind = name[1:]
            self._at += 1
        items: list[Word | Group] = []
        while self._at < len(self._pieces) and self._pieces[self._at].group(6) not in ("|", ")"):
            items.append(self._item())
        return kind, tuple(items)

    def _item(self) -> Word | Group:
        label, many = "", False
        if assign := self._pieces[self._at].group(4):
            label, many = self._pieces[self._at].group(2), assign == "+="
            self._at += 1
        if self._take("("):
            group = self.group(")")
            return _one_of(group, label) if label else group
        token, name, precedence = self._pieces[self._at].group(1, 2, 3)
        self._at += 1
        if token is not None or name.isupper():
            return Word(frozenset({token or (EOF if name == "EOF" else name)}), "", 0, label, many)
        return Word(frozenset(), name, int(precedence or 0), label, many)

    def _take(self, sign: str) -> bool:
        if self._at >= len(self._pieces) or self._pieces[self._at].group(6) != sign:
            return False
        self._at += 1
        return True


def _one_of(group: Group, label: str) -> Word:
    """Returns alternatives of single tokens as one word with these tokens."""
    tokens = [word.tokens for _, (word,) in group.alternatives if isinstance(word, Word)]
    return Word(frozenset().union(*tokens), "", 0, label, False)
