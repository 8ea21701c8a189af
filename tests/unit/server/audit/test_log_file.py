"""Tests of the file of an audit: appended to, rotated at its size, and old files removed in time."""

import gzip
import os
import stat

import pytest

from kapivara.server.audit.log_file import LogFile, Rotation, open_log

HALF = b"x" * 600_000 + b"\n"


class Clock:
    """Advances by a day at each call."""

    now = 1_700_000_000.0

    def __call__(self):
        self.now += 24 * 3600
        return self.now


def names(folder):
    return sorted(each.name for each in folder.iterdir())


def test_it_is_appended_to_and_private(tmp_path):
    path = tmp_path / "new" / "audit.log"
    for line in (b"one\n", b"two\n"):
        log = open_log(str(path), Rotation())
        log.write(line)
        log.close()
    assert path.read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


@pytest.mark.parametrize(
    ("rotation", "kept"),
    [(Rotation(1), 4), (Rotation(1, backups=2), 2), (Rotation(1, days=2), 3), (Rotation(0), 0)],
)
def test_a_large_file_is_put_aside_and_old_ones_go(tmp_path, rotation, kept):
    log = LogFile(tmp_path / "audit.log", rotation, Clock())
    (tmp_path / "audit-notes.log").write_text("not ours")
    for _ in range(5):
        log.write(HALF)
    log.close()
    aside = [each for each in names(tmp_path) if each.startswith("audit-20")]
    assert len(aside) == kept
    assert aside[-1:] == (["audit-2023-11-18T22-13-20.000.log"] if kept == 4 else aside[-1:])
    assert (tmp_path / "audit.log").stat().st_size == (len(HALF) if kept else 5 * len(HALF))
    assert (tmp_path / "audit-notes.log").exists()


def test_what_is_put_aside_can_be_packed(tmp_path):
    log = LogFile(tmp_path / "audit.log", Rotation(1, compresses=True), Clock())
    log.write(HALF)
    log.write(HALF)
    log.close()
    packed = next(each for each in tmp_path.iterdir() if each.suffix == ".gz")
    assert gzip.decompress(packed.read_bytes()) == HALF
    assert names(tmp_path) == ["audit-2023-11-15T22-13-20.000.log.gz", "audit.log"]
