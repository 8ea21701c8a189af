"""What is wrong with the sources that an author gave: told with place, type, field, tag and cure."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model import Position


class TagError(Exception):
    """A tag that cannot be used as it is; each enclosing tag puts its name in front."""

    def __init__(self, message: str, *, hint: str = "", place: Position | None = None):
        super().__init__(message)
        self.message = message
        self.hint = hint
        """What would be right; empty where the message says it."""
        self.place = place
        self.others: tuple[TagError, ...] = ()
        """What else is wrong with tags of the same comment."""

    def inside(self, tag: str) -> TagError:
        """Returns the same error, told from an enclosing tag."""
        return TagError(f'tag "{tag}": {self.message}', hint=self.hint, place=self.place)


def together(errors: list[TagError]) -> TagError:
    """Makes one error of several: the first, with the others beside it."""
    first, *more = [each for error in errors for each in (error, *error.others)]
    first.others = tuple(more)
    return first


class AuthorError(Exception):
    """One finding that stops generation. The text holds what the reference's generator says."""

    def __init__(
        self,
        message: str,
        place: Position | None,
        *,
        type_name: str = "",
        field: str = "",
        tag: str = "",
        hint: str = "",
    ):
        super().__init__(message)
        self.message = message
        self.place = place
        self.type_name = type_name
        self.field = field
        self.tag = tag
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class AuthorErrors(Exception):  # noqa: N818  several errors in one
    """All that stopped a generation, in the order of the sources."""

    def __init__(self, errors: list[AuthorError]):
        super().__init__("\n".join(map(str, errors)))
        self.errors = errors


def told_once(errors: Iterable[AuthorError]) -> list[AuthorError]:
    """Leaves out what is told again of one place."""
    return list({(each.message, each.place): each for each in errors}.values())
