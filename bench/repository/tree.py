"""The files of a repository, and the errors expected in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.repository.mistakes import Mistake
from bench.repository.templates import count_documents, make_values, read_template, render

_SEED = 17


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected error: file, line and a part of the message; `unreadable` if a document cannot be read."""

    source: str
    line: int
    says: str
    unreadable: bool = False


class Tree:
    """Files by path; mistakes are spread evenly over the uses of their template."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.files: dict[str, str] = {}
        self.expected: list[Expected] = []
        self.documents = 0
        self._mistakes = list(mistakes)
        self._random = Random(_SEED)

    def values(self, **given: object) -> dict[str, object]:
        """Returns random values for templates."""
        return make_values(self._random, **given)

    def add(self, path: str, template: str, values: dict[str, object], turn: tuple[int, int]) -> None:
        """Appends a template's documents to a file.

        `turn` is the index of this use of the template, and the number of all uses; it decides which mistake is made.
        """
        text = read_template(template)
        before = self.files.get(path, "")
        self.documents += count_documents(text)
        mistake = self._mistake_for(template, *turn)
        if mistake is not None:
            text, line = mistake.make_in(text)
            line += before.count("\n")
            self.expected.append(Expected(path, line, render(mistake.says, values), mistake.unreadable))
        self.files[path] = before + render(text, values)

    def add_other(self, path: str, template: str, values: dict[str, object]) -> None:
        """Adds a file without objects."""
        self.files[path] = render(read_template(template), values)

    def _mistake_for(self, template: str, number: int, times: int) -> Mistake | None:
        made = [each for each in self._mistakes if each.template == template]
        turns = {(2 * index + 1) * times // (2 * len(made)): each for index, each in enumerate(made)}
        if len(turns) != len(made):
            raise ValueError(f"{template} is used {times} times, too few for {len(made)} mistakes")
        return turns.get(number)

    def write(self, folder: Path) -> None:
        """Writes all files."""
        for path, text in self.files.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
