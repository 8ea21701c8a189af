"""Tests of finding the Pythons of a machine and of choosing the best."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from scripts import pythons
from scripts.pythons import Python, find_pythons

Put = Callable[..., Path]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Writes a fake Python into a folder of PATH or of pyenv."""
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / name) for name in ("first", "second", "pyenv/shims")))

    def put(name: str, says: str = "", code: int = 0) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\necho '{says.replace('SELF', str(file))}'\nexit {code}\n")
        file.chmod(0o755)
        return file

    return put


def versions() -> list[str]:
    return [".".join(map(str, each.version)) for each in find_pythons()]


def test_the_order(put: Put) -> None:
    for name, version in {
        "first/python3": "3 10 4",
        "first/python3.11": "3 11 2",
        "first/python3.14": "3 14 1",
        "second/python3.11": "3 11 9",
        "pyenv/versions/3.12.1/bin/python3": "3 12 1",
        "pyenv/versions/3.13.0/bin/python3.13": "3 13 0",
    }.items():
        put(name, f"cpython {version} 1 SELF")
    assert versions() == ["3.13.0", "3.12.1", "3.11.9", "3.14.1", "3.11.2"]


@pytest.mark.parametrize(
    ("name", "says", "code"),
    [
        pytest.param("python3", "cpython 3 10 4 1 SELF", 0, id="too-old"),
        pytest.param("python3", "", 127, id="shim-for-nothing"),
        pytest.param("python3", "cpython 3 13 0 1 SELF", 1, id="fails"),
        pytest.param("python3", "hello", 0, id="something-else"),
        pytest.param("python3", "pypy 3 11 9 1 SELF", 0, id="another-python"),
        pytest.param("python3.9", "cpython 3 13 0 1 SELF", 0, id="named-like-an-old-one"),
        pytest.param("python3-config", "cpython 3 13 0 1 SELF", 0, id="another-name"),
    ],
)
def test_what_is_passed_over(put: Put, name: str, says: str, code: int) -> None:
    put(f"first/{name}", says, code)
    put("second/python3", "cpython 3 12 0 1 SELF")
    assert versions() == ["3.12.0"]


def test_what_cannot_make_environments_comes_last(put: Put) -> None:
    put("first/python3", "cpython 3 13 1 0 SELF")
    put("second/python3", "cpython 3 11 0 1 SELF")
    assert versions() == ["3.11.0", "3.13.1"]


def test_one_python_is_found_once(put: Put, tmp_path: Path) -> None:
    real = put("first/python3.13", "cpython 3 13 1 1 SELF")
    (tmp_path / "first" / "python3").symlink_to(real)
    put("second/python", f"cpython 3 13 1 1 {real}")
    assert [each.path for each in find_pythons()] == [str(real)]


def test_links_to_something_that_is_no_python_are_run_by_their_name(put: Put, tmp_path: Path) -> None:
    real = put("tool/chooser", "cpython 3 13 1 1 /no/such/file")
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "python3").symlink_to(real)
    assert [each.path for each in find_pythons()] == [str(tmp_path / "first" / "python3")]


def test_shims_of_pyenv_are_not_asked(put: Put) -> None:
    put("pyenv/shims/python3", "cpython 3 13 1 1 SELF")
    assert versions() == []


def test_what_does_not_answer_is_passed_over(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    put("first/python3").write_text("#!/bin/sh\nexec sleep 100\n")
    monkeypatch.setattr(pythons, "SECONDS", 0.01)
    monkeypatch.setenv("PATH", os.environ["PATH"] + os.pathsep + "/bin")
    assert "first" not in str(find_pythons())


def test_the_command(put: Put, capsys: pytest.CaptureFixture[str]) -> None:
    assert pythons.main(["--best"]) == 1
    one, other = put("first/python3", "cpython 3 12 1 1 SELF"), put("second/python3", "cpython 3 13 0 1 SELF")
    assert pythons.main([]) == 0
    assert pythons.main(["--best"]) == 0
    assert capsys.readouterr().out.split("\n") == ["", f"3.13.0 {other}", f"3.12.1 {one}", f"{other}", ""]


def test_this_python_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert sys.version_info[:3] in [each.version for each in find_pythons()]
    assert Python((3, 13, 0), "").rank < Python((3, 12, 9), "").rank
