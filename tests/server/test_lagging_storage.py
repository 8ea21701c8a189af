"""Tests of a server that fell behind the history of its storage: what waits for that waits outside the event loop."""

from __future__ import annotations

from kapivara.registry.registry import Registry
from kapivara.server.app import Application
from kapivara.server.dispatch.exchange import LateExchange
from kapivara.server.http1.head import Head
from kapivara.storage.memory import MemoryStorage
from kapivara.values.deadline import Deadline


class DistantStorage(MemoryStorage):
    """A storage that looks like one over a network."""

    decides_at_once = False


def begin(app: Application, path: str) -> object:
    return app.begin(Head(b"GET", path.encode(), b"host: x\r\n", is_1_0=False), Deadline(60))


def test_what_needs_definitions_waits_for_them_in_a_thread() -> None:
    with DistantStorage() as storage:
        registry = Registry(storage)
        app = Application(registry)
        assert not isinstance(begin(app, "/api/v1/pods"), LateExchange)
        storage.create("/registry/apiextensions.k8s.io/customresourcedefinitions/x", b"{}")
        for follower in registry._followers._followers:
            follower._watch = None
            follower._note_news()
        assert registry.lags
        assert not isinstance(begin(app, "/livez"), LateExchange)
        assert isinstance(begin(app, "/"), LateExchange)  # which lists the groups of CRDs
        waiting = begin(app, "/api/v1/pods")
        assert isinstance(waiting, LateExchange)
        answers = []
        waiting.finish(b"", lambda _, answer: answers.append(answer.code))
        assert (answers, registry.lags) == ([200], False)
