"""Tests of the checkout's own environment: remains of an interrupted run are replaced, and refused folders stay."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


class Killed(BaseException):
    """The run was interrupted."""


@pytest.fixture
def scripts(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, for a checkout of its own."""
    spec = importlib.util.spec_from_file_location("environment_script", root / "scripts" / "environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    (tmp_path / "pyproject.toml").write_bytes((root / "pyproject.toml").read_bytes())
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "PROJECT", tmp_path / "pyproject.toml")
    return module


@pytest.fixture
def made(scripts: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that created the environment."""
    steps: list[str] = []

    def create(environment: object) -> None:
        steps.append("create")
        python = environment.python  # type: ignore[attr-defined]
        python.parent.mkdir(parents=True, exist_ok=True)
        python.unlink(missing_ok=True)
        python.symlink_to(sys.executable)

    monkeypatch.setattr(scripts.Environment, "create", create)
    monkeypatch.setattr(scripts.Environment, "install", lambda *_: steps.append("install"))
    return steps


def test_it_is_made_once(scripts: ModuleType, made: list[str], tmp_path: Path) -> None:
    assert scripts.bring_up_to_date(scripts.Environment(tmp_path / ".venv"), None) == 0
    assert scripts.bring_up_to_date(scripts.Environment(tmp_path / ".venv"), None) == 0
    assert made == ["create", "install"]


@pytest.mark.parametrize("group", [None, "dev"])
def test_one_that_was_interrupted_is_made_anew(
    group: str | None, scripts: ModuleType, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = scripts.Environment(tmp_path / ".venv")
    if group:
        scripts.bring_up_to_date(environment, None)

    def die(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(scripts.Environment, "install", die)
        with pytest.raises(Killed):
            scripts.bring_up_to_date(environment, group)
    made.clear()
    assert scripts.bring_up_to_date(environment, group) == 0
    assert made == ["create", "install"]


def test_one_that_pip_refused_to_change_stays(
    scripts: ModuleType, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = scripts.Environment(tmp_path / ".venv")
    scripts.bring_up_to_date(environment, None)

    def refuse(*_: object) -> None:
        raise scripts.InstallError("no index")

    with monkeypatch.context() as patch:
        patch.setattr(scripts.Environment, "install", refuse)
        assert scripts.bring_up_to_date(environment, "dev") == 2
    assert scripts.bring_up_to_date(environment, None) == 0
    assert made == ["create", "install"]


def test_no_module_comes_from_the_current_folder(
    scripts: ModuleType, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = scripts.Environment(tmp_path / ".venv")
    scripts.bring_up_to_date(environment, None)
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    (hostile / "pip.py").write_text("open('MARK', 'w')\n")
    monkeypatch.chdir(hostile)
    environment.is_usable()
    assert not (hostile / "MARK").exists()
