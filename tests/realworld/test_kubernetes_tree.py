"""Tests of the sources of Kubernetes itself: validators of all marked packages are generated and register the same
types as the reference's.

$KAPIVARA_KUBERNETES is the folder of a checkout of v1.37.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from kapivara.cli.main import run
from kapivara.generator.planning.plan_sources import plan_packages
from kapivara.generator.sources.loading import SourceOptions, read_sources

MACHINERY = "k8s.io/apimachinery/pkg"
READONLY = (*(f"{MACHINERY}/{each}" for each in ("api/resource", "runtime", "types", "util/intstr")), "time")
REFERENCE = "zz_generated.validations.go"
REGISTERED = re.compile(r"AddValidationFunc\(\s*\(\*?(?:\w+\.)?(\w+)\)\(nil\).*?case ([^:]*):", re.DOTALL)


@pytest.fixture
def packages() -> list[Path]:
    """Returns the folders for which the reference generates validation, except its own tests."""
    tree = os.environ.get("KAPIVARA_KUBERNETES")
    if not tree:
        pytest.skip("no sources of Kubernetes in $KAPIVARA_KUBERNETES")
    found = [file.parent for part in ("pkg", "staging") for file in Path(tree, part).rglob(REFERENCE)]
    return sorted(each for each in found if "output_tests" not in each.parts)


def test_all_packages_are_generated(packages: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = [part for each in READONLY for part in ("--readonly-pkg", each)]
    assert run(["gen", *map(str, packages), "--out", str(tmp_path), *options]) == 0
    assert capsys.readouterr().out.endswith(f"{len(packages)} packages: {len(packages)} written\n")
    assert len(list(tmp_path.iterdir())) == len(packages) > 60


def test_the_same_types_are_registered(packages: list[Path]) -> None:
    plans = plan_packages(read_sources(packages, SourceOptions(readonly=READONLY)))
    for folder, plan in zip(packages, plans, strict=True):
        text = (folder / REFERENCE).read_text()
        if "RegisterValidations" in text:
            wanted = {name: tuple(re.findall('"([^"]*)"', paths)) for name, paths in REGISTERED.findall(text)}
            assert {root.type.name.name: root.paths for root in plan.roots} == wanted, folder
