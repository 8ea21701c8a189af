"""Reads complete comments of declarations: the model keeps only lines with tags."""

from __future__ import annotations

from kapivara.files.reading import read_beside
from kapivara.generator.model.types import Comments, Member, Type
from kapivara.generator.sources.go.comments import FileComments

_MOST_BYTES = 16 << 20


class WholeComments:
    """Reads the comments of Go files, each file once."""

    def __init__(self) -> None:
        self._files: dict[str, FileComments] = {}

    def of(self, declared: Type | Member) -> Comments:
        """Returns the comment of a type or field; empty for one that is not in a Go file."""
        place = declared.place
        if place is None or not place.file.endswith(".go"):
            return ()
        comments = self._files.get(place.file)
        if comments is None:
            text = read_beside(place.file, _MOST_BYTES).decode("utf-8", "replace")
            comments = self._files[place.file] = FileComments(place.file, text)
        return comments.above(place.line, whole=True)


def text_of(said: Comments) -> str:
    """Returns the description in a comment: its lines joined into paragraphs, without tags."""
    paragraphs: list[list[str]] = [[]]
    for line in said:
        if line.text.startswith("+"):
            continue
        if line.text:
            paragraphs[-1].append(line.text.strip())
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n\n".join(" ".join(lines) for lines in paragraphs if lines)
