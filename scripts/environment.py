"""Creates or updates the checkout's own environment, .venv; scripts/environment.bash runs it if the stamp is outdated.

With `--dependencies FOLDER` it creates an environment of this Python with kapivara's dependencies but without kapivara
itself: tests of other Pythons run the checkout's sources in it. It needs only the standard library. Concurrent runs
wait for each other on a lock of pyproject.toml. The stamp (a copy of pyproject.toml) is written last, and an
environment without it is created again, because an interrupted run may have left anything behind. No module is imported
from the current folder.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
import tomllib
import venv
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ROOT / "pyproject.toml"


class InstallError(Exception):
    """Explains why the environment could not be created, and what to do."""


@dataclass(frozen=True)
class Environment:
    """An environment in a folder, with the package in it or only its dependencies."""

    folder: Path
    has_package: bool = True

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.folder / "bin" / "python"

    @property
    def checkout(self) -> Path:
        """A link to the checkout, which shows whether the checkout has moved."""
        return self.folder / "checkout"

    def stamp(self, group: str | None) -> Path:
        """The stamp that shows that a group of dependencies is installed as in pyproject.toml."""
        return self.folder / (f"stamp-{group}" if group else "stamp")

    def is_usable(self) -> bool:
        """Returns whether it is a complete environment of this checkout, with a Python that starts."""
        if self.checkout.is_symlink() and self.checkout.resolve() != ROOT:
            return False
        if not self.python.exists():
            return False
        check = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
        return self.stamp(None).is_file() and run(self.python, "-I", "-c", check).returncode == 0

    def create(self) -> None:
        """Creates an empty environment in place of an existing one."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        try:
            venv.create(self.folder, with_pip=True, symlinks=True)
        except (subprocess.CalledProcessError, ImportError) as error:
            version = f"{sys.version_info.major}.{sys.version_info.minor}"
            raise InstallError(
                f"this Python ({sys.executable}) cannot make environments with pip: {error}\n"
                f"On Debian and Ubuntu: apt install python{version}-venv"
            ) from error

    def install(self, requirements: list[str]) -> None:
        """Installs the package in editable mode, or its dependencies, and other requirements."""
        project = tomllib.loads(PROJECT.read_text())["project"]
        extras = project["optional-dependencies"]
        needed = [*project["dependencies"], *(each for name in ("server", "gen") for each in extras[name])]
        package = ["--editable", f"{ROOT}[all]"] if self.has_package else needed
        pip = (self.python, "-I", "-m", "pip")
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
        # Most dependencies are never imported: Python compiles a module on its first import.
        finished = run(*pip, "install", "--no-compile", *quiet, *package, *requirements)
        if finished.returncode:
            raise InstallError(
                f"{finished.stdout.strip()}\n\n"
                "kapivara: its dependencies could not be installed (pip's words are above). The first run needs a "
                "package index: without network, point PIP_INDEX_URL at a mirror, or PIP_FIND_LINKS at a folder of "
                "wheels and set PIP_NO_INDEX=1."
            )
        # Python 3.11 puts setuptools into new environments; its start-up hook would slow every command down.
        run(*pip, "uninstall", "--quiet", "--yes", "setuptools")


def main(arguments: list[str]) -> int:
    """Updates an environment; returns the exit code."""
    if len(arguments) == 2 and arguments[0] == "--dependencies":
        return bring_up_to_date(Environment(Path(arguments[1]), has_package=False), None)
    return bring_up_to_date(Environment(ROOT / ".venv"), arguments[0] if arguments else None)


def bring_up_to_date(environment: Environment, group: str | None) -> int:
    """Creates an environment, or installs missing parts, if the stamp is outdated; returns the exit code."""
    with PROJECT.open("rb") as project:
        fcntl.flock(project, fcntl.LOCK_EX)
        text, stamp = project.read(), environment.stamp(group)
        usable = environment.is_usable()
        if usable and stamp.is_file() and stamp.read_bytes() == text:
            return 0  # another run did it while this one waited
        finished = environment.stamp(None).read_bytes() if usable else None
        try:
            if not usable:
                say(f"making {environment.folder.name} (once, about a minute)")
                environment.create()
            else:
                say(f"pyproject.toml changed, bringing {environment.folder.name} up to date")
                environment.stamp(None).unlink()  # until the run is complete
            environment.install(tomllib.loads(text.decode())["dependency-groups"][group] if group else [])
            environment.checkout.unlink(missing_ok=True)
            environment.checkout.symlink_to(ROOT)
            environment.stamp(None).write_bytes(text)
            stamp.write_bytes(text)
        except OSError as error:
            say(f"cannot write {environment.folder}: {error}")
            return 2
        except InstallError as error:
            if finished is not None:
                environment.stamp(None).write_bytes(finished)  # pip changed nothing
            say(str(error))
            return 2
    return 0


def say(text: str) -> None:
    """Prints a message for the user, apart from the output of the command that follows."""
    print(f"kapivara: {text}", file=sys.stderr, flush=True)


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a command quietly and keeps its output and errors as one text."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
