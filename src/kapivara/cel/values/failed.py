"""What stands for an operand or a call that failed, where its cost is asked for: upstream's errors are values."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Failed(Enum):
    """The type of `FAILED`."""

    FAILED = "failed"


FAILED: Final = Failed.FAILED
