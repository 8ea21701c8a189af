"""Tests of the check for annotations with a meaning to the server."""

from __future__ import annotations

import pytest

from kapivara.apis.shared.pods.rules.annotations import pod_annotations as annotations
from kapivara.apis.shared.pods.rules.annotations import profiles as profile_annotations
from kapivara.apis.shared.pods.warnings import app_armor
from kapivara.apis.shared.pods.warnings import pod_warnings as warnings
from kapivara.apis.shared.pods.warnings.server_annotations import may_mean_something


@pytest.mark.parametrize(
    "key",
    [
        annotations.MIRROR,
        annotations._TOLERATIONS,
        annotations._DELETION_COST,
        profile_annotations.SECCOMP_POD,
        f"{profile_annotations.SECCOMP_CONTAINER}web",
        f"{app_armor.ANNOTATION_PREFIX}web",
        *warnings._OLD_ANNOTATIONS,
    ],
)
def test_what_the_server_knows_may_mean_something(key: str) -> None:
    assert may_mean_something({"example.com/a": "b", key: "c"})


@pytest.mark.parametrize("keys", [(), ("example.com/a", "prometheus.io/scrape")])
def test_what_others_made_up_does_not(keys: tuple[str, ...]) -> None:
    assert not may_mean_something(dict.fromkeys(keys, ""))
