"""What of the input is judged."""

from __future__ import annotations

import pytest

from kapivara.cli.inputs.files import File
from kapivara.cli.inputs.manifests import Manifest, manifests_in
from kapivara.cli.inputs.selection import WITHOUT_OBJECTS, Selection
from kapivara.codec import read_documents

DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n"
FOUND = File("charts/web/templates/a.yaml", "charts")


def manifests(text: str) -> list[Manifest]:
    return [each for document in read_documents(text.encode(), "a.yaml") for each in manifests_in(document)]


@pytest.mark.parametrize(
    "name", ["Deployment", "deployment", "Deployment.apps", "apps/v1/Deployment", "Job,Deployment"]
)
def test_kinds_by_their_names(name: str) -> None:
    assert Selection(only=[name]).picked(manifests(DEPLOYMENT), FOUND)
    skipping = Selection(skip=[name])
    assert not skipping.picked(manifests(DEPLOYMENT), FOUND)
    assert skipping.left_out == {"Deployment objects (--skip)": 1}


@pytest.mark.parametrize("name", ["Job", "Deployment.batch", "apps/v2/Deployment"])
def test_other_kinds(name: str) -> None:
    assert not Selection(only=[name]).picked(manifests(DEPLOYMENT), FOUND)
    assert Selection(skip=[name]).picked(manifests(DEPLOYMENT), FOUND)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Deploymnet", "Deployment objects (--only has deploymnet)"),
        ("Job,deployments", "Deployment objects (--only has deployments)"),
        ("Job", "objects of kinds that --only does not list"),
    ],
)
def test_a_slip_in_only_is_told(name: str, told: str) -> None:
    selection = Selection(only=[name])
    assert not selection.picked(manifests(DEPLOYMENT), FOUND)
    assert selection.left_out == {told: 1}


@pytest.mark.parametrize("pattern", ["templates", "a.yaml", "*.yaml", "web/*", "charts/web", "web/templates/", "w?b"])
def test_excluded_files(pattern: str) -> None:
    selection = Selection(exclude=[pattern])
    assert not selection.takes_file(FOUND)
    assert selection.left_out == {"files excluded by --exclude": 1}


@pytest.mark.parametrize("pattern", ["template", "b.yaml", "*.json", "eb/*"])
def test_files_that_are_not_excluded(pattern: str) -> None:
    assert Selection(exclude=[pattern]).takes_file(FOUND)


@pytest.mark.parametrize("name", ["Chart.yaml", "kustomization.yaml", "kustomization.yml"])
def test_files_of_other_tools_are_passed_over_in_folders(name: str) -> None:
    selection = Selection()
    assert not selection.takes_file(File(f"x/{name}", "x"))
    assert selection.left_out == {WITHOUT_OBJECTS: 1}
    assert selection.takes_file(File(f"x/{name}")), "who names a file wants it judged"


def test_files_in_which_nothing_says_what_it_is() -> None:
    selection, values = Selection(), manifests("replicas: 3\n")
    assert selection.picked(values, FOUND) == []
    assert selection.left_out == {WITHOUT_OBJECTS: 1}
    assert selection.picked(values, File("values.yaml")) == values


def test_an_object_that_forgets_half_of_what_it_is_stays() -> None:
    forgetful = manifests("kind: Deployment\nmetadata: {name: a}\n")
    assert Selection().picked(forgetful, FOUND) == forgetful
