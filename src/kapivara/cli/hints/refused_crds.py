"""Adds source lines and hints to the server's errors for a CRD."""

from __future__ import annotations

from kapivara.api import Api
from kapivara.cli.findings import Result
from kapivara.cli.hints.fields import FieldHints
from kapivara.cli.inputs.excerpts import with_excerpts
from kapivara.cli.inputs.manifests import Manifest
from kapivara.cli.options.server import NEWEST_VERSION


def with_hints(result: Result, manifest: Manifest, api: Api, kubernetes_version: str = NEWEST_VERSION) -> Result:
    """Returns the result of a CRD with hints and source lines; `api` is the server that rejected it."""
    kind = api.registry.find_kind(manifest.identity.api_version, manifest.identity.kind) if result.errors else None
    if kind is None:
        return result
    return with_excerpts(FieldHints(kubernetes_version).add(result, manifest, kind), manifest)
