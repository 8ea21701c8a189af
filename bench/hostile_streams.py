"""Many small inputs at once: pipelined requests on one connection, and the same calls of the library in between.

Processor time is measured for a whole batch. If it exceeds the limit of one input, the inputs are repeated one by one
to find the expensive one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.hostile_doors import JSON, VOLATILE, Answer, answer_of
from bench.hostile_http import PROCESSOR_SECONDS
from bench.hostile_inputs.patches import JSON_PATCH
from bench.hostile_rounds import Round
from bench.hostile_wire import Reply, framed
from kapivara.codec import DecodeError, decode_yaml
from kapivara.codec.errors import CannotError

_POINTERS_TO_VOLATILE = tuple(f'/{name}"'.encode() for name in VOLATILE)
PUMPED_EVERY = 8
"""The number of library calls after which the connection is served."""


@dataclass(frozen=True, slots=True)
class Sent:
    """An input: a request, and the equivalent call of the library, if there is one."""

    method: str
    path: str
    data: bytes
    media_type: str
    call: Callable[[], Answer] | None = None
    accept: str = JSON
    applied_name: str = ""

    @property
    def what(self) -> str:
        """The description of the request."""
        return f"{self.method} {self.path} ({self.media_type})"


def stream(round_: Round, what: str, batch: list[Sent]) -> list[Answer]:
    """Sends inputs; each must get a response that agrees with the library; returns the server's answers."""
    played, taken = round_.measured(what, batch[0].data if batch else b"", lambda: _play(round_, batch))
    if played is None:
        return []
    if taken > PROCESSOR_SECONDS:
        _play_singly(round_, batch)
    elif taken > round_.slowest[0]:
        round_.slowest = taken, what
    replies, called = played
    answers = [
        round_.note(sent.what, sent.data, answer_of(reply, sent.accept))
        for sent, reply in zip(batch, replies, strict=False)
    ]
    if len(answers) < len(batch):
        unanswered = batch[len(answers)]
        round_.find(f"{what}: {len(answers)} answers to {len(batch)} requests: {unanswered.what}", unanswered.data)
    for sent, answer, told in zip(batch, answers, called, strict=False):
        if told is not None and not told.looks_like(answer) and not _is_other(sent, answer, told):
            round_.agree(sent.what, sent.data, answer, told)
    return answers


def _is_other(sent: Sent, served: Answer, called: Answer) -> bool:
    """Returns whether the library call differs from the request.

    An apply is found by the object only, and a patch may copy metadata that differs between entry points.
    """
    if sent.media_type == JSON_PATCH and any(each in sent.data for each in _POINTERS_TO_VOLATILE):
        return True
    if not sent.applied_name:
        return False
    if served.code == called.code == 400:
        return True  # a body that cannot be decoded names no kind, which the library needs
    try:
        metadata = decode_yaml(sent.data).value["metadata"]
        return bool(metadata["name"] != sent.applied_name or metadata.get("namespace", "default") != "default")
    except (DecodeError, CannotError, KeyError, TypeError, AttributeError):
        return True


def _play(round_: Round, batch: list[Sent]) -> tuple[list[Reply], list[Answer | None]]:
    wire = round_.http.wire
    wire.send([framed(each.method, each.path, each.data, each.media_type, each.accept) for each in batch])
    called = []
    for number, each in enumerate(batch):
        called.append(_call(round_, each))
        if number % PUMPED_EVERY == 0:
            wire.pump()
    return wire.receive(), called


def _call(round_: Round, sent: Sent) -> Answer | None:
    if sent.call is None:
        return None
    try:
        return sent.call()
    except Exception as error:
        round_.find(f"library: {sent.what} raised {type(error).__name__}: {str(error)[:300]}", sent.data)
        return None


def _play_singly(round_: Round, batch: list[Sent]) -> None:
    for each in batch:
        round_.ask(each.method, each.path, each.data, each.media_type, each.accept)
        if each.call is not None:
            round_.timed(f"library: {each.what}", each.data, each.call)


def call_all(round_: Round, what: str, inputs: list[str], function: Callable[[str], object]) -> None:
    """Calls only the library with many inputs."""

    def play() -> None:
        for each in inputs:
            try:
                function(each)
            except Exception as error:
                round_.find(f"{what} raised {type(error).__name__}: {str(error)[:300]}", each)

    _, taken = round_.measured(what, inputs[0], play)
    if taken <= PROCESSOR_SECONDS:
        if taken > round_.slowest[0]:
            round_.slowest = taken, what
        return
    for each in inputs:
        round_.timed(what, each, lambda each=each: function(each))  # type: ignore[misc]
