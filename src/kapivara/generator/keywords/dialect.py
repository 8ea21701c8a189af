"""What the readers of a schema know: documents of OpenAPI tell more than definitions may."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kapivara.values.record import record


@record
class Dialect:
    """Which extensions a schema may have, and which options are on.

    `errors` are messages for keywords, `strip_zero` that zero values count as missing, `formats` names of formats that
    stand beside patterns which say the same. `list_types` tells that the type of a list asks for unique items; where it
    only tells how lists merge, as with built-in kinds, a rule asks for them.
    """

    errors: bool = True
    strip_zero: bool = True
    formats: bool = True
    list_types: bool = True
    options: Mapping[str, bool] = MappingProxyType({})
    elsewhere: frozenset[str] = frozenset()
    """Tags that whoever makes the schemas says himself."""


OPENAPI = Dialect()
BUILT_IN = Dialect(list_types=False)
DEFINITION = Dialect(errors=False, strip_zero=False, formats=False)
"""Of a CustomResourceDefinition, whose schemas the server takes only with what it knows itself."""
