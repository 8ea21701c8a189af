"""Tests of `registry/objects/identity.py`."""

import os
import re

import pytest

from kapivara.registry.objects.identity import generate_name, new_uid, now


def test_uids_are_random_and_of_version_4():
    uids = {new_uid() for _ in range(100)}
    assert len(uids) == 100
    assert all(
        re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", uid) for uid in uids
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_forks_shares_no_uids():
    new_uid()  # so that some are drawn already
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, new_uid().encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with open(reading) as pipe:
        assert pipe.read() != new_uid()


def test_generated_names_fit():
    assert len(generate_name("x" * 100)) == 63
    assert generate_name("a-").startswith("a-")


def test_times_are_whole_seconds_of_utc():
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", now())
