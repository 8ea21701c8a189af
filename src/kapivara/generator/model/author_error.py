"""Errors in the sources of an author: each has a place, type, field, tag and hint."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.model.types import Position


class TagError(Exception):
    """A tag that cannot be used; each enclosing tag adds its name in front of the message."""

    def __init__(self, message: str, *, hint: str = "", place: Position | None = None):
        super().__init__(message)
        self.message = message
        self.hint = hint
        """The proposed correction; empty where the message contains it."""
        self.place = place
        self.others: tuple[TagError, ...] = ()
        """The other errors of tags in the same comment."""

    def inside(self, tag: str) -> TagError:
        """Returns the same error with the name of an enclosing tag."""
        return TagError(f'tag "{tag}": {self.message}', hint=self.hint, place=self.place)


def together(errors: list[TagError]) -> TagError:
    """Joins several errors: returns the first, with the others in `others`."""
    first, *more = [each for error in errors for each in (error, *error.others)]
    first.others = tuple(more)
    return first


class AuthorError(Exception):
    """One error that stops generation. The text contains the message of the reference's generator."""

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


class AuthorErrors(Exception):  # noqa: N818  holds several errors
    """All errors that stopped a generation, in the order of the sources."""

    def __init__(self, errors: list[AuthorError]):
        super().__init__("\n".join(map(str, errors)))
        self.errors = errors


def without_repeats(errors: Iterable[AuthorError]) -> list[AuthorError]:
    """Removes errors with the message and place of an earlier one."""
    return list({(each.message, each.place): each for each in errors}.values())
