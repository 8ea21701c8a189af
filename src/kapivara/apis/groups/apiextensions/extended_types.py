"""The CRD types with the fields sketched in KEP-2876; not in v1.37, so each part has a feature gate.

Without the gates, these fields are unknown, and dropped with a warning.
"""

from __future__ import annotations

from functools import lru_cache

from kapivara.codec.typed.described import DescribedTypes, Table, described, load_table
from kapivara.schema.server_version import ServerVersion

_FOLDER = "apis.groups.apiextensions.v1"
_DEFAULTS = {"JSONSchemaProps": "1001 x-kubernetes-default []DefaultRule omitempty list=atomic go=XDefault\n"}
_CONVERSIONS = {"CustomResourceConversion": "1001 converters []VersionConverter omitempty list=atomic\n"}
_TYPES = {
    "DefaultRule": "struct\n1 rule string\n2 field string omitempty\n",
    "VersionConverter": (
        "struct\n1 fromVersion string\n2 toVersion string\n3 rules []ConversionRule omitempty list=atomic\n"
    ),
    "ConversionRule": "struct\n1 rule string\n2 field string omitempty\n3 scope string omitempty\n",
}


def definition_types(server: ServerVersion) -> DescribedTypes:
    """Returns the types of CRDs for a server with or without these gates."""
    if not server.has_default_rules and not server.has_conversion_rules:
        return described(_FOLDER)
    return _extended(defaults=server.has_default_rules, conversions=server.has_conversion_rules)


@lru_cache(maxsize=4)
def _extended(*, defaults: bool, conversions: bool) -> DescribedTypes:
    known = load_table(_FOLDER)
    added = {**(_DEFAULTS if defaults else {}), **(_CONVERSIONS if conversions else {})}
    types = {name: text + added.get(name, "") for name, text in known.types.items()}
    table = Table(known.path, {**types, **_TYPES}, known.validated)
    return DescribedTypes(_FOLDER, lambda: table, described)
