"""The paths that are no resources: discovery, and the other paths that the real server describes.

Upstream: apiserver/pkg/endpoints/discovery/{root,legacy,group,version}.go, pkg/server/routes/version.go,
pkg/routes/openidmetadata.go (1.37).
"""

from __future__ import annotations

from kapivara.codec.typed.described import described
from kapivara.meta import GroupVersion
from kapivara.meta.media_types import JSON
from kapivara.registry.openapi.model import TEXT, Model, meta_model, model_of
from kapivara.registry.openapi.operation import Operation, PathItem
from kapivara.registry.openapi.operation_names import operation_id, operation_tag
from kapivara.registry.openapi.service import OBJECTS


def resources_path(home: GroupVersion) -> PathItem:
    """Returns the discovery path of the resources of a group and version."""
    path = f"/apis/{home.group}/{home.version}/" if home.group else f"/api/{home.version}/"
    return _discovery(path, "getAPIResources", "APIResourceList", "get the resources of a version")


def group_path(group: str) -> PathItem:
    """Returns the discovery path of the versions of a group."""
    return _discovery(f"/apis/{group}/", "getAPIGroup", "APIGroup", "get the versions of a group")


def root_paths() -> list[PathItem]:
    """Returns the paths that every server has, whatever resources it serves."""
    version = model_of(described("meta.version").struct("Info"))
    return [
        _discovery("/api/", "getAPIVersions", "APIVersions", "get the versions of the core group"),
        _discovery("/apis/", "getAPIVersions", "APIGroupList", "get the groups"),
        _get("/version/", "getCodeVersion", version, "get the version of the server", consumes=(JSON,)),
        _get(
            "/.well-known/openid-configuration/",
            "getServiceAccountIssuerOpenIDConfiguration",
            TEXT,
            "get the OpenID configuration of the service account issuer",
        ),
        _get(
            "/openid/v1/jwks/",
            "getServiceAccountIssuerOpenIDKeyset",
            TEXT,
            "get the public keys of the issuer of service accounts' tokens",
            produces=("application/jwk-set+json",),
        ),
    ]


def _discovery(path: str, operation: str, model: str, text: str) -> PathItem:
    return _get(path, operation, meta_model(model), text, consumes=OBJECTS, produces=OBJECTS)


def _get(
    path: str,
    operation: str,
    model: Model,
    text: str,
    *,
    consumes: tuple[str, ...] = (),
    produces: tuple[str, ...] = (JSON,),
) -> PathItem:
    described = Operation(
        "get",
        operation_id(operation, path),
        operation_tag(path),
        text,
        consumes=consumes,
        produces=produces,
        model=model,
        codes=(("200", "OK"),),
    )
    return PathItem(path, (described,))
