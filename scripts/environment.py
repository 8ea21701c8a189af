"""Makes or refreshes the checkout's own environment, .venv; run by scripts/environment.bash when the stamp is stale.

Needs nothing but the standard library. Several runs at once wait for each other on a lock of pyproject.toml.
The stamp (a copy of pyproject.toml) is written last, so that an interrupted run is simply done again.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"
ENVIRONMENT = ROOT / ".venv"
CHECKOUT = ENVIRONMENT / "checkout"  # a link to the checkout: tells when the checkout has moved
PYTHON = ENVIRONMENT / "bin" / "python"


def main(group: str | None) -> int:
    """Brings .venv up to date; -> exit code."""
    with PROJECT.open("rb") as project:
        fcntl.flock(project, fcntl.LOCK_EX)
        text = project.read()
        stamp = ENVIRONMENT / (f"stamp-{group}" if group else "stamp")
        usable = is_usable()
        if usable and stamp.is_file() and stamp.read_bytes() == text:
            return 0  # another run did it while this one waited
        try:
            if not usable:
                say("making .venv (once, about a minute)")
                create()
            else:
                say("pyproject.toml changed, bringing .venv up to date")
            install(group, tomllib.loads(text.decode()))
            CHECKOUT.unlink(missing_ok=True)
            CHECKOUT.symlink_to(ROOT)
            if group:
                (ENVIRONMENT / "stamp").write_bytes(text)
            stamp.write_bytes(text)
        except OSError as error:
            say(f"cannot write {ENVIRONMENT}: {error}")
            return 2
        except InstallError as error:
            say(str(error))
            return 2
    return 0


class InstallError(Exception):
    """Says why the environment could not be made, and what to do."""


def say(text: str) -> None:
    """Tells the user, apart from the output of the command that follows."""
    print(f"kapivara: {text}", file=sys.stderr, flush=True)


def is_usable() -> bool:
    """Tells whether .venv is a whole environment of this very checkout, with a Python that starts."""
    if CHECKOUT.is_symlink() and CHECKOUT.resolve() != ROOT:
        return False
    if not PYTHON.exists():
        return False
    check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return run(PYTHON, "-c", check).returncode == 0


def create() -> None:
    """Makes an empty environment in place of whatever is there."""
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    try:
        venv.create(ENVIRONMENT, with_pip=True, symlinks=True)
    except (subprocess.CalledProcessError, ImportError) as error:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise InstallError(
            f"this Python ({sys.executable}) cannot make environments with pip: {error}\n"
            f"On Debian and Ubuntu: apt install python{version}-venv"
        ) from error


def install(group: str | None, project: dict[str, dict[str, list[str]]]) -> None:
    """Installs the package, editable, and the group's requirements."""
    command: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    requirements = project["dependency-groups"][group] if group else []
    finished = run(*command, "--editable", ROOT, *requirements)
    if finished.returncode:
        raise InstallError(
            f"{finished.stdout.strip()}\n\nkapivara: its dependencies could not be installed (pip's words are above). "
            "The first run needs a package index: without network, point PIP_INDEX_URL at a mirror, "
            "or PIP_FIND_LINKS at a folder of wheels and set PIP_NO_INDEX=1."
        )
    # Python 3.11 puts setuptools into new environments; its start-up hook would slow every command down.
    run(PYTHON, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools")


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command quietly, its output and errors kept as one text."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else None))
