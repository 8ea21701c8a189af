"""Which version of the server judges definitions: what it takes in new ones, and what it ignores in them.

Rules, formats and fields came with versions; all else that is asked of definitions is asked as the newest one does.
Ratcheting is on by default in all of them: it was switched on in 1.30, and can no longer be switched off in 1.33.
Upstream: apiserver/pkg/cel/environment/base.go DefaultCompatibilityVersion, apiextensions-apiserver/pkg/features
(1.37).
"""

from __future__ import annotations

import re
from typing import Final

from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.record import record

_TEXT: Final = lazy_pattern(r"v?1\.(\d{1,3})(?:\.\d+)?", re.ASCII)
_NEW_FORMATS: Final = {"k8sshortname": (1, 34), "k8slongname": (1, 34)}
"""The formats that are not as old as definitions are, and the version that each came with."""
_SELECTABLE_FIELDS: Final = (1, 31)
_OLDEST_MINOR: Final = 30
_NEWEST_MINOR: Final = 37


@record
class ServerVersion:
    """A version of the server, such as 1.37.

    `has_libraries` and `has_formats` tell that rules may use the functions, and schemas the formats, that KEP-4153
    names, `has_default_rules` and `has_conversion_rules` that expressions may make defaults and convert objects, as
    KEP-2876 sketches it: no server has any of it.
    """

    minor: int
    has_libraries: bool = False
    has_formats: bool = False
    has_default_rules: bool = False
    has_conversion_rules: bool = False

    def __str__(self) -> str:
        return f"1.{self.minor}"

    @property
    def of_stored(self) -> tuple[int, int]:
        """The version whose language expressions may use that are stored already."""
        return _future() if self.has_libraries else (1, self.minor)

    @property
    def of_new(self) -> tuple[int, int]:
        """The version whose language new expressions may use, and whose formats count: the one before.

        So a server can be taken back by one version.
        """
        return _future() if self.has_libraries else self._before

    @property
    def _before(self) -> tuple[int, int]:
        return 1, self.minor - 1

    @property
    def is_extended(self) -> bool:
        """Whether it has what no server has."""
        return self.has_libraries or self.has_formats or self.has_default_rules or self.has_conversion_rules

    @property
    def has_selectable_fields(self) -> bool:
        """Whether definitions may name fields to select objects by; before, the server drops what they name."""
        return (1, self.minor) >= _SELECTABLE_FIELDS

    def knows_format(self, name: str) -> bool:
        """Tells whether a format of strings that the newest version knows is known to this one."""
        return _NEW_FORMATS.get(name.replace("-", ""), (1, 0)) <= self._before


def _future() -> tuple[int, int]:
    from kapivara.cel.functions import FUTURE  # which brings the language along

    return FUTURE


NEWEST: Final = ServerVersion(_NEWEST_MINOR)
EXTENDED: Final = ServerVersion(_NEWEST_MINOR, has_libraries=True, has_formats=True)
"""The newest with all that KEP-4153 names: for rules that no server judges, those that types declare."""
SERVER_VERSIONS: Final = tuple(ServerVersion(minor) for minor in range(_OLDEST_MINOR, _NEWEST_MINOR + 1))
"""The versions that can be asked for, oldest first."""


class UnknownVersionError(ValueError):
    """A version that cannot be asked for; the text is for who did."""


def parse_server_version(text: str) -> ServerVersion:
    """Reads `1.31`, `v1.31` or `1.31.4`; raises UnknownVersionError where it is none, or out of reach."""
    if text == str(NEWEST):  # what nearly all ask for
        return NEWEST
    matched = _TEXT.fullmatch(text)
    if matched is None or not _OLDEST_MINOR <= int(matched[1]) <= _NEWEST_MINOR:
        raise UnknownVersionError(
            f"{text!r} is no version of Kubernetes that is known here: {SERVER_VERSIONS[0]} to {NEWEST} are"
        )
    return ServerVersion(int(matched[1]))
