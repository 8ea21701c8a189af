"""Decodes texts of plain YAML with several lines: after `|` or `>`, in quotes, or unquoted."""

from __future__ import annotations

from kapivara.codec.yaml.plain.lines import UnsureError, unquote
from kapivara.values.lazy_pattern import lazy_pattern

_GOES_ON = {'"': lazy_pattern(r'(?:[^"\\]|\\["\\nt])*\Z'), "'": lazy_pattern(r"(?:[^']|'')*\Z")}
_ENDS = {
    '"': lazy_pattern(r'((?:[^"\\]|\\["\\nt])*") *(?: #.*)?\Z'),
    "'": lazy_pattern(r"((?:[^']|'')*') *(?: #.*)?\Z"),
}
_LONGEST_LINE = 2_000  # characters: Python needs many bytes per repetition of a group


def continued_text(lines: list[str], start: int, indent: int) -> tuple[str, int]:
    """Joins the lines that continue a plain scalar: those from `start` on indented by more than `indent`.

    Returns the text and the line after it; raises UnsureError.
    """
    found = []
    margin = " " * (indent + 1)
    at = start
    while at < len(lines) and lines[at].startswith(margin) and (text := lines[at].strip(" ")):
        if text[0] == "#" or " #" in text or ": " in text or text[-1] == ":":
            raise UnsureError
        found.append(text)
        at += 1
    return " ".join(found), at


def begun_text(lines: list[str], start: int, indent: int, begun: str) -> tuple[str, int]:
    """Decodes a text that starts with a quote, or follows `|`, `|-`, `>` or `>-`.

    It continues in the lines from `start` on indented by more than `indent`. Returns the text and the line after it;
    raises UnsureError. The last of `lines` is the text after the last line break.
    """
    if begun in ("|", "|-", ">", ">-"):
        return _block_text(lines, start, indent, begun)
    if begun[0] in _ENDS:
        return _quoted_text(lines, start, indent, begun)
    raise UnsureError


def _quoted_text(lines: list[str], start: int, indent: int, begun: str) -> tuple[str, int]:
    """Joins lines with a space, or with the line breaks of the empty lines between them."""
    goes_on, ends = _GOES_ON[begun[0]].match, _ENDS[begun[0]].match
    margin = " " * (indent + 1)
    if len(begun) > _LONGEST_LINE or not goes_on(begun, 1):
        raise UnsureError
    found = [begun]
    breaks = 0
    for at in range(start, len(lines)):
        text = lines[at].strip(" ")
        if not text:
            breaks += 1
            continue
        if len(text) > _LONGEST_LINE or not lines[at].startswith(margin):
            break
        found.append("\n" * breaks or " ")
        breaks = 0
        if end := ends(text):
            found.append(end[1])
            return unquote("".join(found)), at + 1
        if not goes_on(text):
            break
        found.append(text)
    raise UnsureError


def _block_text(lines: list[str], start: int, indent: int, header: str) -> tuple[str, int]:
    first = lines[start] if start < len(lines) else ""
    depth = len(first) - len(first.lstrip(" "))
    if depth <= indent or depth == len(first):
        raise UnsureError
    margin = " " * depth
    at = start
    while at < len(lines) and (lines[at].startswith(margin) or not lines[at].strip(" ")):
        at += 1
    if at == len(lines) and lines[-1]:  # without a final line break the text has none either
        raise UnsureError
    found = [line[depth:] for line in lines[start:at]]
    while not found[-1]:
        found.pop()
    if header[0] == "|":
        text = "\n".join(found)
    elif all(line and line[0] != " " for line in found):
        text = " ".join(found)
    else:
        raise UnsureError
    return text if header[-1] == "-" else f"{text}\n", at
