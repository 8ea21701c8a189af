"""Types in several Python files: relative and absolute imports, folders, packages that were read before."""

import os
from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Universe
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.python import front_end


def read_package(path, universe):
    package, errors = front_end.try_package(path, universe, Loader(universe).shared_type)
    if errors:
        raise AuthorErrors(errors)
    return package


PART = "from dataclasses import dataclass\n@dataclass\nclass Part:\n    id: str\n"
WHOLE = "from dataclasses import dataclass\n{}\n@dataclass\nclass Whole:\n    x: {}\n"


@pytest.fixture
def write(tmp_path):
    """Writes files below a folder."""

    def write_files(files):
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return tmp_path

    return write_files


IMPORTS = {
    "module of a folder below": ("from .other.types import Part", "Part", "other/types.py"),
    "module of a neighbour": ("from ..other.types import Part as P", "P", "../other/types.py"),
    "folder without init": ("from .other import Part", "Part", "other/types.py"),
    "module as a name": ("from .other import types", "types.Part", "other/types.py"),
    "module under another name": ("from .other import types as o", "list[o.Part]", "other/types.py"),
    "folder as a name": ("from . import other", "other.types.Part", "other/types.py"),
    "file beside": ("from .shared import Part", "Part | None", "shared.py"),
    "star": ("from .other.types import *", "Part", "other/types.py"),
    "absolute": ("from project.other.types import Part", "Part", "../other/types.py"),
    "absolute module": ("import project.other.types", "project.other.types.Part", "../other/types.py"),
    "absolute module under a name": ("import project.other.types as pt", "pt.Part", "../other/types.py"),
    "for type checkers": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .other.types import Part",
        "'Part'",
        "other/types.py",
    ),
}


@pytest.mark.parametrize(("line", "annotation", "file"), IMPORTS.values(), ids=IMPORTS)
def test_imports(write, line, annotation, file):
    root = write(
        {
            "project/v1/types.py": WHOLE.format(line, annotation),
            os.path.normpath(f"project/v1/{file}"): PART,
        }
    )
    universe = Universe()
    made = read_package(root / "project/v1", universe)
    kind = made.types["Whole"].members[0].type
    kind = kind.elem or kind
    assert kind.name.name == "Part"
    assert kind is universe.type(kind.name)
    assert [each.name for each in kind.members] == ["Id"]
    assert Path(kind.place.file) == root / os.path.normpath(f"project/v1/{file}")


def test_names_are_imported_on(write):
    root = write(
        {
            "v1/types.py": WHOLE.format("from ..api import Part, Names", "dict[str, Names]"),
            "api/__init__.py": "from .types import *\nfrom .parts import Part\n",
            "api/types.py": "from .parts import Part\nNames = list[Part]\n",
            "api/parts.py": PART,
        }
    )
    universe = Universe()
    made = read_package(root / "v1", universe)
    assert str(made.types["Whole"].members[0].type) == "map[string][]api.Part"
    assert [Path(each).name for each in universe.packages["api"].files] == ["__init__.py", "types.py", "parts.py"]


def test_files_that_import_each_other(write):
    root = write(
        {
            "a/types.py": WHOLE.format("from ..b.types import Part", "'Part | None'"),
            "b/types.py": PART.replace("id: str", "up: 'Whole | None' = None")
            + "\nif TYPE_CHECKING:\n    from ..a.types import Whole\n",
        }
    )
    universe = Universe()
    whole = read_package(root / "a", universe).types["Whole"]
    part = universe.packages["b"].types["Part"]
    assert whole.members[0].type.elem is part
    assert part.members[0].type.elem is whole


def test_packages_read_before_are_kept(write):
    root = write(
        {
            "a/types.py": WHOLE.format("from ..b.types import Part, Parts", "Parts"),
            "b/types.py": PART + "Parts = list[Part]\n",
        }
    )
    universe = Universe()
    other = read_package(root / "b", universe)
    part = other.types["Part"]
    made = read_package(root / "a", universe)
    assert made.types["Whole"].members[0].type.elem is part
    assert len(part.members) == 1
    assert read_package(root / "b", universe) is other
    assert list(universe.packages) == ["b", "a"]


def test_a_package_is_completed(write):
    root = write(
        {
            "a/types.py": WHOLE.format("from ..b.parts import Part", "Part"),
            "b/parts.py": PART,
            "b/types.py": "from .parts import Part\n" + PART.replace("Part", "Other"),
        }
    )
    universe = Universe()
    read_package(root / "a", universe)
    assert list(universe.packages["b"].types) == ["Part"]
    assert list(read_package(root / "b", universe).types) == ["Part", "Other"]


def test_paths_of_packages(write):
    root = write(
        {
            **{f"org/apis/{name}/__init__.py": "" for name in (".", "v1")},
            "org/apis/v1/types.py": PART,
            "one/v1/types.py": PART,
            "two/v1/types.py": PART,
        }
    )
    universe = Universe()
    paths = [read_package(root / folder, universe).path for folder in ("org/apis/v1", "one/v1", "two/v1")]
    assert paths == ["apis/v1", "v1", "two/v1"]
    assert {each.name for each in universe.packages.values()} == {"v1"}


def test_folders_relative_to_where_one_stands(write, monkeypatch):
    root = write({"v1/types.py": WHOLE.format("from ..b.types import Part", "Part"), "b/types.py": PART})
    monkeypatch.chdir(root / "v1")
    universe = Universe()
    made = read_package(Path("."), universe)
    assert (made.path, made.files) == ("v1", ["types.py"])
    assert universe.packages["b"].files == [os.path.join("..", "b", "types.py")]
    monkeypatch.chdir(root)
    assert read_package(Path("v1/types.py"), Universe()).files == ["v1/types.py"]
