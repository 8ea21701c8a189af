"""Tests of conversations: values for later steps, waiting, and the kept parts of responses."""

from __future__ import annotations

import json
from http.client import HTTPMessage
from typing import Any

import pytest

from conformance import conversation
from conformance.client import Client, Reply
from conformance.conversation import PLAYING, RECORDING, Answer, NeverServedError, Pace, play


class Scripted(Client):
    """A client that answers from a script and keeps the requests."""

    def __init__(self, *answers: tuple[int, Any]):
        super().__init__("http://127.0.0.1:1")
        self.asked: list[tuple[str, str, Any]] = []
        self._answers = list(answers)

    def send(self, method: str, path: str, headers: Any = None, body: Any = None) -> Reply:
        self.asked.append((method, path, body))
        code, answer = self._answers.pop(0)
        told = HTTPMessage()
        told["Content-Type"] = "application/json"
        raw = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
        return Reply(code, told, ["b", "a"], raw)


def run(client: Client, *steps: dict[str, Any], pace: Pace = PLAYING, **scenario: Any) -> list[Answer | None]:
    return list(play({"id": "a/b/c", "steps": list(steps), **scenario}, client, pace))


def get(path: str = "/x", **more: Any) -> dict[str, Any]:
    return {"method": "GET", "path": path, **more}


def test_answers_are_put_into_later_steps() -> None:
    client = Scripted((200, {"metadata": {"uid": "u"}, "items": [{"n": 7}]}), (200, {}))
    run(client, get(), get("/a/${0:metadata.uid}", body={"n": ["${0:items.0.n}", 1], "r": "${repeat:3:xy}"}))
    assert client.asked[1] == ("GET", "/a/u", {"n": ["7", 1], "r": "xyxyxy"})


def test_what_an_answer_lacks_cannot_be_put_anywhere() -> None:
    with pytest.raises(KeyError):
        run(Scripted((404, {})), get(), get("/a/${0:metadata}"))


def test_an_answer_keeps_what_is_compared() -> None:
    body = {"metadata": {"uid": "u"}, "spec": {"a": 1, "b": 2}}
    kept = run(Scripted((201, body)), get(keepHeaders=["Content-Type", "Vary"]), ignore=["spec.a"])
    wanted = {"metadata": {}, "spec": {"b": 2}}
    assert kept == [Answer(201, ["a", "b"], wanted, {"Content-Type": "application/json", "Vary": None})]
    assert Answer.from_json(kept[0].to_json()) == kept[0]


def test_bodies_can_be_ignored() -> None:
    assert run(Scripted((200, {"a": 1})), get(ignoreBody=True)) == [Answer(200, ["a", "b"], None)]


def test_descriptions_of_documents_are_ignored() -> None:
    answers = run(Scripted((200, {"description": "a", "b": 1})), get("/openapi/v3"))
    assert answers == [Answer(200, ["a", "b"], {"b": 1})]


def test_a_path_is_asked_for_until_it_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(conversation.time, "sleep", pauses.append)
    client = Scripted((201, {}), (404, ""), (404, ""), (200, {}), (200, {}))
    answers = run(client, get(), {"wait": "/w"}, get("/after"))
    assert [path for _, path, _ in client.asked] == ["/x", "/w", "/w", "/w", "/after"]
    assert answers[1] is None
    assert len(pauses) == 2


def test_nothing_is_waited_for_after_a_refusal() -> None:
    client = Scripted((422, {}))
    run(client, get(), {"wait": "/w"})
    assert len(client.asked) == 1


@pytest.mark.parametrize(("must", "pace"), [(True, PLAYING), (False, RECORDING)])
def test_a_path_that_is_never_served_ends_nothing(monkeypatch: pytest.MonkeyPatch, must: bool, pace: Pace) -> None:
    _let_time_fly(monkeypatch)
    assert len(run(Scripted((404, ""), (200, {})), {"wait": "/w", "must": must}, get(), pace=pace)) == 2


def test_a_recording_ends_where_a_path_must_be_served(monkeypatch: pytest.MonkeyPatch) -> None:
    _let_time_fly(monkeypatch)
    with pytest.raises(NeverServedError, match="/w is not served after 20 seconds"):
        run(Scripted((404, "")), {"wait": "/w", "must": True}, pace=RECORDING)


def test_only_recordings_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(conversation.time, "sleep", pauses.append)
    for pace in (PLAYING, RECORDING):
        assert run(Scripted(), {"settle": 1.5}, pace=pace) == [None]
    assert pauses == [1.5]


def _let_time_fly(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 10_000, 100))
    monkeypatch.setattr(conversation.time, "monotonic", lambda: next(times))
