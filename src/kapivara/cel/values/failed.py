"""The placeholder for a failed operand or call in cost computations: upstream's errors are values."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Failed(Enum):
    """The type of `FAILED`."""

    FAILED = "failed"


FAILED: Final = Failed.FAILED
