"""From the server's answer to findings: each cause of a Status at its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kapivara.cli.findings import Finding
from kapivara.cli.manifests import Manifest
from kapivara.meta import Status

_STRICT = "strict decoding error: "
_STRICT_FIELD = re.compile(r'(?:unknown|duplicate) field "((?:[^"\\]|\\.)*)"')


def findings_of(status: Status, manifest: Manifest) -> Iterator[Finding]:
    """Lists what a refusal says, one finding for each cause; for each field where a strict decoder refused."""
    if status.details is not None and status.details.causes:
        for cause in status.details.causes:
            yield Finding(manifest.find(cause.field), cause.field, cause.reason, cause.message)
        return
    _, strict, problems = status.message.partition(_STRICT)
    fields = list(_STRICT_FIELD.finditer(problems)) if strict else []
    if not fields or ", ".join(field[0] for field in fields) != problems:
        yield Finding(manifest.place, "", status.reason, status.message)
        return
    for field in fields:
        yield Finding(manifest.find(field[1]), field[1], status.reason, field[0])
