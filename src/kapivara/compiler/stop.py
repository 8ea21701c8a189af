"""The place where a quick check failed: `ok` returns it instead of True, so that `explain` need not search again.

Each level wraps the failure of a field or item in a `Stop`. `explain` unwraps it level by level: the fields or items
before the failing one are valid, the ones after it are not yet checked.
"""

from __future__ import annotations

from typing import Any


class Stop(tuple[Any, Any]):
    """The name of the field, or the item itself, that failed; and the result of its own check. Counts as false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    @property
    def child(self) -> Any:
        """The name of the field, or the item itself."""
        return self[0]

    @property
    def below(self) -> Any:
        """The result of the child's own check: a Stop, or False where the child itself is invalid."""
        return self[1]


def stop_at_value(mapping: dict[str, Any], value: Any, below: Any) -> Stop:
    """Returns the Stop for an invalid value of a map, whose quick check iterates over values without keys."""
    return Stop((next(name for name, item in mapping.items() if item is value), below))
