"""The entry points of kapivara behind one interface: a running server over HTTP, the library, the command line.

An answer is a status code, a body and warnings. Values that always differ between entry points (times, uids, revisions)
are removed from bodies before a comparison.
"""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from bench.hostile_http import Server
from bench.hostile_inputs.definitions import GROUP, VERSION
from bench.hostile_inputs.roles import ADMIN, USERS
from bench.hostile_inputs.scalars import json_text
from bench.hostile_wire import Reply, Wire, framed
from kapivara import Api
from kapivara.cli.main import run
from kapivara.codec import decode_json
from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.registry.requests.outcome import Outcome
from kapivara.server.responses.answers import warning_headers

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
JSON, YAML = "application/json", "application/yaml"
GENERATED = 5
"""The number of letters that the server appends to a generated name."""
VOLATILE = frozenset(("uid", "creationTimestamp", "resourceVersion", "time", "deletionTimestamp", "lastTransitionTime"))
VOLATILE_TEXT = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    r"|resourceVersion\\?\":\\?\"[0-9]+|selfType[0-9]+|\bg-[a-z0-9]{5}\b"
)
_TRACEBACK = re.compile(r"Traceback.*\n(?:\s.*\n)*.*")
_VOLATILE_BYTES = re.compile(VOLATILE_TEXT.pattern.encode())


@dataclass(frozen=True)
class Answer:
    """An answer of an entry point; its bytes are parsed on demand."""

    code: int
    data: bytes
    warnings: tuple[str, ...] = ()
    is_json: bool = True

    @cached_property
    def body(self) -> Any:
        """The parsed body."""
        return _parsed(self.data) if self.is_json else self.data

    @property
    def message(self) -> str:
        """The message of a Status; for protocol buffers, all readable text."""
        if isinstance(self.body, bytes):
            return self.body.decode(errors="replace")
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else ""

    def looks_like(self, other: Answer) -> bool:
        """Returns quickly whether another answer is equal; True is certain, False may be wrong."""
        if self.code != other.code or self.warnings != other.warnings:
            return False
        mine, others = self.data.rstrip(b"\n"), other.data.rstrip(b"\n")
        if mine == others or mine.replace(_uid(mine), b"-") == others.replace(_uid(others), b"-"):
            return True  # equal except for the uid, as most objects created in the same second
        return _VOLATILE_BYTES.sub(b"-", mine) == _VOLATILE_BYTES.sub(b"-", others)


def _uid(data: bytes) -> bytes:
    """Returns the uid of an object, in quotes."""
    at = data.find(b'"uid":"') + 6
    return data[at : at + 38] if at > 5 else b"none"


UNANSWERED = Answer(0, b"the connection ended without an answer", is_json=False)
Target: TypeAlias = tuple[str, str, str]
"""API version, kind and name of an object in the default namespace, or in none."""


class HttpDoor:
    """A server in a process of its own, with one persistent connection.

    It runs without controllers, as the library does: garbage collection would delete objects whose owners do not exist.
    """

    def __init__(self, *arguments: str) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed by close()
        self.server = Server(*(arguments or ("--anonymous",)), "--controllers=-*", log=self._log)
        self.wire = Wire(self.server.address)

    @cached_property
    def guarded(self) -> GuardedDoor:
        """Another server, with RBAC; started on first use."""
        return GuardedDoor()

    def ask(
        self, method: str, path: str, body: bytes | None = None, media_type: str = JSON, accept: str = JSON
    ) -> Answer:
        """Sends a request; the answer has code 0 if the connection ended without a response."""
        replies = self.wire.exchange([framed(method, path, body, media_type, accept)])
        return answer_of(replies[0], accept) if replies else UNANSWERED

    def traceback(self) -> str:
        """Returns a traceback from the server's standard error, "" if there is none.

        The text is then deleted, since it would grow to gigabytes.
        """
        file = self._log.fileno()
        size = os.fstat(file).st_size
        written = os.pread(file, size, 0).decode(errors="replace") if size else ""
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)  # the server shares the file position
        found = _TRACEBACK.search(written)
        if found is None and "guarded" in self.__dict__:
            return self.guarded.traceback()
        return found[0][-2500:] if found else ""

    def close(self) -> None:
        """Stops the server."""
        self.wire.close()
        self.server.stop()
        self._log.close()
        if "guarded" in self.__dict__:
            self.guarded.close()


class GuardedDoor(HttpDoor):
    """A server with RBAC, an administrator and a few users, each with a token."""

    def __init__(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as users:
            users.write("".join(f"{each},{each},{each}\n" for each in USERS))
            users.flush()
            super().__init__("--token", ADMIN, "--token-auth-file", users.name, "--authorization-mode", "RBAC")
        self.idle = 0
        """The idle memory of the server in bytes; set by the first user of this door."""


class LibraryDoor:
    """The façade, in this process."""

    def __init__(self) -> None:
        self.api = Api()

    def create(self, body: bytes, field_validation: str, *, dry_run: bool = False) -> Answer:
        """Creates an object from bytes."""
        return _answer(self.api.create(body, field_validation=field_validation, dry_run=dry_run))

    def patch(
        self, target: Target, body: bytes, patch_type: str, field_validation: str, *, dry_run: bool = False
    ) -> Answer:
        """Patches an object."""
        outcome = self.api.patch(
            *target, body, patch_type=patch_type, field_validation=field_validation, dry_run=dry_run
        )
        return _answer(outcome)

    def apply(self, body: bytes, field_validation: str, *, dry_run: bool = False) -> Answer:
        """Applies a configuration, with force."""
        outcome = self.api.apply(
            body, field_manager="hostile", force=True, field_validation=field_validation, dry_run=dry_run
        )
        return _answer(outcome)

    def delete(self, target: Target) -> int:
        """Deletes an object."""
        return self.api.delete(*target).code

    def get(self, kind: str, name: str) -> Answer:
        """Returns an object."""
        return _answer(self.api.get(f"{GROUP}/{VERSION}", kind, name))

    def names(self, kind: str) -> list[str]:
        """Returns the names of a kind's objects; raises ValueError if the list fails."""
        outcome = self.api.list(f"{GROUP}/{VERSION}", kind)
        if outcome.object is None:
            raise ValueError(f"list of {kind}: {outcome.code}")
        return sorted(each["metadata"]["name"] for each in outcome.object["items"])

    def delete_definition(self, name: str) -> int:
        """Deletes a CRD."""
        return self.delete(("apiextensions.k8s.io/v1", "CustomResourceDefinition", name))


@dataclass(frozen=True, slots=True)
class Printed:
    """The result of a command: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def command_line(*arguments: str) -> Printed:
    """Runs a command in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(list(arguments))
    return Printed(code, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def validate_files(folder: Path, mode: str) -> tuple[Printed, dict[str, Any]]:
    """Runs `validate` on a folder; returns its output, and its results by file."""
    printed = command_line("validate", str(folder), "-o", "json", "--field-validation", mode.lower(), "--as", "server")
    try:
        report = json.loads(printed.out)
    except ValueError:
        return printed, {}
    found = {os.path.basename(each["source"]): each for each in report["unreadable"]}
    return printed, found | {os.path.basename(each["source"]): each for each in report["objects"]}


def comparable(value: Any) -> str:
    """Returns a body as text without the values that always differ between entry points, at any depth."""
    return json_text(value, keep=_keeps, scalar=_comparable_scalar)


def told(answer: Answer, asked: bytes) -> str:
    """Returns the body of an answer for comparison, without the suffix of a generated name."""
    text = comparable(answer.body)
    if b"enerateName" not in asked or not isinstance(answer.body, dict):
        return text
    body = answer.body
    made = (body.get("details") if body.get("kind") == "Status" else body.get("metadata")) or {}
    suffix = made.get("name", "")[-GENERATED:]  # messages quote the prefix in different ways
    return text.replace(suffix, "-") if suffix else text


def _keeps(holder: dict[str, Any], key: str) -> bool:
    return key not in VOLATILE and not (key == "name" and "generateName" in holder)


def _comparable_scalar(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(VOLATILE_TEXT.sub("-", value))
    if isinstance(value, int) and abs(value) >= 2**63:
        value = float(value)  # JSON integers of this size are floats
    return json.dumps(value)


def answer_of(reply: Reply, accept: str = JSON) -> Answer:
    """Returns the answer for an HTTP response."""
    warnings = tuple(_warning_text(each.decode("latin-1")) for each in reply.warnings)
    return Answer(reply.code, reply.body, warnings, accept == JSON)


def _answer(outcome: Outcome) -> Answer:
    return Answer(outcome.code, _as_json(outcome.body()), outcome.warnings)


def _as_json(value: Any) -> bytes:
    """Returns a value of the library as JSON with sorted keys, as the server's; floats stay floats."""
    try:
        return dumps_sorted(value)
    except TypeError:  # too deep, or a number that is too large
        return json_text(value).encode()


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:  # deeper than the standard library supports
        return decode_json(data).value
    except ValueError:
        return data


def as_sent(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """Returns warnings as HTTP headers can hold them: limited in characters and length."""
    return tuple(_warning_text(each.decode("latin-1")) for each in warning_headers(warnings))


def _warning_text(header: str) -> str:
    """Returns the text of a Warning header, which is quoted and in UTF-8."""
    quoted = header.encode("latin-1").decode("utf-8", "replace").partition('"')[2].rpartition('"')[0]
    return re.sub(r"\\(.)", r"\1", quoted)
