"""Environments, assembled: the language with all that we have for it, and the server's of a version.

Both are made once and shared; extend them with variables. Everything is imported on first use.
Upstream: apiserver/pkg/cel/environment/base.go baseOpts (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from kapivara.cel.env import Env
from kapivara.cel.types import DYN, Type, object_type, optional_of

if TYPE_CHECKING:
    from kapivara.cel.functions import Library
    from kapivara.cel.macros import Macro
    from kapivara.cel.validators import Validator

Version = tuple[int, int]


@lru_cache(maxsize=1)
def standard_env() -> Env:
    """The language with every library, the server's included; the newest version of each."""
    from kapivara.cel import macros
    from kapivara.cel.format_literals import format_literals
    from kapivara.cel.well_known import CONSTANTS, WellKnownTypes

    return Env(
        types=_types((9, 99)),
        constants=CONSTANTS,
        libraries=list(_standard_libraries()),
        macros=macros.macro_table(
            macros.STANDARD_MACROS,
            macros.OPTIONAL_MACROS,
            macros.TWO_VARIABLE_MACROS,
            macros.BINDING_MACROS,
            macros.LIST_MACROS,
            macros.MATH_MACROS,
        ),
        provider=WellKnownTypes(),
        optional_syntax=True,
        null_gives_way=True,
        validators=[format_literals(5)],
    )


@lru_cache(maxsize=8)
def kubernetes_env(version: Version = (1, 36)) -> Env:
    """The server's environment for new expressions at a compatibility version, without variables.

    A server allows in new expressions what the version before it knows: 1.37 takes that of 1.36, and that of its
    own version for expressions that are stored already.
    """
    from kapivara.cel.macros import macro_table
    from kapivara.cel.well_known import CONSTANTS, WellKnownTypes

    return Env(
        types=_types(version),
        constants=CONSTANTS,
        libraries=list(_kubernetes_libraries(version)),
        macros=macro_table(_kubernetes_macros(version)),
        provider=WellKnownTypes(),
        optional_syntax=version >= (1, 28),
        validators=_kubernetes_validators(version),
    )


def _kubernetes_validators(version: Version) -> list[Validator]:
    from kapivara.cel import validators
    from kapivara.cel.format_literals import format_literals

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
    from kapivara.cel.library.standard import STANDARD_TYPES

    found = {**STANDARD_TYPES, "google.protobuf.Empty": object_type("google.protobuf.Empty")}
    if version >= (1, 28):
        found["optional_type"] = optional_of(DYN)
    if version >= (1, 30):
        from kapivara.cel.library.net_addresses import CIDR_TYPE, IP_TYPE

        found |= {"net.IP": IP_TYPE, "net.CIDR": CIDR_TYPE}
    return found


def _kubernetes_macros(version: Version) -> Iterator[Macro]:
    from kapivara.cel import macros

    yield from macros.STANDARD_MACROS
    if version >= (1, 28):
        yield from macros.OPTIONAL_MACROS
    if version >= (1, 32):
        yield from macros.TWO_VARIABLE_MACROS
    if version >= (1, 34):
        yield from macros.LIST_MACROS


def _kubernetes_libraries(version: Version) -> Iterator[Library]:
    """The libraries in the order of their declaration, which overloads of the same name keep."""
    from kapivara.cel.library.authz import AUTHZ, AUTHZ_SELECTORS
    from kapivara.cel.library.cidr import CIDR
    from kapivara.cel.library.comprehensions import COMPREHENSIONS
    from kapivara.cel.library.format import FORMAT
    from kapivara.cel.library.ip import IP
    from kapivara.cel.library.kubernetes_lists import kubernetes_lists
    from kapivara.cel.library.lists import LISTS
    from kapivara.cel.library.optionals import OPTIONALS
    from kapivara.cel.library.quantity import QUANTITY
    from kapivara.cel.library.regex import REGEX
    from kapivara.cel.library.semver import SEMVER
    from kapivara.cel.library.sets import SETS
    from kapivara.cel.library.standard import STANDARD
    from kapivara.cel.library.strings import strings
    from kapivara.cel.library.urls import URLS

    yield from (STANDARD, URLS, REGEX)
    if version < (1, 37):
        yield kubernetes_lists(0)
    if version >= (1, 27):
        yield AUTHZ
    if version >= (1, 28):
        yield from (OPTIONALS, QUANTITY)
    yield strings(2 if version >= (1, 29) else 0)
    if version >= (1, 29):
        yield SETS
    if version >= (1, 30):
        yield from (IP, CIDR)
    if version >= (1, 31):
        yield from (FORMAT, AUTHZ_SELECTORS)
    if version >= (1, 32):
        yield COMPREHENSIONS
    if version >= (1, 33):
        yield SEMVER
    if version >= (1, 34):
        yield LISTS
    if version >= (1, 37):
        yield kubernetes_lists(1)


def _standard_libraries() -> Iterator[Library]:
    from kapivara.cel.library.cidr import network
    from kapivara.cel.library.comprehensions import COMPREHENSIONS
    from kapivara.cel.library.encoders import ENCODERS
    from kapivara.cel.library.format import FORMAT
    from kapivara.cel.library.kubernetes_lists import kubernetes_lists
    from kapivara.cel.library.lists import LISTS
    from kapivara.cel.library.math import MATH
    from kapivara.cel.library.optionals import OPTIONALS
    from kapivara.cel.library.quantity import QUANTITY
    from kapivara.cel.library.regex import REGEX
    from kapivara.cel.library.semver import SEMVER
    from kapivara.cel.library.sets import SETS
    from kapivara.cel.library.standard import STANDARD
    from kapivara.cel.library.strings import strings
    from kapivara.cel.library.urls import URLS

    yield from (STANDARD, OPTIONALS, strings(), LISTS, SETS, MATH, ENCODERS, COMPREHENSIONS, network())
    yield from (REGEX, kubernetes_lists(), URLS, QUANTITY, SEMVER, FORMAT)
