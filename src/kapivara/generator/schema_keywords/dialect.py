"""Dialects of schemas: OpenAPI documents may contain more keywords than CRDs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.values.record import record


@record
class Dialect:
    """Settings of a schema: the allowed extensions, and the options on which tags depend.

    `errors` allows messages for keywords, `strip_zero` the mark that zero values count as missing, `formats` format
    names beside equivalent patterns. With `list_types` the list type implies unique items; for built-in kinds, where it
    only configures merging, a rule requires them.
    """

    errors: bool = True
    strip_zero: bool = True
    formats: bool = True
    list_types: bool = True
    options: Mapping[str, bool] = MappingProxyType({})
    elsewhere: frozenset[str] = frozenset()
    """Tags whose rules the caller adds itself."""


OPENAPI = Dialect()
BUILT_IN = Dialect(list_types=False)
DEFINITION = Dialect(errors=False, strip_zero=False, formats=False)
"""The dialect of CRDs: the server rejects keywords that it does not know."""
