"""The labels of a namespace: a level and a version for each of three modes.

Upstream: pod-security-admission/api/helpers.go PolicyToEvaluate (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kapivara.field import ErrorList, FieldPath, invalid
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

PRIVILEGED, BASELINE, RESTRICTED = LEVELS = ("privileged", "baseline", "restricted")
"""From the most permissive to the strictest level."""
LATEST: Final = "latest"
_PREFIX: Final = "pod-security.kubernetes.io/"
_LABELS: Final = FieldPath.of("metadata", "labels")
_VERSION: Final = lazy_pattern(r"v1\.([0-9]|[1-9][0-9]{1,17})\Z")
_WRONG_LEVEL: Final = f"must be one of {', '.join(LEVELS)}"
_WRONG_VERSION: Final = 'must be "latest" or "v1.x"'


@record
class Demand:
    """A level, at a version of Kubernetes."""

    level: str = PRIVILEGED
    version: str = LATEST

    def __str__(self) -> str:
        return f"{self.level}:{self.version}"

    @property
    def minor(self) -> int | None:
        """The minor number of the version; None for the latest."""
        return None if self.version == LATEST else int(self.version.removeprefix("v1."))


@record
class Policy:
    """The enforced level, and the level to warn about."""

    enforce: Demand
    warn: Demand


def read_policy(labels: Mapping[str, str]) -> tuple[Policy, ErrorList]:
    """Returns the policy of a namespace's labels, and the errors; an invalid enforced level counts as restricted."""
    errors: ErrorList = []
    enforce = _read(labels, "enforce", errors, wrong=RESTRICTED)
    _read(labels, "audit", errors, wrong=PRIVILEGED)  # there is no audit mode here, but its labels must be valid
    warn = _read(labels, "warn", errors, wrong=PRIVILEGED)
    level, version = warn.level, warn.version
    said = labels.get(f"{_PREFIX}enforce")
    if f"{_PREFIX}warn" not in labels and said in LEVELS and LEVELS.index(said) > LEVELS.index(level):
        level = said
        if f"{_PREFIX}warn-version" not in labels:
            version = enforce.version
    return Policy(enforce, Demand(level, version)), errors


def _read(labels: Mapping[str, str], mode: str, errors: ErrorList, *, wrong: str) -> Demand:
    level, version = labels.get(f"{_PREFIX}{mode}", PRIVILEGED), labels.get(f"{_PREFIX}{mode}-version", LATEST)
    if level not in LEVELS:
        errors.append(invalid(_LABELS.key(f"{_PREFIX}{mode}"), level, _WRONG_LEVEL))
        level = wrong
    if version != LATEST and not _VERSION.match(version):
        errors.append(invalid(_LABELS.key(f"{_PREFIX}{mode}-version"), version, _WRONG_VERSION))
        version = LATEST
    return Demand(level, version)
