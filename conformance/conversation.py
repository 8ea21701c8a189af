"""Replays the steps of a scenario on a server in order; yields the responses in comparable form."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.client import Client, Reply
from conformance.comparable import comparable_body, without_descriptions

_ANSWERED = re.compile(r"\$\{(\d+):([^}]+)\}")
_REPEATED = re.compile(r"\$\{repeat:(\d+):([^}]+)\}")
_BETWEEN_ATTEMPTS = 0.1

Scenario = dict[str, Any]
Step = dict[str, Any]


class NeverServedError(Exception):
    """A path that a recording requires was not served in time."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The waiting times of a conversation: whether it rests where the recorded server had to, and for how long it
    waits.
    """

    rests: bool = False
    seconds_to_serve: float = 5.0


PLAYING = Pace()
RECORDING = Pace(rests=True, seconds_to_serve=20.0)


@dataclass(frozen=True, slots=True)
class Answer:
    """The comparable part of the response to one step."""

    code: int
    warnings: list[str]
    body: Any
    headers: dict[str, str | None] | None = None

    @staticmethod
    def from_json(recorded: dict[str, Any]) -> Answer:
        """Parses the expectation of a recording."""
        return Answer(recorded["code"], recorded["warnings"], recorded["body"], recorded.get("headers"))

    def to_json(self) -> dict[str, Any]:
        """Writes it as an expectation of a recording."""
        written = {"code": self.code, "warnings": self.warnings, "body": self.body}
        return written if self.headers is None else {**written, "headers": self.headers}


def play(scenario: Scenario, client: Client, pace: Pace = PLAYING) -> Iterator[Answer | None]:
    """Replays a scenario; yields a response for each step, None for those that only wait."""
    bodies: list[Any] = []
    answer: Answer | None = None
    for step in scenario["steps"]:
        body = None
        if "method" in step:
            path, sent = _fill_in(step["path"], bodies), _fill_in(step.get("body"), bodies)
            reply = client.send(step["method"], path, step.get("headers"), sent)
            body = reply.body
            answer = _answer(reply, body, step, scenario)
        else:
            if "settle" in step and pace.rests:
                time.sleep(step["settle"])
            if "wait" in step and (answer is None or answer.code < 400):
                _wait(client, _fill_in(step["wait"], bodies), pace, must=step.get("must", False))
            answer = None
        bodies.append(body)
        yield answer


def _answer(reply: Reply, body: Any, step: Step, scenario: Scenario) -> Answer:
    compared = None if step.get("ignoreBody") else comparable_body(body, scenario)
    if step["path"].startswith("/openapi/"):
        compared = without_descriptions(compared)
    kept = step.get("keepHeaders")
    headers = {name: reply.headers.get(name) for name in kept} if kept else None
    return Answer(reply.code, sorted(reply.warnings), compared, headers)


def _wait(client: Client, path: str, pace: Pace, *, must: bool) -> None:
    """Requests a path until it is served, or until the time is over."""
    end = time.monotonic() + pace.seconds_to_serve
    while client.send("GET", path).code != 200:
        if time.monotonic() >= end:
            if must and pace.rests:
                raise NeverServedError(f"{path} is not served after {pace.seconds_to_serve:g} seconds")
            return
        time.sleep(_BETWEEN_ATTEMPTS)


def _fill_in(value: Any, bodies: list[Any]) -> Any:
    """Replaces placeholders in a step by values of earlier responses and by repeated text."""
    match value:
        case str():
            filled = _ANSWERED.sub(lambda found: str(_look_up(bodies[int(found[1])], found[2])), value)
            return _REPEATED.sub(lambda found: found[2] * int(found[1]), filled)
        case list():
            return [_fill_in(item, bodies) for item in value]
        case dict():
            return {key: _fill_in(item, bodies) for key, item in value.items()}
    return value


def _look_up(body: Any, path: str) -> Any:
    for part in path.split("."):
        body = body[int(part)] if isinstance(body, list) else body[part]
    return body
