"""The list of all libraries, for assembling environments and writing the reference.

Overloads of the same name are in the order of this list. `since` of an overload is the server's version that adds it.
Modules are imported when a library is first used.
Upstream: apiserver/pkg/cel/environment/base.go baseOpts (1.37).
"""

from __future__ import annotations

from importlib import import_module

from kapivara.cel.functions import Library, Version
from kapivara.values.record import record, replace


@record(eq=False)
class ListedLibrary:
    """A library: its title in the reference (empty where another one includes it), its module, and its name there.

    It is `served` if rules of the server may use some of its functions, and `standard` if it is part of the language
    with all its extensions. `removed` is the version in which the server removes it from this position of the list.
    """

    title: str
    module: str
    name: str
    served: bool = True
    standard: bool = True
    removed: Version | None = None

    def load(self) -> Library:
        """Imports the library."""
        found: Library = getattr(import_module(self.module), self.name)
        return found

    def as_of(self, version: Version) -> Library:
        """Returns the functions that rules may use at a version of the server."""
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
    ListedLibrary("Logic", "kapivara.cel.library.standard.logic", "LOGIC"),
    ListedLibrary("Comparison", "kapivara.cel.library.standard.relations", "RELATIONS"),
    ListedLibrary("Arithmetic", "kapivara.cel.library.standard.arithmetic", "ARITHMETIC"),
    ListedLibrary("Lists and maps", "kapivara.cel.library.standard.containers", "CONTAINERS"),
    ListedLibrary("Conversions and types", "kapivara.cel.library.standard.type_conversions", "TYPE_CONVERSIONS"),
    ListedLibrary("Text", "kapivara.cel.library.standard.text", "TEXT"),
    ListedLibrary("Times", "kapivara.cel.library.standard.time_getters", "TIME_GETTERS"),
    ListedLibrary("", "kapivara.cel.library.kubernetes.lists", "KUBERNETES_LISTS", standard=False, removed=(1, 37)),
    ListedLibrary("Strings", "kapivara.cel.library.extensions.strings", "STRINGS"),
    ListedLibrary("", "kapivara.cel.library.extensions.strings", "PLAIN_FORMAT", served=False),
    ListedLibrary("Regular expressions", "kapivara.cel.library.extensions.regex", "REGEX"),
    ListedLibrary("Lists", "kapivara.cel.library.extensions.lists", "LISTS"),
    ListedLibrary("Lists, as Kubernetes adds to them", "kapivara.cel.library.kubernetes.lists", "KUBERNETES_LISTS"),
    ListedLibrary("Sets", "kapivara.cel.library.extensions.sets", "SETS"),
    ListedLibrary("Optional values", "kapivara.cel.library.extensions.optionals", "OPTIONALS"),
    ListedLibrary("Mathematics", "kapivara.cel.library.extensions.math", "MATH", served=False),
    ListedLibrary("Encoders", "kapivara.cel.library.extensions.encoders", "ENCODERS", served=False),
    ListedLibrary("URLs", "kapivara.cel.library.kubernetes.urls", "URLS"),
    ListedLibrary("IP addresses", "kapivara.cel.library.kubernetes.ip", "IP"),
    ListedLibrary("Networks", "kapivara.cel.library.kubernetes.cidr", "CIDR"),
    ListedLibrary("Networks", "kapivara.cel.library.kubernetes.cidr", "MASKS", served=False),
    ListedLibrary("IP addresses", "kapivara.cel.library.kubernetes.ip", "IP_FAMILIES", standard=False),
    ListedLibrary("Networks", "kapivara.cel.library.kubernetes.cidr", "OVERLAPS", standard=False),
    ListedLibrary("Quantities", "kapivara.cel.library.kubernetes.quantity", "QUANTITY"),
    ListedLibrary("Semantic versions", "kapivara.cel.library.kubernetes.semver", "SEMVER"),
    ListedLibrary("Named formats", "kapivara.cel.library.kubernetes.format", "FORMAT"),
    ListedLibrary(
        "Formats of schemas", "kapivara.cel.library.kubernetes.declared_formats", "DECLARED_FORMATS", standard=False
    ),
    ListedLibrary("Characters", "kapivara.cel.library.kubernetes.utf8", "UTF8", standard=False),
    ListedLibrary(
        "Label selectors", "kapivara.cel.library.kubernetes.label_selectors", "LABEL_SELECTORS", standard=False
    ),
    ListedLibrary("Comprehensions", "kapivara.cel.library.extensions.comprehensions", "COMPREHENSIONS"),
    ListedLibrary("Authorization", "kapivara.cel.library.kubernetes.authz", "AUTHZ", standard=False),
    ListedLibrary("Authorization", "kapivara.cel.library.kubernetes.authz", "AUTHZ_SELECTORS", standard=False),
)
