"""What validation has to say of a write: what is wrong with it, and of an update also what was forgiven."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.field import ErrorList
from kapivara.values.record import slot_record

if TYPE_CHECKING:
    from kapivara.apis.rollout_note import RolloutNote
    from kapivara.field.forgiveness import Forgiven, Unforgiven


@slot_record
class Verdict:
    """The errors, by which a write is refused; the warnings that its author is given in any case.

    `ratcheted` are the failures that did not count because the update left alone what they are about; `unforgiven`
    says of every error of an update why it did. `rollout_note` is there where hand-written and declared rules did not
    agree, or declared ones failed.
    """

    errors: ErrorList
    warnings: tuple[str, ...] = ()
    ratcheted: tuple[Forgiven, ...] = ()
    unforgiven: tuple[Unforgiven, ...] = ()
    rollout_note: RolloutNote | None = None
