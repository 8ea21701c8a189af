"""The words that calls of the façade take for their modes, as types: a checker finds one that is misspelt."""

from __future__ import annotations

from typing import Literal, TypeAlias

FieldValidation: TypeAlias = Literal["", "Strict", "Warn", "Ignore"]
"""What becomes of unknown and duplicate fields: an error, a warning, nothing; empty: as the server decides (Warn)."""

PatchType: TypeAlias = Literal["merge", "json", "strategic"]
"""How a patch is written: as a JSON merge patch, a JSON patch, or, for built-in kinds, a strategic merge patch."""

PropagationPolicy: TypeAlias = Literal["", "Background", "Foreground", "Orphan"]
"""What becomes of the objects that a deleted one owns; empty: as its kind decides."""

DeclarativeValidation: TypeAlias = Literal["levels", "off", "compare", "takeover"]
"""Which errors of declared rules count where hand-written rules say the same: see `RolloutStage`."""
