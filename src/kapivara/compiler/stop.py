"""Where a quick check stopped: what `ok` returns instead of true, so that `explain` need not search again.

A failure on the way back from a field or item is wrapped in a `Stop` at each level. `explain` takes it apart on the
way down: whatever came before is known to be fine, and what follows has not been looked at.
"""

from __future__ import annotations

from typing import Any


class Stop(tuple[Any, Any]):
    """The name of the field, or the item itself, that was not ok; and what its own check returned. Counts as false."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False

    @property
    def child(self) -> Any:
        """The name of the field, or the item itself."""
        return self[0]

    @property
    def below(self) -> Any:
        """Where the child's own check stopped: a Stop, or False where the child itself is wrong."""
        return self[1]


def stop_at_value(mapping: dict[str, Any], value: Any, below: Any) -> Stop:
    """Makes the Stop of a map, whose quick check looks at values only."""
    return Stop((next(name for name, item in mapping.items() if item is value), below))
