"""Packages that import others: where these are found, and their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Type, TypeKind
from kapivara.generator.sources.go.build_constraints import is_built, is_package_file, is_worth_parsing
from kapivara.generator.sources.go.import_paths import ImportPaths, cached_folders, module_cache, required_modules
from kapivara.generator.sources.loading import Root, SourceOptions, Sources, read_sources

OTHER = "package other\n\ntype Name string\n\nconst Size = 3\n"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def using(statement: str, name: str = "other.Name") -> str:
    return f"package v1\n\nimport {statement}\n\ntype T struct {{\n\tA {name}\n}}\n"


def field_type(sources: Sources) -> Type:
    return sources.universe.packages[sources.packages[0]].types["T"].members[0].type


PLACES = [
    (
        "module",
        {"go.mod": "module example.com/shop // x\n\ngo 1.24\n", "other/a.go": OTHER},
        "shop/other",
        "example.com/shop/v1",
    ),
    (
        "the module's own folder",
        {"go.mod": 'module "example.com/other"', "a.go": OTHER},
        "other",
        "example.com/other/v1",
    ),
    (
        "vendor",
        {"go.mod": "module example.org/x\n", "vendor/example.com/shop/other/a.go": OTHER},
        "shop/other",
        "example.org/x/v1",
    ),
    (
        "staging",
        {"go.mod": "module example.org/x\n", "staging/src/example.com/other/a.go": OTHER},
        "other",
        "example.org/x/v1",
    ),
    (
        *("replacement", {"go.mod": "module x\n\nreplace example.com/a v1.2.3 => ./here\n", "here/b/a.go": OTHER}),
        *("a/b", "x/v1"),
    ),
    (
        *("replacements", {"go.mod": "module x\n\nreplace (\n\texample.com/a => ./here\n)\n", "here/b/a.go": OTHER}),
        *("a/b", "x/v1"),
    ),
    (
        "a module of the workspace",
        {
            "go.work": "go 1.26\n\nuse (\n\t./lib // x\n\t.\n\t../nowhere\n)\n",
            "go.mod": "module example.org/x\n",
            "lib/go.mod": "module example.com/shop\n",
            "lib/other/a.go": OTHER,
        },
        "shop/other",
        "example.org/x/v1",
    ),
    (
        "a workspace of one line, vendored",
        {"go.work": "use ./v1\n", "v1/go.mod": "module example.org/x\n", "vendor/example.com/other/a.go": OTHER},
        "other",
        "example.org/x",
    ),
    ("likeness", {"v1/other/a.go": OTHER}, "some/v1/other", "v1"),
]


@pytest.mark.parametrize(("files", "path", "own"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES])
def test_a_package_is_found(tmp_path: Path, files: dict[str, str], path: str, own: str) -> None:
    write(tmp_path, {**files, "v1/types.go": using(f'other "example.com/{path}"')})
    sources = read_sources([tmp_path / "v1"])
    assert sources.packages == (own,)
    assert str(field_type(sources)) == f"example.com/{path}.Name"
    assert str(field_type(sources).underlying) == "string"
    assert sources.missing == {}
    assert sources.included == {own}


def test_roots_come_first(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"go.mod": "module example.com\n", "other/a.go": OTHER, "elsewhere/a.go": OTHER.replace("string", "int")},
    )
    write(tmp_path, {"v1/types.go": using('"example.com/other"')})
    roots = (Root("example.com/other", tmp_path / "elsewhere"), Root("example.net/api/", tmp_path))
    sources = read_sources([tmp_path / "v1"], SourceOptions(roots=roots))
    assert str(field_type(sources).underlying) == "int"
    assert sources.packages == ("example.net/api/v1",)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ('"example.com/other"', "other.Name"),
        ('o "example.com/other"', "o.Name"),
        ('. "example.com/other"', "Name"),
        ('(\n\t_ "example.com/other"\n\tx "example.com/other"\n)', "[]x.Name"),
        ('"example.com/go-other"', "other.Name"),
        ('"example.com/other/v2"', "other.Name"),
        ('"example.com/strange"', "other.Name"),
    ],
)
def test_packages_are_called_by_their_names(tmp_path: Path, statement: str, name: str) -> None:
    names = ("other", "go-other", "other/v2", "strange")
    write(tmp_path, {"go.mod": "module example.com\n", **{f"{each}/a.go": OTHER for each in names}})
    write(tmp_path, {"v1/types.go": using(statement, name)})
    assert str(field_type(read_sources([tmp_path / "v1"]))).endswith(".Name")


@pytest.mark.parametrize(
    "path",
    ["example.com/missing", "../other", "./other", "/etc", "time", "other", "k8s.io/api/core/v1", "a//b", ""],
)
def test_what_is_not_found_is_no_folder_at_random(tmp_path: Path, path: str) -> None:
    write(tmp_path, {"v1/other/a.go": OTHER, "other/a.go": OTHER, "time/a.go": OTHER, "core/v1/a.go": OTHER})
    assert ImportPaths(()).folder_of(path, tmp_path / "v1") is None


def test_marked_packages_are_included(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "go.mod": "module example.com\n",
            "other/a.go": OTHER,
            "other/doc.go": "// +k8s:validation-gen=*\npackage other\n",
        },
    )
    write(tmp_path, {"v1/types.go": using('"example.com/other"')})
    sources = read_sources([tmp_path / "v1"])
    assert sources.included == {"example.com/v1", "example.com/other"}
    assert [each.value for each in sources.universe.packages["example.com/other"].constants] == [3]


def test_packages_that_say_false_are_not_included(tmp_path: Path) -> None:
    write(tmp_path, {"go.mod": "module example.com\n", "other/doc.go": f"// +k8s:validation-gen=false\n{OTHER}"})
    write(tmp_path, {"v1/types.go": using('"example.com/other"')})
    assert read_sources([tmp_path / "v1"]).included == {"example.com/v1"}


def test_only_what_is_referred_to_is_read_of_others(tmp_path: Path) -> None:
    broken = "type Broken struct { A Unknown }\ntype Twice string\ntype Twice string\n"
    write(tmp_path, {"go.mod": "module example.com\n", "other/a.go": OTHER + broken})
    write(tmp_path, {"v1/types.go": using('"example.com/other"')})
    sources = read_sources([tmp_path / "v1"])
    assert list(sources.universe.packages["example.com/other"].types) == ["Name"]


def test_a_package_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"go.mod": "module example.com\n", "other/a.go": "package other\n\ntype Name struct {\n"})
    write(tmp_path, {"v1/types.go": using('"example.com/other"')})
    with pytest.raises(AuthorErrors) as raised:
        read_sources([tmp_path / "v1"])
    (error,) = raised.value.errors
    assert error.message == "undefined: other.Name"
    assert str(error.place).endswith("types.go:6:4")
    assert "could not be read in full" in error.hint


def test_constants_of_other_packages_count(tmp_path: Path) -> None:
    write(tmp_path, {"go.mod": "module example.com\n", "other/a.go": OTHER})
    write(tmp_path, {"v1/types.go": using('"example.com/other"', "[other.Size]other.Name")})
    assert str(field_type(read_sources([tmp_path / "v1"]))) == "[3]example.com/other.Name"


def test_packages_that_import_each_other_end(tmp_path: Path) -> None:
    first = 'package a\nimport "example.com/b"\ntype A struct { B *b.B }\n'
    second = 'package b\nimport "example.com/a"\ntype B struct { A *a.A }\n'
    write(tmp_path, {"go.mod": "module example.com\n", "a/a.go": first, "b/b.go": second})
    sources = read_sources([tmp_path / "a", tmp_path / "b"])
    assert sources.packages == ("example.com/a", "example.com/b")


@pytest.mark.parametrize(
    ("name", "want"),
    [
        ("types.go", True),
        ("types_test.go", False),
        ("_types.go", False),
        (".types.go", False),
        ("types.txt", False),
        ("types_linux.go", True),
        ("types_windows.go", False),
        ("types_linux_arm64.go", False),
        ("types_linux_amd64.go", True),
        ("windows.go", True),
        ("types_other.go", True),
    ],
)
def test_files_belong_to_a_package_by_name(name: str, want: bool) -> None:
    assert is_package_file(name) is want


@pytest.mark.parametrize(
    ("constraint", "want"),
    [
        ("", True),
        ("//go:build ignore", False),
        ("//go:build !ignore_autogenerated", True),
        ("//go:build linux && amd64", True),
        ("//go:build windows || (linux && !cgo)", False),
        ("//go:build go1.22", True),
        ("//go:build !(darwin || windows)", True),
        ("//go:build (", True),
        ("//go:build " + "(" * 500 + "ignore", True),
        ("// go:build ignore", True),
    ],
)
def test_files_belong_to_a_package_by_constraint(constraint: str, want: bool) -> None:
    assert is_built(f"// License\n\n{constraint}\n\npackage v1\n".encode()) is want
    assert is_built(f"package v1\n\n{constraint}\n".encode())


@pytest.mark.parametrize(
    ("body", "want"),
    [
        ("func (t T) M() {}", False),
        ("const _ = proto.Version3", False),
        ("type T string", True),
        ("const (\n\tA = 1\n)", True),
        ("const A = 1", True),
        ("func ValidateCustom_T() {}", True),
    ],
)
def test_generated_files_are_read_where_they_declare_something(body: str, want: bool) -> None:
    assert is_worth_parsing(f"// Code generated by x. DO NOT EDIT.\n\npackage v1\n\n{body}\n".encode()) is want
    assert is_worth_parsing(f"package v1\n\n{body}\n".encode())


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        pytest.param({}, (), id="a folder beside it"),
        pytest.param({"go.mod": "module example.com/shop\n", "vendor/time/a.go": "package time\n"}, (), id="vendored"),
        pytest.param({}, ("",), id="below a root"),
        pytest.param({"time/v1/time/a.go": "package time\n\ntype Duration struct{}\n"}, (), id="below a folder"),
    ],
)
def test_a_folder_called_like_a_package_of_go_is_not_that_package(
    tmp_path: Path, files: dict[str, str], roots: tuple[str, ...]
) -> None:
    local = {"time/a.go": "package time\n\ntype Duration struct {\n\tA string\n}\n"}
    write(tmp_path, {**local, **files, "v1/a.go": using('"time"', "time.Duration")})
    found = tuple(Root(prefix, tmp_path) for prefix in roots)
    sources = read_sources([tmp_path / "v1", tmp_path / "time"], SourceOptions(roots=found))
    kind = field_type(sources)
    assert (str(kind), kind.kind) == ("time.Duration", TypeKind.ALIAS)
    own = sources.universe.packages[sources.packages[1]]
    assert own.types["Duration"].kind is TypeKind.STRUCT
    assert own.path.endswith("/time")


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        pytest.param({"go.mod": "module time\n"}, {}, id="a module"),
        pytest.param({}, {"time": "time"}, id="a root"),
    ],
)
def test_a_package_of_go_may_be_given(tmp_path: Path, files: dict[str, str], roots: dict[str, str]) -> None:
    local = {"time/a.go": "package time\n\ntype Duration struct {\n\tA string\n}\n"}
    write(tmp_path, {**local, **{f"time/{name}": text for name, text in files.items()}})
    write(tmp_path, {"time/v1/a.go": using('"time"', "time.Duration")})
    found = tuple(Root(prefix, tmp_path / folder) for prefix, folder in roots.items())
    kind = field_type(read_sources([tmp_path / "time" / "v1"], SourceOptions(roots=found)))
    assert (str(kind), kind.kind) == ("time.Duration", TypeKind.STRUCT)


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
