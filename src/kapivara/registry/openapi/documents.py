"""The OpenAPI documents of a registry: an index, one of v3 for each group and version, and one of v2 for everything.

A document is written on first use, and kept until one of its CRDs changes or other documents need the memory. Its hash,
with which clients cache it, is computed from its sources, so the index needs no documents. The v2 document consists of
parts, so a changed CRD rewrites neither the parts of other CRDs nor those of built-in kinds. Upstream:
kube-aggregator/pkg/controllers/{openapi,openapiv3}/aggregator, kube-openapi/pkg/{handler,handler3}/handler.go,
apiextensions-apiserver/pkg/controller/{openapi,openapiv3} (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.apis.catalog.api_resource import ApiResource, ApiSubresource
from kapivara.apis.catalog.reference_versions import versions_known_to_servers
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.meta import GroupVersion, GroupVersionKind
from kapivara.registry.built_in_kinds import BuiltInKinds
from kapivara.registry.crds.custom_resource import CustomResource
from kapivara.registry.crds.definition import Definition
from kapivara.registry.openapi.custom import custom_fragment
from kapivara.registry.openapi.encoding import JSON_V2, JSON_V3, Encoding, Parts, merge
from kapivara.registry.openapi.fragment import Fragment
from kapivara.registry.openapi.model import TEXT, kind_model, meta_model
from kapivara.registry.openapi.operation import PathItem
from kapivara.registry.openapi.paths import DescribedResource, DescribedSubresource, paths_of
from kapivara.registry.openapi.plain_paths import group_path, resources_path, root_paths
from kapivara.registry.openapi.service import BUILT_IN
from kapivara.values import JsonObject
from kapivara.values.caches import ByteCache
from kapivara.values.record import record, replace
from kapivara.version import KUBERNETES, VERSION

_CORE = GroupVersion("", "v1")


def built_in_fragment(home: GroupVersion, resources: Iterable[ApiResource]) -> Fragment:
    """Returns the fragment of a group and version with its built-in resources.

    Upstream: apiserver/pkg/server/routes/openapi.go filterScopedGVKs (1.37).
    """
    items = (resources_path(home), *(item for each in resources for item in built_in_paths(each)))
    return Fragment(items, tuple(dict.fromkeys((_CORE, home))))


def built_in_paths(api: ApiResource) -> list[PathItem]:
    """Returns the paths of a built-in resource."""
    kind, model = api.kind, kind_model(api.kind)
    return paths_of(
        DescribedResource(
            BUILT_IN,
            kind,
            api.plural,
            namespaced=api.namespaced,
            model=model,
            list_model=kind_model(kind.group_version.with_kind(api.list_kind)) if "list" in api.verbs else TEXT,
            deleted=model if api.returns_deleted else meta_model("Status"),
            verbs=api.verbs,
            subresources=tuple(_subresource(kind, each) for each in api.subresources),
        )
    )


def _subresource(kind: GroupVersionKind, api: ApiSubresource) -> DescribedSubresource:
    options = described(folder_of_types(kind.group, kind.version)).struct(api.options) if api.options else None
    return DescribedSubresource(
        api.name,
        api.verbs,
        api.kind or kind,
        kind_model(api.kind or kind),
        options=options,
        media_type=api.media_type,
        connects=api.connects,
        is_proxy=api.is_proxy,
    )


_KEPT_BYTES = 24 << 20
_KEPT_PARTS = 8 << 20
_INFO = {"title": "Kubernetes", "version": KUBERNETES.removeprefix("v").rpartition(".")[0]}
_CUSTOM_INFO = {"title": "Kubernetes CRD Swagger", "version": "v0.1.0"}
_SECURITY = {
    "BearerToken": {
        "type": "apiKey",
        "name": "authorization",
        "in": "header",
        "description": "A token that the server knows the client by, behind the word Bearer.",
    }
}
_ABOUT_ALL, _COMPRESSED = "v2", "v2.gz"
"""The cache keys of the v2 document; no v3 document has these paths."""


@record
class Document:
    """An encoded document and the hash of its state."""

    text: bytes
    hash: str


@record
class _Sources:
    """The sources of a document: the resources of a group and version, or a path that is no resource."""

    item: PathItem | None = None
    home: GroupVersion | None = None
    built_ins: tuple[ApiResource, ...] = ()
    customs: tuple[CustomResource, ...] = ()

    def hash(self, path: str) -> str:
        """Returns a hash that changes whenever the document at a path may change."""
        return _hash(path, *(each.plural for each in self.built_ins), *map(_state_of, self.customs))

    def fragments(self) -> list[Fragment]:
        """Returns the fragments of the document; on a name collision the first wins."""
        found = [] if self.item is None else [Fragment((self.item,))]
        if self.home is not None:
            found.append(built_in_fragment(self.home, self.built_ins))
        return [*found, *map(custom_fragment, self.customs)]


class OpenApi:
    """The documents of the served resources. Thread-safe; two threads may write the same document at worst.

    Each is available as JSON, or with `binary` in protobuf. The built-in parts of the v2 document stay cached after its
    first use. The parameter `without` is removed from all operations; with `ruled`, built-in types have their declared
    rules.
    """

    def __init__(
        self,
        built_ins: BuiltInKinds,
        customs: Callable[[], Iterable[CustomResource]],
        *,
        without: str = "",
        ruled: bool = False,
    ):
        self._without = without
        self._ruled = ruled
        self._form = without + ("+rules" if ruled else "")
        self._built_ins = _built_in_sources(built_ins.api_resources())
        self._customs = customs
        self._built_in_parts: dict[bool, Parts] = {}
        self._documents: ByteCache[Document] = ByteCache(_KEPT_BYTES)
        self._parts: ByteCache[_CustomParts] = ByteCache(_KEPT_PARTS)

    def index(self) -> JsonObject:
        """Returns the response to `GET /openapi/v3`: the URL of each document."""
        found = sorted(self._sources().items())
        return {"paths": {path: {"serverRelativeURL": url_of(path, self._hash(path, each))} for path, each in found}}

    def document(self, path: str, *, binary: bool = False) -> Document | None:
        """Returns the document for a path such as `api/v1` or `apis/example.com/v1`; None if there is none."""
        sources = self._sources().get(path)
        if sources is None:
            return None
        return self._kept((path, binary), self._hash(path, sources), lambda: self._write(sources, _of_v3(binary)))

    def about_all(self, *, binary: bool = False, compressed: bool = False) -> Document:
        """Returns the v2 document of all served resources, optionally compressed with gzip."""
        customs = self._custom_resources()
        wanted = _hash(_ABOUT_ALL + self._form, *map(_state_of, customs))
        if compressed:
            return self._kept((_COMPRESSED, binary), wanted, lambda: _compress(self.about_all(binary=binary).text))
        return self._kept((_ABOUT_ALL, binary), wanted, lambda: self._write_about_all(customs, binary))

    def forget(self, definition: Definition) -> None:
        """Drops all cached documents of a CRD."""
        paths = [_path_of(definition.gvr(version).group_version) for version in definition.versions]
        for binary in (False, True):
            for path in (*paths, _ABOUT_ALL, _COMPRESSED):
                self._documents.drop((path, binary))
            for path in paths:
                self._parts.drop((path, definition.plural, binary))

    @property
    def held(self) -> int:
        """The size of all cached documents and parts, in bytes."""
        return self._documents.held + self._parts.held + sum(each.size for each in self._built_in_parts.values())

    def _kept(self, key: tuple[str, bool], wanted: str, write: Callable[[], bytes]) -> Document:
        """Returns the cached document of a key; writes it if its hash differs."""
        known = self._documents.get(key)
        if known is None or known.hash != wanted:
            known = Document(write(), wanted)
            self._documents.put(key, known, len(known.text))
        return known

    def _sources(self) -> dict[str, _Sources]:
        sources = dict(self._built_ins)
        for custom in self._custom_resources():
            path = _path_of(custom.gvr.group_version)
            known = sources.get(path, _Sources())
            sources[path] = replace(known, customs=(*known.customs, custom))
        return sources

    def _custom_resources(self) -> list[CustomResource]:
        return sorted(self._customs(), key=lambda each: each.gvr)

    def _hash(self, path: str, sources: _Sources) -> str:
        return sources.hash(path + self._form)

    def _formed(self, fragment: Fragment) -> Fragment:
        return fragment.without(self._without).with_rules(self._ruled)

    def _write(self, sources: _Sources, encoding: Encoding) -> bytes:
        """Writes a v3 document; documents of custom resources alone have another title."""
        parts = merge(encoding.write_parts(self._formed(each)) for each in sources.fragments())
        if sources.item is None and sources.home is None:
            return encoding.write_document(_CUSTOM_INFO, {}, parts)
        return encoding.write_document(_INFO, _SECURITY, parts)

    def _write_about_all(self, customs: Iterable[CustomResource], binary: bool) -> bytes:
        encoding = _of_v2(binary)
        if binary not in self._built_in_parts:
            built_in = self._formed(_all_built_in(self._built_ins.values()))
            self._built_in_parts[binary] = encoding.write_parts(built_in)
        custom_parts = [self._custom_parts(each, binary) for each in customs]
        return encoding.write_document(_INFO, _SECURITY, merge([self._built_in_parts[binary], *custom_parts]))

    def _custom_parts(self, custom: CustomResource, binary: bool) -> Parts:
        """Returns the part of a custom resource version in the v2 document."""
        key, wanted = (_path_of(custom.gvr.group_version), custom.gvr.resource, binary), _state_of(custom)
        known = self._parts.get(key)
        if known is None or known.state != wanted:
            fragment = self._formed(custom_fragment(custom))
            known = _CustomParts(wanted, _of_v2(binary).write_parts(fragment, alone=False))
            self._parts.put(key, known, known.parts.size)
        return known.parts


@record
class _CustomParts:
    """The parts of a custom resource, and the state of the CRD they were written from."""

    state: str
    parts: Parts


def url_of(path: str, hash_text: str) -> str:
    """Returns the URL of one state of a document, which clients may cache."""
    return f"/openapi/v3/{path}?hash={hash_text}"


def _of_v2(binary: bool) -> Encoding:
    if not binary:
        return JSON_V2
    from kapivara.registry.openapi.binary.encodings import BINARY_V2  # few clients ask for it

    return BINARY_V2


def _of_v3(binary: bool) -> Encoding:
    if not binary:
        return JSON_V3
    from kapivara.registry.openapi.binary.encodings import BINARY_V3  # few clients ask for it

    return BINARY_V3


def _built_in_sources(resources: Iterable[ApiResource]) -> dict[str, _Sources]:
    """Returns the sources of built-in documents, by path."""
    items = root_paths()
    sources: dict[str, _Sources] = {}
    for each in resources:
        home = each.kind.group_version
        path = _path_of(home)
        if home.group and f"apis/{home.group}" not in sources:
            sources[f"apis/{home.group}"] = _Sources(group_path(home.group))
        known = sources.get(path, _Sources(home=home))
        sources[path] = replace(known, built_ins=(*known.built_ins, each))
    return sources | {item.path.strip("/"): _Sources(item) for item in items}


def _all_built_in(sources: Iterable[_Sources]) -> Fragment:
    """Returns the built-in fragment of the v2 document."""
    items = tuple(item for each in sources for fragment in each.fragments() for item in fragment.items)
    return Fragment(items, tuple(versions_known_to_servers()))


def _path_of(home: GroupVersion) -> str:
    return f"apis/{home.group}/{home.version}" if home.group else f"api/{home.version}"


def _state_of(custom: CustomResource) -> str:
    """Returns a text that identifies a custom resource version and the state of its CRD."""
    metadata = custom.definition.crd["metadata"]
    return f"{custom.gvr} {metadata['uid']} {metadata['generation']}"


def _compress(text: bytes) -> bytes:
    import gzip  # few servers are asked for it

    return gzip.compress(text, mtime=0)


def _hash(*parts: str) -> str:
    import hashlib

    return hashlib.sha512("\n".join((VERSION, *parts)).encode()).hexdigest().upper()
