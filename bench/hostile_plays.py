"""Rounds without a CRD: HTTP framing, URLs with headers, protocol buffers, expressions, sources of types."""

from __future__ import annotations

import ast
import re
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from bench.hostile_inputs import expressions, framing, messages, sources, urls
from bench.hostile_inputs.scalars import json_text, value
from bench.hostile_rounds import SERVERS_OWN_500, Round

FRAMES, EXPRESSIONS, MESSAGES, URLS = 12, 8, 24, 250
FAILED_CHECKS = ("check failed",)
PROTOBUF = "application/vnd.kubernetes.protobuf"
_UNTOLD_500 = re.compile(rb"HEAD /+api(?:s/[^/ ?]*)?/[^/ ?]+/(?:watch|proxy)(?:/|%2[Ff])*[ ?]")
"""Requests for paths that end in a verb, whose responses have no body with the reason."""
GO_ANSWERS_500 = (
    *("malformed chunked encoding", "invalid byte in chunk length", "chunk length too large", "too much non-data"),
    *("empty hex number for chunk length", "chunked line ends with bare LF", "invalid CR in chunked line"),
    *("suspiciously long trailer", "header line too long", "EOF"),
)


def play_framing(round_: Round) -> None:
    """Bytes on a connection, whole and in pieces: the responses must be equal and valid HTTP."""
    for _ in range(FRAMES):
        data = framing.framing(round_.random)
        round_.inputs["framing"] += 1
        whole = round_.timed("framing", data, lambda data=data: _talk(round_, [data]))  # type: ignore[misc]
        size = round_.random.randrange(1, 40)
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        cut = round_.timed("framing in pieces", data, lambda pieces=pieces: _talk(round_, pieces))  # type: ignore[misc]
        if whole != cut:
            round_.find(f"in pieces of {size} it is answered otherwise:\n    {whole}\n    {cut}", data)
        for line in whole or ():
            if line.startswith("500") and not any(each in line for each in GO_ANSWERS_500):
                round_.find(f"framing: {line}", data)


def _talk(round_: Round, pieces: list[bytes]) -> list[str]:
    """Sends pieces on a new connection, then closes its side; returns code and message of each response."""
    with socket.create_connection(round_.http.server.address, timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):
            for piece in pieces:
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
        said = b""
        with suppress(ConnectionError):
            while part := connection.recv(65536):
                said += part
    answers = []
    for each in said.split(b"HTTP/1.1 ")[1:]:
        head, _, rest = each.partition(b"\r\n\r\n")
        message = rest.partition(b'"message":"')[2].partition(b'"')[0]
        answers.append(f"{head[:3].decode('latin-1')} {message.decode('latin-1')}")
        round_.answers[int(head[:3])] += 1
    return answers


def play_urls(round_: Round) -> None:
    """Pipelined requests on one connection: each must get a response, and none an internal error."""
    requests = [urls.request(round_.random) for _ in range(URLS)]
    round_.inputs["urls"] += URLS
    answers = round_.timed("urls", requests[0], lambda: round_.http.wire.exchange(requests)) or []
    for number, (code, _, body) in enumerate(answers):
        round_.answers[code] += 1
        told = b" ".join(body.split())  # YAML breaks lines anywhere
        is_own = any(each.encode() in told for each in (*SERVERS_OWN_500, *FAILED_CHECKS))
        if code == 500 and not is_own and not _UNTOLD_500.match(requests[number]):
            round_.find(f"urls: {code} {body[:300]!r}", requests[number])
    if len(answers) != URLS:
        round_.find(f"urls: {len(answers)} answers to {URLS} requests", requests[min(len(answers), URLS - 1)])


def play_messages(round_: Round) -> None:
    """Bodies in protocol buffers: the responses in JSON and in protocol buffers must agree."""
    for index in range(MESSAGES):
        path, data = messages.message(round_.random, f"message-{round_.number}-{index}")
        round_.inputs["messages"] += 1
        as_json = round_.ask("POST", f"{path}?dryRun=All", data, PROTOBUF)
        as_message = round_.ask("POST", f"{path}?dryRun=All", data, PROTOBUF, PROTOBUF)
        if as_json.code != as_message.code:
            round_.find(f"{as_json.code} in JSON, {as_message.code} in protocol buffers: {as_json.message}", data)


def play_sources(round_: Round) -> None:
    """Types with tags: `lint` and `gen` must report errors, or `gen` must write valid Python."""
    language, source = round_.random.choice((("types.go", sources.go_source), ("types.py", sources.python_source)))
    made = source(round_.random)
    round_.inputs["sources"] += 1
    with tempfile.TemporaryDirectory() as folder:
        package, out = Path(folder, "v1"), Path(folder, "out")
        package.mkdir()
        out.mkdir()
        (package / language).write_text(made, "utf-8", "surrogatepass")
        round_.command("lint", str(package), about=made)
        round_.command("gen", str(package), "--out", str(out), about=made)
        for written in out.rglob("*.py"):
            with suppress(OSError):
                _parse(round_, written.read_text(), made)


def _parse(round_: Round, written: str, made: str) -> None:
    try:
        ast.parse(written)
    except SyntaxError as error:
        round_.find(f"gen wrote what is no Python: {error}", made)


def play_expressions(round_: Round) -> None:
    """Expressions on the command line, with variables of their own."""
    for _ in range(EXPRESSIONS):
        expression = expressions.expression(round_.random)
        round_.inputs["expressions"] += 1
        variables = {name: value(round_.random) for name in ("self", "oldSelf", "x", "y")}
        variables["self"] = {
            "a": 1,
            "b": "b",
            "items": ["x"] * 20,
            "text": "ab" * 500,
            "map": {"x": value(round_.random)},
        }
        options = [part for name, given in variables.items() for part in ("--var", f"{name}={json_text(given)}")]
        round_.command("cel", *options, "--", expression, about=expression)
