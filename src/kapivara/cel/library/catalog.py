"""The list of all libraries, which environments are assembled from, and the reference is written from.

Overloads of the same name follow each other in the order of the list. What a version of the server has is told by the
overloads themselves (`since`). Modules are imported when a library is first wanted.
Upstream: apiserver/pkg/cel/environment/base.go baseOpts (1.37).
"""

from __future__ import annotations

from importlib import import_module

from kapivara.cel.functions import Library, Version
from kapivara.values.record import record, replace


@record(eq=False)
class ListedLibrary:
    """A library: its title in the reference (empty where another one tells of it), its module here, its name there.

    It is `served` if rules of the server may use some of it, and `standard` if it is part of the language with all its
    extensions. `removed` is the version from which the server does not have it at this place of the list any more.
    """

    title: str
    module: str
    name: str
    served: bool = True
    standard: bool = True
    removed: Version | None = None

    def load(self) -> Library:
        """Imports the library."""
        found: Library = getattr(import_module(f"kapivara.cel.library.{self.module}"), self.name)
        return found

    def as_of(self, version: Version) -> Library:
        """What rules may use of it at a version of the server."""
        if not self.served or (self.removed is not None and version >= self.removed):
            return {}
        kept = {}
        for name, function in self.load().items():
            overloads = tuple([each for each in function.overloads if each.since is not None and each.since <= version])
            if len(overloads) == len(function.overloads):
                kept[name] = function
            elif overloads:
                kept[name] = replace(function, overloads=overloads)
        return kept


LIBRARIES = (
    ListedLibrary("Logic", "logic", "LOGIC"),
    ListedLibrary("Comparison", "relations", "RELATIONS"),
    ListedLibrary("Arithmetic", "arithmetic", "ARITHMETIC"),
    ListedLibrary("Lists and maps", "containers", "CONTAINERS"),
    ListedLibrary("Conversions and types", "type_conversions", "TYPE_CONVERSIONS"),
    ListedLibrary("Text", "text", "TEXT"),
    ListedLibrary("Times", "time_getters", "TIME_GETTERS"),
    ListedLibrary("", "kubernetes_lists", "KUBERNETES_LISTS", standard=False, removed=(1, 37)),
    ListedLibrary("Strings", "strings", "STRINGS"),
    ListedLibrary("", "strings", "PLAIN_FORMAT", served=False),
    ListedLibrary("Regular expressions", "regex", "REGEX"),
    ListedLibrary("Lists", "lists", "LISTS"),
    ListedLibrary("Lists, as Kubernetes adds to them", "kubernetes_lists", "KUBERNETES_LISTS"),
    ListedLibrary("Sets", "sets", "SETS"),
    ListedLibrary("Optional values", "optionals", "OPTIONALS"),
    ListedLibrary("Mathematics", "math", "MATH", served=False),
    ListedLibrary("Encoders", "encoders", "ENCODERS", served=False),
    ListedLibrary("URLs", "urls", "URLS"),
    ListedLibrary("IP addresses", "ip", "IP"),
    ListedLibrary("Networks", "cidr", "CIDR"),
    ListedLibrary("Networks", "cidr", "MASKS", served=False),
    ListedLibrary("IP addresses", "ip", "IP_FAMILIES", standard=False),
    ListedLibrary("Networks", "cidr", "OVERLAPS", standard=False),
    ListedLibrary("Quantities", "quantity", "QUANTITY"),
    ListedLibrary("Semantic versions", "semver", "SEMVER"),
    ListedLibrary("Named formats", "format", "FORMAT"),
    ListedLibrary("Formats of schemas", "declared_formats", "DECLARED_FORMATS", standard=False),
    ListedLibrary("Characters", "utf8", "UTF8", standard=False),
    ListedLibrary("Label selectors", "label_selectors", "LABEL_SELECTORS", standard=False),
    ListedLibrary("Comprehensions", "comprehensions", "COMPREHENSIONS"),
    ListedLibrary("Authorization", "authz", "AUTHZ", standard=False),
    ListedLibrary("Authorization", "authz", "AUTHZ_SELECTORS", standard=False),
)
