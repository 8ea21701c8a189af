"""Tests of kapivara in a folder of a stranger, and with damaged code files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

NAMES = ("yaml", "orjson", "click", "typing", "json", "sitecustomize", "usercustomize", "re2", "rich", "pip", "_yaml")
MANIFEST = "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a manifest, and with modules that print a line when they are imported."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    (folder / "a.yaml").write_text(MANIFEST)
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"open({str(folder / 'MARK')!r}, 'a').write({name!r})\n")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text(f"#!/bin/sh\ntouch {folder}/MARK\n")
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def checkout(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the packages of this Python."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("kapivara", "pyproject.toml"):
        shutil.copy(root / name, folder / name)
    shutil.copytree(root / "scripts", folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(root / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    packages = Path(sysconfig.get_paths()["purelib"])
    library = folder / ".venv" / "lib" / packages.parent.name
    library.mkdir(parents=True)
    (library / "site-packages").symlink_to(packages)
    (folder / ".venv" / "bin").mkdir()
    (folder / ".venv" / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (folder / ".venv" / "checkout").symlink_to(folder)
    shutil.copy(folder / "pyproject.toml", folder / ".venv" / "stamp")
    return folder


def call(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, **environment}
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=120)


def assert_valid(finished: subprocess.CompletedProcess[str]) -> None:
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "1 object: 1 valid\n", "")


@pytest.mark.parametrize("path", [None, ".", ":", "/nowhere:"])
def test_the_launcher_takes_no_module_from_the_current_folder(path: str | None, checkout: Path, hostile: Path) -> None:
    environment = {} if path is None else {"PYTHONPATH": path}
    assert_valid(call([str(checkout / "kapivara"), "validate", "a.yaml"], hostile, **environment))
    assert not (hostile / "MARK").exists()


def test_python_dash_m_takes_none_either(hostile: Path) -> None:
    for name in ("sitecustomize", "usercustomize"):  # Python imports these itself if PYTHONPATH names the folder
        (hostile / f"{name}.py").unlink()
    assert_valid(call([sys.executable, "-m", "kapivara", "validate", "a.yaml"], hostile))
    assert not (hostile / "MARK").exists()


def cut(file: Path, share: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_a_cut_file_of_code_ends_no_command(share: float, checkout: Path, hostile: Path) -> None:
    command = [str(checkout / "kapivara"), "validate", "a.yaml"]
    assert_valid(call(command, hostile))
    (store,) = (checkout / ".venv").glob("*.code")
    cut(store, share)
    assert_valid(call(command, hostile))
    assert_valid(call(command, hostile))
    assert store.stat().st_size > 100_000


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_nor_do_cut_files_of_pythons_own(share: float, checkout: Path, hostile: Path) -> None:
    command = [str(checkout / "kapivara"), "validate", "a.yaml"]
    assert_valid(call(command, hostile))
    for file in (checkout / "src").rglob("*.pyc"):
        cut(file, share)
    for store in (checkout / ".venv").glob("*.code"):
        store.unlink()
    assert_valid(call(command, hostile))
    assert_valid(call(command, hostile))


def test_an_interrupt_is_quiet_while_modules_are_loaded(root: Path, tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(root / "scripts" / "launch.py", tmp_path / "scripts")
    (tmp_path / "src" / "kapivara" / "cli").mkdir(parents=True)
    (tmp_path / "src" / "kapivara" / "cli" / "code_store.py").write_text("raise KeyboardInterrupt\n")
    finished = call([sys.executable, "-I", "-S", str(tmp_path / "scripts" / "launch.py"), "version"], tmp_path)
    assert (finished.returncode, finished.stdout, finished.stderr) == (130, "", "")
