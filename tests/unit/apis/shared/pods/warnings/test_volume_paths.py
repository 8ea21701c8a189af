"""Tests of warnings about files of one volume that overwrite each other."""

from __future__ import annotations

from typing import Any

import pytest

from kapivara.apis.shared.pods.warnings.volume_paths import overlap_warnings


def items(*paths: str) -> list[dict[str, str]]:
    """Returns items of a volume with the given paths."""
    return [{"key": "k", "path": each} for each in paths]


def overlap(source: str, one: str, other: str) -> str:
    """Returns the text of a warning."""
    return f'volume "v" ({source}): overlapping paths: {one} with {other}'


@pytest.mark.parametrize(
    ("source", "warnings"),
    [
        pytest.param({"configMap": {"name": "m", "items": items("a", "b", "ab")}}, [], id="different"),
        pytest.param(
            {"configMap": {"name": "m", "items": items("a", "a/")}}, [overlap('ConfigMap "m"', '"a"', '"a"')], id="same"
        ),
        pytest.param(
            {"secret": {"secretName": "s", "items": items("a/b/c", "x", "a", "a/b")}},
            [
                overlap('Secret "s"', '"a"', '"a/b/c"'),
                overlap('Secret "s"', '"a/b"', '"a/b/c"'),
                overlap('Secret "s"', '"a/b"', '"a"'),
            ],
            id="folders",
        ),
        pytest.param({"downwardAPI": {"items": items("", "")}}, [], id="no paths"),
        pytest.param(
            {
                "projected": {
                    "sources": [
                        {"configMap": {"name": "m", "items": items("t")}},
                        {"serviceAccountToken": {"path": "t"}},
                        {},
                        {"podCertificate": {"keyPath": "t/k"}},
                    ]
                }
            },
            [
                'volume "v" (Projected) has no sources provided',
                overlap("Projected", '"t" (ServiceAccountToken)', '"t" (ConfigMap "m")'),
                overlap("Projected", '"t/k" (PodCertificate key)', '"t" (ConfigMap "m")'),
                overlap("Projected", '"t/k" (PodCertificate key)', '"t" (ServiceAccountToken)'),
            ],
            id="projected",
        ),
    ],
)
def test_overlaps(source: dict[str, Any], warnings: list[str]) -> None:
    volume: Any = {"name": "v", **source}
    assert list(overlap_warnings([volume])) == warnings


@pytest.mark.parametrize("paths", [["a"] * 50_000, ["/".join("a" * 50_000)] * 2, [f"{n}/x" for n in range(50_000)]])
def test_many_files_end_soon(paths: list[str]) -> None:
    volume: Any = {"name": "v", "secret": {"items": items(*paths)}}
    assert len(list(overlap_warnings([volume]))) <= 1000
