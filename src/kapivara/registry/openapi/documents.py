"""The OpenAPI documents of a registry: an index, and one document for each group and version.

A document is made when it is first asked for, and kept until a definition in it changes or others need the room. Its
hash, by which clients know that they may keep it, is taken from what it is made of: the index does not wait for
documents.
Upstream: kube-aggregator/pkg/controllers/openapiv3/aggregator, kube-openapi/pkg/handler3/handler.go,
apiextensions-apiserver/pkg/controller/openapiv3 (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kapivara.codec import encode_json
from kapivara.meta import GroupVersionResource
from kapivara.registry.custom_resource import CustomResource
from kapivara.registry.definition import Definition
from kapivara.registry.kinds import BuiltInKinds
from kapivara.registry.openapi.built_in import built_in_fragment
from kapivara.registry.openapi.custom import custom_fragment
from kapivara.values import JsonObject
from kapivara.values.caches import ByteCache
from kapivara.values.record import record
from kapivara.version import KUBERNETES, VERSION

_INFO = {"title": "Kubernetes", "version": KUBERNETES}
_KEPT_BYTES = 32 << 20
_CUSTOM_INFO = {"title": "Kubernetes CRD Swagger", "version": "v0.1.0"}


@record
class Document:
    """A document as JSON text, and the hash that names this state of it."""

    text: bytes
    hash: str


@record
class _Sources:
    """What a document is made of."""

    built_ins: list[GroupVersionResource]
    customs: list[CustomResource]

    def hash(self) -> str:
        """Returns a text that is another one whenever the document could be."""
        import hashlib

        parts = [VERSION, *map(str, self.built_ins)]
        for custom in self.customs:
            metadata = custom.definition.crd["metadata"]
            parts.append(f"{metadata['name']} {metadata['uid']} {metadata['generation']}")
        return hashlib.sha256("\n".join(parts).encode()).hexdigest().upper()


class OpenApi:
    """The documents about what is served; safe for many threads, which at worst make one twice."""

    def __init__(self, built_ins: BuiltInKinds, customs: Callable[[], Iterable[CustomResource]]):
        self._built_ins = built_ins
        self._customs = customs
        self._documents: ByteCache[Document] = ByteCache(_KEPT_BYTES)

    def index(self) -> JsonObject:
        """Returns the answer to `GET /openapi/v3`: where each document is to be found."""
        urls = {path: {"serverRelativeURL": url_of(path, each.hash())} for path, each in self._sources().items()}
        return {"paths": urls}

    def document(self, path: str) -> Document | None:
        """Returns the document for a path such as `api/v1` or `apis/example.com/v1`; None where nothing is there."""
        sources = self._sources().get(path)
        if sources is None:
            return None
        known, wanted = self._documents.get(path), sources.hash()
        if known is None or known.hash != wanted:
            known = Document(encode_json(self._make(sources)), wanted)
            self._documents.put(path, known, len(known.text))
        return known

    def forget(self, definition: Definition) -> None:
        """Lets go of the documents about a definition."""
        for version in definition.versions:
            self._documents.drop(_path_of(definition.gvr(version)))

    @property
    def held(self) -> int:
        """How many bytes of documents are kept."""
        return self._documents.held

    def _make(self, sources: _Sources) -> JsonObject:
        fragments = [custom_fragment(each) for each in sources.customs]
        fragments += [built_in_fragment(self._built_ins.get(each)) for each in sources.built_ins]
        schemas: JsonObject = {}
        paths: JsonObject = {}
        for fragment in fragments:
            schemas |= fragment.schemas
            paths |= fragment.paths
        info = _INFO if sources.built_ins else _CUSTOM_INFO
        return {"openapi": "3.0.0", "info": info, "paths": paths, "components": {"schemas": schemas}}

    def _sources(self) -> dict[str, _Sources]:
        sources: dict[str, _Sources] = {}
        for api in self._built_ins.api_resources():
            resource = api.kind.group_version.with_resource(api.plural)
            sources.setdefault(_path_of(resource), _Sources([], [])).built_ins.append(resource)
        for custom in sorted(self._customs(), key=lambda each: each.gvr):
            sources.setdefault(_path_of(custom.gvr), _Sources([], [])).customs.append(custom)
        return sources


def url_of(path: str, hash_text: str) -> str:
    """Returns the URL of one state of a document, for clients to keep."""
    return f"/openapi/v3/{path}?hash={hash_text}"


def _path_of(resource: GroupVersionResource) -> str:
    group, version = resource.group, resource.version
    return f"apis/{group}/{version}" if group else f"api/{version}"
