"""An etcd that a test may write to beside the storage, as other programs would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from tests.contract.engines import etcd_access

from kapivara.storage.etcd.access import EtcdAccess


@pytest.fixture
def access(request: pytest.FixtureRequest) -> EtcdAccess:
    """A prefix of keys for this test alone."""
    return etcd_access(request.node.name)


@pytest.fixture
def open_etcd(access: EtcdAccess) -> Iterator[Callable[..., object]]:
    """Opens storages over one etcd and closes them after the test."""
    from kapivara.storage.etcd.storage import EtcdStorage

    with ExitStack() as stack:
        yield lambda at=access, **options: stack.enter_context(EtcdStorage(at, stands_for="", **options))
