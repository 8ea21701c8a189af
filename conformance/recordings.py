"""Finds recordings: our own ones in this package, compressed; the others in the shared material.

A file of JSON lines is stored as `NAME.jsonl.xz`, the corpus of tags as `tags.tar.xz`. Stored recordings are compared
by content and never by their compressed bytes, which depend on the compressor's version.
"""

from __future__ import annotations

import atexit
import io
import json
import lzma
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CARRIED = Path(__file__).with_name("recordings")
NOT_CARRIED = ("cel_spec", "native_realworld", "realworld")
"""Made of other projects' files, and not stored in the repository."""

ALONE = ("admission_defaults", "protobuf")
"""Recordings that change or list the whole cluster, and are replayed on a server of their own."""

TAGS = "tags"

WHAT = {
    "crd_definition": "writes of CRDs",
    "crd_values": "custom resources: every keyword and format, pruning, defaults, metadata, subresources",
    "crd_cel": "CEL rules: compilation, cost, evaluation, warnings",
    "crd_cel_corners": "CEL rules with failing arguments, unusual map keys, well-known messages",
    "crd_illtyped": "CEL rules over stored data that no longer matches its schema",
    "crd_ratcheting": "updates of stored objects after their CRD became stricter",
    "crd_requests": "findings of random requests: managed fields, metadata, patches, options, scales",
    "crd_tables": "CRDs, custom resources and namespaces as Tables: columns, JSONPaths, media types",
    "realworld": "CRDs of public projects, their examples and mutants of these",
    "field_validation": "unknown and duplicate fields, by verb, format and kind of schema",
    "patching": "JSON patch, merge patch, strategic merge patch, server-side apply",
    "patch_requests": "findings of random patches and applies: scales, versions, keys, managed fields, every kind",
    "machinery": "discovery, lists, selectors, tables, deletion, conflicts, watches, dry runs, OpenAPI documents",
    "native_core": "built-in kinds of the core group",
    "native_apps": "built-in kinds that run pods: apps, batch, autoscaling, policy",
    "native_cluster": "built-in kinds of the other groups",
    "native_realworld": "built-in objects of public projects, and mutants of these",
    "native_fuzz": "mutants of built-in objects, combined from parts of each other",
    "native_requests": "findings of random requests: paths, options, media types, values of CEL, deletions",
    "protobuf": "objects of built-in kinds as JSON and as protobuf",
    "admission_policies": "validating and mutating admission policies",
    "admission_plugins": "admission plugins that are on by default",
    "admission_defaults": "default classes of storage, ingress and priority",
    "admission_webhooks": "webhook configurations; the `wh/…` groups need a webhook server and calls to it",
    "cel_spec": "the CEL specification's own tests",
    "tags/*/cases": "objects against validators generated from `+k8s:` tags",
    "tags/mistakes": "errors of the generator",
    "tags/migration": "merging hand-written and declarative errors",
    "tags/parse": "parsing tags",
}
"""The content of each recording, in the order of documents."""


def shared_folder() -> Path:
    """Returns the folder of the shared recordings: $KAPIVARA_SHARED, or ../shared beside the checkout."""
    return Path(os.environ.get("KAPIVARA_SHARED") or ROOT.parent / "shared") / "conformance"


def carried_names() -> list[str]:
    """Returns the names of the stored recordings, without `tags`."""
    return sorted(file.name.removesuffix(".jsonl.xz") for file in CARRIED.glob("*.jsonl.xz"))


def read_text(name: str) -> str | None:
    """Returns the lines of a recording; None if it is neither stored nor in the shared material."""
    carried, shared = CARRIED / f"{name}.jsonl.xz", shared_folder() / f"{name}.jsonl"
    if carried.exists():
        return lzma.decompress(carried.read_bytes()).decode()
    return shared.read_text() if name in NOT_CARRIED and shared.exists() else None


def read_lines(name: str) -> list[Any] | None:
    """Returns the parsed lines of a recording; None if it is missing."""
    text = read_text(name)
    return None if text is None else parse_lines(text)


def parse_lines(text: str) -> list[Any]:
    """Reads JSON lines; only line feeds end a line."""
    return [json.loads(line) for line in text.rstrip("\n").split("\n")]


@cache
def tags_folder() -> Path:
    """Returns a folder with the unpacked corpus of tags, which exists while this process runs."""
    folder = tempfile.mkdtemp(prefix="kapivara-tags-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with tarfile.open(CARRIED / f"{TAGS}.tar.xz", "r:xz") as archive:
        for entry in archive:
            content = archive.extractfile(entry)
            assert content is not None, f"{entry.name} is no file"
            target = Path(folder) / entry.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())
    return Path(folder) / TAGS


def take_over(source: Path, *, write: bool) -> Iterator[str]:
    """Imports a folder of recordings; yields the names of those that were out of date.

    Without `write` nothing is changed. A recording that the folder lacks stays unchanged.
    """
    files = {f"{file.stem}.jsonl.xz": file.read_bytes() for file in source.glob("*.jsonl")}
    for name in NOT_CARRIED:
        files.pop(f"{name}.jsonl.xz", None)
    if (source / TAGS).is_dir():
        files[f"{TAGS}.tar.xz"] = _archive(source / TAGS)
    for name, content in sorted(files.items()):
        carried = CARRIED / name
        if not carried.exists() or lzma.decompress(carried.read_bytes()) != content:
            yield name
            if write:
                carried.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def _archive(folder: Path) -> bytes:
    """Packs a folder so that the same files always give the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(f"{folder.name}/{file.relative_to(folder).as_posix()}")
            entry.size = file.stat().st_size
            archive.addfile(entry, io.BytesIO(file.read_bytes()))
    return packed.getvalue()
