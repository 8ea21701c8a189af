"""Python files of types with any name: which files of a folder count, and their markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.cli.main import run
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.sources.loading import Sources, read_sources
from kapivara.generator.sources.python.type_files import is_marked, type_files
from kapivara.generator.sources.selection import selected_types
from kapivara.testing import load_types

MARKER = "# +k8s:validation-gen=*\n"
WIDGET = """from dataclasses import dataclass


@dataclass
class Widget:
    # +k8s:required
    # +k8s:maxLength=3
    name: str
"""
FILES = {
    "marked": (MARKER + WIDGET, True),
    "behind the docstring": (f'"""Types."""\n\n{MARKER}\n{WIDGET}', True),
    "another marker": ("# +k8s:validation-gen-nolint\n" + WIDGET, True),
    "not marked": (WIDGET, False),
    "in a text": (f"GO = '''\n{MARKER}'''\n", False),
    "below the top": (WIDGET + MARKER, False),
    "above a class alone": (f"import os\n\n{MARKER}class A:\n    pass\n", False),
    "broken": (MARKER + "class A(:\n", True),
}


@pytest.mark.parametrize(("text", "expected"), FILES.values(), ids=FILES)
def test_markers_stand_at_the_top(tmp_path: Path, text: str, expected: bool) -> None:
    (tmp_path / "api.py").write_text(text)
    assert is_marked(tmp_path / "api.py") is expected
    assert type_files(tmp_path) == [tmp_path / "api.py"] * expected


def names(sources: Sources) -> list[str]:
    return [
        kind.name.name
        for path in sources.packages
        for kind in selected_types(sources.universe.packages[path], sources.universe)
    ]


def test_all_marked_files_are_one_package(tmp_path: Path) -> None:
    (tmp_path / "widgets.py").write_text(MARKER + WIDGET)
    (tmp_path / "gears.py").write_text("# +k8s:validation-gen=TypesWithField=Name\n" + WIDGET.replace("Widget", "Gear"))
    (tmp_path / "types.py").write_text(WIDGET.replace("Widget", "Wheel"))
    (tmp_path / "other.py").write_text(WIDGET.replace("Widget", "Other"))
    assert [each.name for each in type_files(tmp_path)] == ["types.py", "gears.py", "widgets.py"]
    sources = read_sources([tmp_path])
    assert len(sources.packages) == 1
    assert names(sources) == ["Gear", "Wheel", "Widget"]


def test_a_file_can_be_named_and_needs_no_marker(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(WIDGET)
    assert names(read_sources([tmp_path / "plain.py"])) == ["Widget"]
    with pytest.raises(AuthorErrors) as raised:
        read_sources([tmp_path])
    (error,) = raised.value.errors
    assert error.message == "no Go files in this folder, and no Python file with types"
    assert error.hint == "write # +k8s:validation-gen=* at the top of the Python file with the types, or name the file"


def test_go_files_come_first(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text("package v1\n\ntype Gear struct{}\n")
    (tmp_path / "api.py").write_text(MARKER + WIDGET)
    assert names(read_sources([tmp_path])) == ["Gear"]


def test_every_door_takes_such_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "widgets"
    folder.mkdir()
    (folder / "api.py").write_text(MARKER + WIDGET)
    (folder / "cases.jsonl").write_text('{"type": "Widget", "op": "create", "obj": {"name": "abc"}, "errors": []}\n')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_go.py").write_text(f"GO = '''\n{MARKER}'''\n")
    assert run(["gen", f"{tmp_path}/..."]) == 0
    assert "1 package: 1 written" in capsys.readouterr().out
    assert run(["gen", "--check", str(folder)]) == 0
    assert run(["lint", str(folder / "api.py")]) == 0
    assert run(["test-types", str(folder)]) == 0
    assert run(["test-types", str(folder / "api.py")]) == 0
    assert "1 identical" in capsys.readouterr().out
    assert load_types(folder)["Widget"].value({"name": "abcd"}).errors()


def test_a_marker_in_the_wrong_place_is_told_with_the_name_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "api.py").write_text(f"{MARKER}{WIDGET}\n\n# +k8s:validation-gen=TypesWithField=Name\n\nX = 1\n")
    assert run(["lint", str(tmp_path)]) == 0
    told = " ".join(capsys.readouterr().out.split())  # lines are wrapped
    assert "tags of a package are read from the top of api.py alone" in told
