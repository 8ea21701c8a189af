"""The result of a validation: errors, warnings, and for an update the forgiven errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.field import ErrorList
from kapivara.values.record import slot_record

if TYPE_CHECKING:
    from kapivara.apis.machinery.validation.declared_rules import RolloutNote
    from kapivara.field.forgiveness import Forgiven, Unforgiven


@slot_record
class Verdict:
    """The result of a validation. Errors reject the write; warnings are sent in any case.

    `ratcheted` are the errors that the update is forgiven because it did not change their fields; `unforgiven` explains
    for each other error why it was not forgiven. `rollout_note` is set if hand-written and declarative rules disagreed,
    or declarative rules failed.
    """

    errors: ErrorList
    warnings: tuple[str, ...] = ()
    ratcheted: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()
    rollout_note: RolloutNote | None = None
