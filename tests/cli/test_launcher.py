"""Tests of the launcher in its own checkouts: first use, later uses, links, moves, and failures."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = ("bash", "readlink", "dirname", "rm")
SCRIPTS = ("environment.bash", "environment.py", "pythons.py")
PROBE = "import sys; print('launched', sys.argv[1:])\n"


@pytest.fixture
def checkout(root: Path, tmp_path: Path) -> Path:
    """A copy of the files of the launcher, with a program that only prints its arguments."""
    folder = tmp_path / "a checkout"
    (folder / "scripts").mkdir(parents=True)

    for name in (
        "kapivara",
        "pyproject.toml",
        "scripts/environment.bash",
        "scripts/environment.py",
        "scripts/pythons.py",
    ):
        shutil.copy(root / name, folder / name)
    (folder / "scripts" / "launch.py").write_text(PROBE)
    return folder


def prepare(checkout: Path) -> None:
    """Creates an environment that counts as up to date."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (checkout / ".venv" / "checkout").symlink_to(checkout)
    shutil.copy(checkout / "pyproject.toml", checkout / ".venv" / "stamp")


def launch(
    command: str | Path, *arguments: str, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_an_environment_that_is_up_to_date_is_used_as_it_is(checkout: Path) -> None:
    prepare(checkout)
    finished = launch(checkout / "kapivara", "validate", "a b", "*")
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "launched ['validate', 'a b', '*']\n", "")


@pytest.mark.parametrize("target", ["absolute", "relative", "chain"])
def test_a_link_to_the_launcher(target: str, checkout: Path, tmp_path: Path) -> None:
    prepare(checkout)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    link = bin_folder / "kap"
    if target == "chain":
        (bin_folder / "inner").symlink_to(os.path.relpath(checkout / "kapivara", bin_folder))
        link.symlink_to("inner")
    else:
        link.symlink_to(checkout / "kapivara" if target == "absolute" else Path("..") / checkout.name / "kapivara")
    path = f"{bin_folder}:{os.environ['PATH']}"
    assert launch("bash", "-c", "kap x", cwd=tmp_path, PATH=path).stdout == "launched ['x']\n"
    assert launch("./kap", "x", cwd=bin_folder).stdout == "launched ['x']\n"


def test_what_a_start_by_a_relative_path_imports_is_kept(checkout: Path, root: Path) -> None:
    prepare(checkout)
    shutil.copy(root / "scripts" / "launch.py", checkout / "scripts" / "launch.py")
    (checkout / "src").symlink_to(root / "src")
    launch("./kapivara", "version", cwd=checkout)
    store = next(checkout.glob(".venv/*.code"))
    written = store.stat().st_mtime_ns
    assert launch("./kapivara", "version", cwd=checkout).stdout.startswith("kapivara ")
    assert b"kapivara.cli.main" in store.read_bytes()
    assert store.stat().st_mtime_ns == written


def test_without_a_python_that_is_new_enough(checkout: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    for name in ("python3", "python3.13"):  # too old, or a shim without a Python
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    finished = launch(checkout / "kapivara", "version", PATH=str(tools), PYENV_ROOT=str(tmp_path))
    assert finished.returncode == 2
    assert "needs Python 3.11 or newer" in finished.stderr


def test_shims_that_stand_for_nothing_are_passed_over(checkout: Path, tmp_path: Path) -> None:
    (checkout / "scripts" / "environment.py").write_text("import sys; sys.exit(f'asked {sys.version_info[:2]}')\n")
    shims = tmp_path / "shims"
    shims.mkdir()
    for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11"):
        (shims / name).write_text("#!/bin/sh\necho 'not here' >&2\nexit 127\n")
        (shims / name).chmod(0o755)
    finished = launch(checkout / "kapivara", "version", PATH=f"{shims}:{os.environ['PATH']}")
    assert finished.stderr.startswith("asked (3, ")


@pytest.mark.slow
def test_without_a_package_index(checkout: Path) -> None:
    nothing = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout), "PIP_CONFIG_FILE": os.devnull}
    finished = launch(checkout / "kapivara", "version", **nothing)
    assert finished.returncode == 2
    assert "could not be installed" in finished.stderr
    assert "PIP_FIND_LINKS" in finished.stderr
    assert not (checkout / ".venv" / "stamp").exists()


def test_a_checkout_that_moved_is_noticed(checkout: Path, tmp_path: Path) -> None:
    prepare(checkout)
    moved = tmp_path / "moved"
    checkout.rename(moved)
    (moved / "scripts" / "environment.py").write_text("import sys; sys.exit('asked to make the environment anew')\n")
    finished = launch(moved / "kapivara", "version")
    assert (finished.returncode, finished.stderr) == (2, "asked to make the environment anew\n")


def test_a_changed_project_is_noticed(checkout: Path) -> None:
    prepare(checkout)
    with (checkout / "pyproject.toml").open("a") as project:
        project.write("# changed\n")
    (checkout / "scripts" / "environment.py").write_text("import sys; sys.exit('asked to bring it up to date')\n")
    assert launch(checkout / "kapivara", "version").stderr == "asked to bring it up to date\n"
