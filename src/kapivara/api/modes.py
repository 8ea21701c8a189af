"""The modes of façade calls as literal types, so that a type checker finds misspelt ones."""

from __future__ import annotations

from typing import Literal, TypeAlias

FieldValidation: TypeAlias = Literal["", "Strict", "Warn", "Ignore"]
"""The treatment of unknown and duplicate fields: error, warning, or none; "" for the server's default (Warn)."""

PatchType: TypeAlias = Literal["merge", "json", "strategic"]
"""The format of a patch: JSON merge patch, JSON patch, or, for built-in kinds, strategic merge patch."""

PropagationPolicy: TypeAlias = Literal["", "Background", "Foreground", "Orphan"]
"""The treatment of objects that a deleted object owns; "" for the default of its kind."""

DeclarativeValidation: TypeAlias = Literal["levels", "off", "compare", "takeover"]
"""Which errors of declarative rules apply where a hand-written rule exists too: see `RolloutStage`."""
