"""The server versions that can validate CRDs: the features that each accepts or ignores.

CEL functions, formats and fields depend on the version; all other rules are those of the newest version. Ratcheting is
on by default in all of them: it is enabled since 1.30, and locked since 1.33.
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
"""The formats that later versions added, with the version of each."""
_SELECTABLE_FIELDS: Final = (1, 31)
_OLDEST_MINOR: Final = 30
_NEWEST_MINOR: Final = 37


@record
class ServerVersion:
    """A version of the server, such as 1.37.

    With `has_libraries` and `has_formats`, rules may use the functions, and schemas the formats, of KEP-4153; with
    `has_default_rules` and `has_conversion_rules`, expressions may compute defaults and convert objects, as sketched in
    KEP-2876. No server has any of these.
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
        """The CEL version of stored expressions."""
        return _future() if self.has_libraries else (1, self.minor)

    @property
    def of_new(self) -> tuple[int, int]:
        """The CEL version of new expressions, and the version of formats: the previous one.

        This allows a rollback of the server by one version.
        """
        return _future() if self.has_libraries else self._before

    @property
    def _before(self) -> tuple[int, int]:
        return 1, self.minor - 1

    @property
    def is_extended(self) -> bool:
        """True if it has features that no server has."""
        return self.has_libraries or self.has_formats or self.has_default_rules or self.has_conversion_rules

    @property
    def has_selectable_fields(self) -> bool:
        """True if CRDs may have selectable fields; older servers drop them."""
        return (1, self.minor) >= _SELECTABLE_FIELDS

    def knows_format(self, name: str) -> bool:
        """Returns True if this version supports a string format of the newest version."""
        return _NEW_FORMATS.get(name.replace("-", ""), (1, 0)) <= self._before


def _future() -> tuple[int, int]:
    from kapivara.cel.functions import FUTURE  # imports the CEL language

    return FUTURE


NEWEST: Final = ServerVersion(_NEWEST_MINOR)
EXTENDED: Final = ServerVersion(_NEWEST_MINOR, has_libraries=True, has_formats=True)
"""The newest version with all features of KEP-4153, for rules that types declare."""
SERVER_VERSIONS: Final = tuple(ServerVersion(minor) for minor in range(_OLDEST_MINOR, _NEWEST_MINOR + 1))
"""The supported versions, oldest first."""


class UnknownVersionError(ValueError):
    """Raised for an unsupported version; the text is meant for the user."""


def parse_server_version(text: str) -> ServerVersion:
    """Parses `1.31`, `v1.31` or `1.31.4`; raises UnknownVersionError for other texts and versions."""
    if text == str(NEWEST):  # the common case
        return NEWEST
    matched = _TEXT.fullmatch(text)
    if matched is None or not _OLDEST_MINOR <= int(matched[1]) <= _NEWEST_MINOR:
        raise UnknownVersionError(
            f"{text!r} is no version of Kubernetes that is known here: {SERVER_VERSIONS[0]} to {NEWEST} are"
        )
    return ServerVersion(int(matched[1]))
