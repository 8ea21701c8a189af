"""Metrics and log of validation: mismatches and failures of declarative validation, duplicate errors.

Logs one line per write; texts of clients cannot break it into several. Upstream: apiserver/pkg/validation/metrics.go,
apiserver/pkg/registry/rest/validate.go (1.37).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kapivara.values.rendering import quote

if TYPE_CHECKING:
    from kapivara.registry.requests.validation_notes import JudgedWrite

_LOG = logging.getLogger("kapivara")
_MOST_TOLD = 10
_MOST_TEXT = 600


class ValidationCounts:
    """The numbers of mismatches and failures of declarative validation by identifier, and of duplicate errors.

    Thread-safe.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.mismatches: dict[str, int] = {}
        self.panics: dict[str, int] = {}
        self.duplicates = 0

    def count_rollout(self, write: JudgedWrite) -> None:
        """Counts and logs a mismatch or failure of declarative validation."""
        note = write.rollout_note
        if note is None:
            return
        if note.failure is not None:
            with self._lock:
                self.panics[note.identifier] = self.panics.get(note.identifier, 0) + 1
            _LOG.error("Declarative validation failed%s", _about(write), exc_info=note.failure)
        if note.mismatches:
            with self._lock:
                self.mismatches[note.identifier] = self.mismatches.get(note.identifier, 0) + len(note.mismatches)
            texts = _bounded([each.text for each in note.mismatches])
            fields = _bounded([each.field for each in note.mismatches])
            _LOG.error("%s%s field=%s", " ".join(texts), _about(write), quote(",".join(fields)))

    def count_duplicates(self, write: JudgedWrite) -> None:
        """Counts and logs duplicate errors."""
        with self._lock:
            self.duplicates += len(write.repeated)
        texts = "; ".join(_bounded(write.repeated))
        _LOG.info("Found duplicate validation error%s error=%s", _about(write), quote(texts))


def _about(write: JudgedWrite) -> str:
    """Returns the object and user of a write as key-value pairs."""
    resource = f"{write.resource.resource}{f'.{write.resource.group}' if write.resource.group else ''}"
    pairs = {
        "resource": f"{resource}/{write.subresource}" if write.subresource else resource,
        "version": write.resource.version,
        "namespace": write.namespace,
        "name": write.name,
        "user": write.user,
    }
    return "".join(f" {key}={quote(text[:_MOST_TEXT])}" for key, text in pairs.items() if text)


def _bounded(texts: Sequence[str]) -> list[str]:
    """Returns the first texts, truncated if they are long."""
    told = [text[:_MOST_TEXT] for text in texts[:_MOST_TOLD]]
    return told if len(texts) <= _MOST_TOLD else [*told, f"and {len(texts) - _MOST_TOLD} more"]
