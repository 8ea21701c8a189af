"""Assembles environments: the language with all our libraries, and the server's environment of a version.

Both are made once and shared; extend them with variables. Modules are imported on first use.
Upstream: apiserver/pkg/cel/environment/base.go baseOpts (1.37).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from kapivara.cel.env import Env
from kapivara.cel.functions import Version
from kapivara.cel.messages.well_known import CONSTANTS, WellKnownTypes
from kapivara.cel.types import DYN, Type, object_type, optional_of

if TYPE_CHECKING:
    from kapivara.cel.checker.validators import Validator


@lru_cache(maxsize=1)
def standard_env() -> Env:
    """Returns the language with every library, the server's included, in the newest version of each."""
    from kapivara.cel.checks.format_literals import format_literals
    from kapivara.cel.library.all_libraries import LIBRARIES
    from kapivara.cel.macros import ALL_MACROS, macro_table

    return Env(
        types=_types((9, 99)),
        constants=CONSTANTS,
        libraries=[each.load() for each in LIBRARIES if each.standard],
        macros=macro_table(ALL_MACROS),
        provider=WellKnownTypes(),
        optional_syntax=True,
        null_gives_way=True,
        validators=[format_literals(5)],
    )


@lru_cache(maxsize=8)
def kubernetes_env(version: Version = (1, 36)) -> Env:
    """Returns the server's environment for new expressions at a compatibility version, without variables.

    For new expressions, a server uses the version before its own: 1.37 uses that of 1.36, and that of its own version
    for stored expressions.
    """
    from kapivara.cel.library.all_libraries import LIBRARIES
    from kapivara.cel.macros import ALL_MACROS, macro_table

    return Env(
        types=_types(version),
        constants=CONSTANTS,
        libraries=[each.as_of(version) for each in LIBRARIES],
        macros=macro_table([each for each in ALL_MACROS if each.since is not None and each.since <= version]),
        provider=WellKnownTypes(),
        optional_syntax=version >= (1, 28),
        validators=_kubernetes_validators(version),
    )


def _kubernetes_validators(version: Version) -> list[Validator]:
    from kapivara.cel.checker import validators
    from kapivara.cel.checks.format_literals import format_literals

    if version < (1, 29):
        return [validators.homogeneous_literals()]
    return [
        validators.homogeneous_literals("format"),
        validators.duration_literals,
        validators.timestamp_literals,
        validators.regex_literals,
        format_literals(2),
    ]


def _types(version: Version) -> Mapping[str, Type]:
    from kapivara.cel.library.standard.language import STANDARD_TYPES

    found = {**STANDARD_TYPES, "google.protobuf.Empty": object_type("google.protobuf.Empty")}
    if version >= (1, 28):
        found["optional_type"] = optional_of(DYN)
    if version >= (1, 30):
        from kapivara.cel.library.kubernetes.net_addresses import CIDR_TYPE, IP_TYPE

        found |= {"net.IP": IP_TYPE, "net.CIDR": CIDR_TYPE}
    return found
