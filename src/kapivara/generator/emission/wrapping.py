"""Breaks long lines of generated code: at the commas of the outermost brackets, else at `and`, `or`, `if` and `else`.

Only whitespace inside of brackets is added, so that the meaning of the code cannot change.
"""

from __future__ import annotations

from itertools import pairwise

WIDTH = 120
_OPENING, _CLOSING = "([{", ")]}"
_WORDS = (" and ", " or ", " if ", " else ")


def wrapped(source: str) -> str:
    """Returns the code with long lines broken; a line that cannot be broken gets a `noqa` comment."""
    if max(map(len, source.split("\n"))) <= WIDTH:
        return source
    lines: list[str] = []
    for line in source.split("\n"):
        lines += _fitted(line) if len(line) > WIDTH else [line]
    return "\n".join(lines)


def _fitted(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    parts = _parts(line)
    if parts is None:
        return [line if line.endswith(('"""', "\\")) or "# noqa" in line else f"{line}  # noqa: E501"]
    indent = " " * (len(line) - len(line.lstrip()))
    head, inside, tail = parts
    made = _fitted(head)
    for each in inside:
        made += _fitted(f"{indent}    {each}")
    return [*made, *_fitted(indent + tail)]


def _parts(line: str) -> tuple[str, list[str], str] | None:
    """Splits a line at its last outermost brackets that can be broken: the text before, the parts, the text after."""
    best: tuple[str, list[str], str] | None = None
    for start, end, commas, words in _brackets(line):
        cuts = commas or words
        inside = line[start + 1 : end].strip()
        if not inside or (not cuts and len(inside) + 8 >= len(line)):
            continue
        best = (line[: start + 1], _split(line, start, end, commas or words, by_comma=bool(commas)), line[end:])
    return best


def _split(line: str, start: int, end: int, cuts: list[int], *, by_comma: bool) -> list[str]:
    edges = [start + 1, *(cut + 1 for cut in cuts), end]
    pieces = [line[left:right].strip() for left, right in pairwise(edges)]
    pieces = [each for each in pieces if each]
    if by_comma and not pieces[-1].endswith(",") and not pieces[-1].startswith("*"):
        pieces[-1] += ","
    return pieces


def _brackets(line: str) -> list[tuple[int, int, list[int], list[int]]]:
    """Returns the outermost brackets: their start and end, their commas, and the words before which they may break."""
    found: list[tuple[int, int, list[int], list[int]]] = []
    depth, start, place = 0, 0, 0
    commas: list[int] = []
    words: list[int] = []
    in_lambda = False
    while place < len(line):
        char = line[place]
        if char in "\"'":
            place = _string_end(line, place)
            continue
        if char in _OPENING:
            depth += 1
            if depth == 1:
                start, commas, words, in_lambda = place, [], [], False
        elif char in _CLOSING:
            depth -= 1
            if depth == 0:
                found.append((start, place, commas, words))
        elif depth == 1:
            in_lambda = (in_lambda or line.startswith("lambda ", place)) and char != ":"
            if char == "," and not in_lambda:
                commas.append(place)
            elif char == " " and line.startswith(_WORDS, place):
                words.append(place)
        place += 1
    return found


def _string_end(line: str, place: int) -> int:
    """Returns the offset after a string literal."""
    quote = line[place]
    place += 1
    while place < len(line) and line[place] != quote:
        place += 2 if line[place] == "\\" else 1
    return place + 1
