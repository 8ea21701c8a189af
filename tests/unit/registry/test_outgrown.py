"""Objects that defaults would grow past every bound: they are refused as those that are too large to store."""

import pytest

ITEM = {"type": "object", "properties": {f"p{i}": {"type": "string", "default": "x"} for i in range(50)}}
SPEC = {"type": "object", "properties": {"parts": {"type": "array", "items": ITEM}}}


@pytest.mark.parametrize("dry_run", [[], ["All"]], ids=["stored", "dry-run"])
def test_outgrown(talk, make_version, widget, dry_run):
    (parts,) = talk.define("parts", "Part", versions=[make_version("v1", spec=SPEC)])
    body = widget()
    body |= {"kind": "Part", "spec": {"parts": [{}] * 30_000}}
    outcome = talk("create", parts, body=body, dryRun=dry_run)
    assert (outcome.code, outcome.status.message) == (500, "etcdserver: request is too large")
