"""A server for each file of tests about the core group."""

from __future__ import annotations

import pytest
from tests.unit.registry.conftest import Talk

from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage


@pytest.fixture(scope="module")
def talk() -> Talk:
    return Talk(Registry(MemoryStorage()))
