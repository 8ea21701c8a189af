"""The store of code that the launcher uses: what comes from it, what does not, and that nothing depends on it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
sys.path += {path!r}
from kapivara.cli.code_store import CodeStore
store = CodeStore({file!r})
store.install()
import probe, probe_package.inner
for module in (probe, probe_package, probe_package.inner):
    print(module.VALUE, type(module.__spec__.loader).__name__, module.__file__ == module.__spec__.origin, sep=",")
print(list(probe_package.__path__) == [probe_package.__file__.rpartition("/")[0]], probe.__spec__.cached is not None)
store.save()
"""


class Folder:
    """A folder of modules, and programs that import them through a store."""

    def __init__(self, folder: Path, sources: Path):
        self.modules = folder / "modules"
        self.file = folder / "a.code"
        self._path = [str(sources), str(self.modules)]
        (self.modules / "probe_package").mkdir(parents=True)
        for name in ("probe", "probe_package/__init__", "probe_package/inner"):
            self.write(name, "one")

    def write(self, name: str, value: str) -> None:
        (self.modules / f"{name}.py").write_text(f"VALUE = {value!r}\n")

    def run(self, *options: str, path: tuple[str, ...] = ()) -> list[list[str]]:
        """Runs the program: value, loader and place of each module."""
        program = PROGRAM.format(path=[*self._path, *path], file=str(self.file))
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        finished = subprocess.run(
            [sys.executable, "-S", "-P", *options, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert finished.stderr == ""
        *modules, shape = finished.stdout.splitlines()
        assert shape == "True True"
        return [line.split(",") for line in modules]


PLAIN = [["one", "_Careful", "True"]] * 3
STORED = [["one", "_Loader", "True"]] * 3


@pytest.fixture
def folder(tmp_path: Path, root: Path) -> Folder:
    return Folder(tmp_path, root / "src")


def test_the_second_start_finds_all_modules_in_the_store(folder: Folder) -> None:
    assert folder.run() == PLAIN
    written = folder.file.stat().st_mtime_ns
    assert folder.run() == STORED
    assert folder.file.stat().st_mtime_ns == written


def test_a_changed_source_counts_at_once(folder: Folder) -> None:
    folder.run()
    folder.write("probe", "changed")
    assert folder.run() == [["changed", "_Careful", "True"], *STORED[1:]]
    assert folder.run() == [["changed", "_Loader", "True"], *STORED[1:]]


def test_a_source_of_the_same_size_counts_by_its_time(folder: Folder) -> None:
    folder.run()
    folder.write("probe", "two")
    os.utime(folder.modules / "probe.py", ns=(10**18, 10**18))
    assert folder.run()[0] == ["two", "_Careful", "True"]


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"\xff" * 8, b"\x04" + bytes(7) + b"????", b"\x05" + bytes(7) + b"\xe9\x01\x00\x00\x00"]
)
def test_a_store_that_cannot_be_read_is_written_anew(content: bytes, folder: Folder) -> None:
    folder.file.write_bytes(content)
    assert folder.run() == PLAIN
    assert folder.run() == STORED


@pytest.mark.parametrize("kept", [0, 5, 12, 100, 0.5, 0.9, 0.999])
def test_a_store_that_was_cut_is_written_anew(kept: float, folder: Folder) -> None:
    folder.run()
    whole = folder.file.read_bytes()
    folder.file.write_bytes(whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    assert [value for value, *_ in folder.run()] == ["one"] * 3
    assert folder.run() == STORED


def test_a_store_with_a_flipped_bit_is_never_run(folder: Folder) -> None:
    folder.run()
    whole = folder.file.read_bytes()
    for position in range(0, len(whole), len(whole) // 20):
        folder.file.write_bytes(whole[:position] + bytes([whole[position] ^ 1]) + whole[position + 1 :])
        assert [value for value, *_ in folder.run()] == ["one"] * 3


@pytest.mark.parametrize("kind", ["folder", "pipe", "unreadable", "link to nowhere", "link to a folder"])
def test_something_else_in_its_place_is_no_obstacle(kind: str, folder: Folder) -> None:
    if kind == "folder":
        folder.file.mkdir()
    elif kind == "pipe":
        os.mkfifo(folder.file)
    elif kind == "unreadable":
        folder.file.touch(mode=0)
    else:
        folder.file.symlink_to("nowhere" if kind == "link to nowhere" else folder.modules)
    assert [value for value, *_ in folder.run()] == ["one"] * 3
    assert folder.run() == (PLAIN if kind == "folder" else STORED)
    assert sorted(each.name for each in folder.file.parent.iterdir()) == ["a.code", "modules"]


@pytest.mark.parametrize("kept", [0, 10, 16, 30, 0.5, 0.9])
def test_a_file_of_pythons_own_that_was_cut_is_gone_without(kept: float, folder: Folder) -> None:
    folder.run()
    folder.file.unlink()
    for each in (folder.modules / "__pycache__").iterdir():
        whole = each.read_bytes()
        each.write_bytes(whole[: int(kept * len(whole)) if isinstance(kept, float) else kept])
    assert folder.run() == PLAIN
    assert folder.run() == STORED


def test_another_path_or_another_way_to_compile_does_not_use_it(folder: Folder, tmp_path: Path) -> None:
    folder.run()
    assert folder.run(path=(str(tmp_path / "elsewhere"),)) == PLAIN
    folder.run()
    assert folder.run("-O") == PLAIN


def test_a_folder_that_cannot_be_written_is_no_obstacle(folder: Folder) -> None:
    folder.file = folder.file.parent / "missing" / "a.code"
    assert folder.run() == folder.run() == PLAIN


def test_only_modules_from_the_path_of_the_start_are_kept(folder: Folder, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "late.py").write_text(f"VALUE = {name!r}\n")
        source = f"import sys; sys.path.append({str(tmp_path / name)!r}); import late; VALUE = late.VALUE\n"
        (folder.modules / "probe.py").write_text(source)
        assert folder.run()[0][0] == name
