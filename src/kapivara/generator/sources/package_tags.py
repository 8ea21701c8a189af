"""The package-level tags that Kubernetes' generators recognize, to detect unknown ones.

Upstream: code-generator/pkg/apidefinitions lint.go checkKnownTags, spec.go (1.37).
"""

from __future__ import annotations

from difflib import get_close_matches

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.model.types import Comments, Package, Position

_PREFIX = "k8s:"
_CLIENT = ("", ":method", ":noStatus", ":noVerbs", ":nonNamespaced", ":onlyVerbs", ":readonly", ":skipVerbs")
_GENERATORS = (
    *("applyconfiguration-gen", "client-gen", "conversion-gen", "conversion-gen-external-types", "deepcopy-gen"),
    *("defaulter-gen", "defaulter-gen-input", "informer-gen", "lister-gen", "openapi-gen", "openapi-model-package"),
    *("prerelease-lifecycle-gen", "protobuf-gen", "register-gen", "validation-gen", "validation-gen-input"),
    *("validation-gen-nolint", "validation-gen-scheme-registry", "validation-gen-test-fixture"),
    "validation-gen-test-targets",
)
GENERATOR_TAGS = (*(f"genclient{each}" for each in _CLIENT), "groupGoName", *(_PREFIX + each for each in _GENERATORS))
"""The package-level tags that generators recognize, sorted."""


GROUP_TAG, VERSION_TAG = "groupName", "versionName"


def note_group_version(package: Package, comments: Comments) -> None:
    """Stores the API group and version that `+groupName=` and `+versionName=` declare; the first of each counts."""
    for name, line in grammar.tag_lines(comments):
        said = line.text.partition("=")[2].strip()
        if name == GROUP_TAG:
            package.group = package.group or said
        elif name == VERSION_TAG:
            package.version = package.version or said


def unknown_package_tags(package: Package) -> list[AuthorError]:
    """Returns one error with all `-gen` markers of a package that no generator recognizes; empty if there are none."""
    unknown: dict[str, Position] = {}
    for name, line in grammar.tag_lines(package.markers):
        if not name.startswith(_PREFIX) or "-gen" not in name:
            continue
        base = _PREFIX + name.removeprefix(_PREFIX).partition(":")[0]
        if base not in GENERATOR_TAGS:
            unknown.setdefault(f"+{name}", line.place)
    if not unknown:
        return []
    names = sorted(unknown)
    message = f"{package.path.rpartition('/')[2]}/doc.go: unrecognized +k8s: tag(s): {', '.join(names)}"
    message += f"\nrecognized generator tags: {', '.join(GENERATOR_TAGS)}"
    near = get_close_matches(names[0][1:], GENERATOR_TAGS, 1)
    hint = f"did you mean +{near[0]}?" if near else ""
    place = min(unknown.values(), key=lambda each: (each.line, each.column))
    return [AuthorError(message, place, tag=names[0][1:], hint=hint)]
