"""Go's module cache: finding the sources of required modules."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.sources.go.import_paths import ImportPaths
from kapivara.generator.sources.go.module_cache import cached_folders, module_cache, required_modules

GO_MOD = """module example.com/shop

go 1.24

require k8s.io/api v0.36.1

require (
\tgithub.com/Acme/Tools/v2 v2.0.1 // indirect
\texample.com/old v1.0.0
\texample.com/local v1.0.0
)

replace example.com/old => example.com/new v1.2.3

replace example.com/local => ../local
"""


def test_what_a_module_requires() -> None:
    found = required_modules(GO_MOD)
    assert found["k8s.io/api"] == ("k8s.io/api", "v0.36.1")
    assert found["github.com/Acme/Tools/v2"] == ("github.com/Acme/Tools/v2", "v2.0.1")
    assert found["example.com/old"] == ("example.com/new", "v1.2.3")


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("k8s.io/api/core/v1", "k8s.io/api@v0.36.1/core/v1"),
        ("github.com/Acme/Tools/v2", "github.com/!acme/!tools/v2@v2.0.1"),
        ("example.com/old/x", "example.com/new@v1.2.3/x"),
    ],
)
def test_folders(path: str, folder: str) -> None:
    assert list(cached_folders(Path("/cache"), required_modules(GO_MOD), path)) == [Path("/cache", folder)]


def test_packages_are_found_in_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "cache/k8s.io/api@v0.36.1/core/v1"
    project = tmp_path / "project"
    for folder in (package, project):
        folder.mkdir(parents=True)
        (folder / "types.go").write_text("package v1\n")
    (project / "go.mod").write_text(GO_MOD)
    paths = ImportPaths((), tmp_path / "cache")
    assert paths.path_of(project) == "example.com/shop"
    assert paths.folder_of("k8s.io/api/core/v1", project) == package
    assert paths.folder_of("k8s.io/api/core/v1", package) == package
    assert ImportPaths(()).folder_of("k8s.io/api/core/v1", project) is None


def test_in_a_module_nothing_is_found_by_its_likeness(tmp_path: Path) -> None:
    own, importer = tmp_path / "pkg/apis/meta/v1", tmp_path / "pkg/apis/shop/v1"
    for folder in (own, importer):
        folder.mkdir(parents=True)
        (folder / "types.go").write_text("package v1\n")
    asked = "k8s.io/apimachinery/pkg/apis/meta/v1"
    assert ImportPaths(()).folder_of(asked, importer) == own
    (tmp_path / "go.mod").write_text("module example.com/shop\n")
    assert ImportPaths(()).folder_of(asked, importer) is None


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOMODCACHE", str(tmp_path))
    assert module_cache() == tmp_path
    monkeypatch.delenv("GOMODCACHE")
    (tmp_path / "pkg/mod").mkdir(parents=True)
    monkeypatch.setenv("GOPATH", str(tmp_path))
    assert module_cache() == tmp_path / "pkg/mod"
    monkeypatch.setenv("GOPATH", str(tmp_path / "none"))
    assert module_cache() is None
