"""The doors of kapivara, each asked in the same way: a running server over HTTP, the library, the command line.

An answer is a code, a body and warnings; what differs from door to door by nature (times, uids, revisions) is taken out
of bodies before they are compared.
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
from kapivara.codec.light_json import dumps_sorted
from kapivara.registry.outcome import Outcome
from kapivara.server.answers import warning_headers

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
JSON, YAML = "application/json", "application/yaml"
GENERATED = 5
"""So many letters the server adds to a name that it makes up."""
VOLATILE = frozenset(("uid", "creationTimestamp", "resourceVersion", "time", "deletionTimestamp", "lastTransitionTime"))
VOLATILE_TEXT = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    r"|resourceVersion\\?\":\\?\"[0-9]+|selfType[0-9]+|\bg-[a-z0-9]{5}\b"
)
_TRACEBACK = re.compile(r"Traceback.*\n(?:\s.*\n)*.*")
_VOLATILE_BYTES = re.compile(VOLATILE_TEXT.pattern.encode())


@dataclass(frozen=True)
class Answer:
    """What a door said: the bytes of it, which are read when somebody asks what is in them."""

    code: int
    data: bytes
    warnings: tuple[str, ...] = ()
    is_json: bool = True

    @cached_property
    def body(self) -> Any:
        """What the bytes say."""
        return _parsed(self.data) if self.is_json else self.data

    @property
    def message(self) -> str:
        """Its Status's message, where it is one; all that can be read of one in protocol buffers."""
        if isinstance(self.body, bytes):
            return self.body.decode(errors="replace")
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else ""

    def looks_like(self, other: Answer) -> bool:
        """Tells quickly whether another door said the same: surely so where it says yes."""
        if self.code != other.code or self.warnings != other.warnings:
            return False
        mine, others = self.data.rstrip(b"\n"), other.data.rstrip(b"\n")
        if mine == others or mine.replace(_uid(mine), b"-") == others.replace(_uid(others), b"-"):
            return True  # made in the same second, most are
        return _VOLATILE_BYTES.sub(b"-", mine) == _VOLATILE_BYTES.sub(b"-", others)


def _uid(data: bytes) -> bytes:
    """The uid of an object, in quotes."""
    at = data.find(b'"uid":"') + 6
    return data[at : at + 38] if at > 5 else b"none"


UNANSWERED = Answer(0, b"the connection ended without an answer", is_json=False)
Target: TypeAlias = tuple[str, str, str]
"""API version, kind and name of an object in the default namespace, or in none."""


class HttpDoor:
    """A server in a process of its own, asked over one connection that is kept.

    Without controllers, which the library has none of: garbage collection would delete what names owners that are not.
    """

    def __init__(self, *arguments: str) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed with the door
        self.server = Server(*(arguments or ("--anonymous",)), "--controllers=-*", log=self._log)
        self.wire = Wire(self.server.address)

    @cached_property
    def guarded(self) -> GuardedDoor:
        """Another server, where roles decide; started when it is first asked for."""
        return GuardedDoor()

    def ask(
        self, method: str, path: str, body: bytes | None = None, media_type: str = JSON, accept: str = JSON
    ) -> Answer:
        """Sends a request; code 0 where the connection ended without an answer."""
        replies = self.wire.exchange([framed(method, path, body, media_type, accept)])
        return answer_of(replies[0], accept) if replies else UNANSWERED

    def traceback(self) -> str:
        """A traceback that the server has written to its standard error; empty where there is none. What was looked
        through goes: it would be gigabytes in the end.
        """
        file = self._log.fileno()
        size = os.fstat(file).st_size
        written = os.pread(file, size, 0).decode(errors="replace") if size else ""
        os.ftruncate(file, 0)
        os.lseek(file, 0, os.SEEK_SET)  # the server's, too
        found = _TRACEBACK.search(written)
        if found is None and "guarded" in self.__dict__:
            return self.guarded.traceback()
        return found[0][-2500:] if found else ""

    def close(self) -> None:
        """Ends the server."""
        self.wire.close()
        self.server.stop()
        self._log.close()
        if "guarded" in self.__dict__:
            self.guarded.close()


class GuardedDoor(HttpDoor):
    """A server where roles decide: an administrator and a few users ask it, each by a token."""

    def __init__(self) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as users:
            users.write("".join(f"{each},{each},{each}\n" for each in USERS))
            users.flush()
            super().__init__("--token", ADMIN, "--token-auth-file", users.name, "--authorization-mode", "RBAC")
        self.idle = 0
        """The memory of the server before it was first asked, in bytes; noted by its first user."""


class LibraryDoor:
    """The façade, in this process."""

    def __init__(self) -> None:
        self.api = Api()

    def create(self, body: bytes, field_validation: str, *, dry_run: bool = False) -> Answer:
        """Creates what the bytes say."""
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
        """Applies a configuration, whoever else manages what it names."""
        outcome = self.api.apply(
            body, field_manager="hostile", force=True, field_validation=field_validation, dry_run=dry_run
        )
        return _answer(outcome)

    def delete(self, target: Target) -> int:
        """Deletes an object."""
        return self.api.delete(*target).code

    def get(self, kind: str, name: str) -> Answer:
        """Reads an object."""
        return _answer(self.api.get(f"{GROUP}/{VERSION}", kind, name))

    def names(self, kind: str) -> list[str]:
        """Lists the names of a kind's objects; raises where there is no list."""
        outcome = self.api.list(f"{GROUP}/{VERSION}", kind)
        if outcome.object is None:
            raise ValueError(f"list of {kind}: {outcome.code}")
        return sorted(each["metadata"]["name"] for each in outcome.object["items"])

    def delete_definition(self, name: str) -> int:
        """Deletes a definition."""
        return self.delete(("apiextensions.k8s.io/v1", "CustomResourceDefinition", name))


@dataclass(frozen=True, slots=True)
class Printed:
    """What a command came to."""

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
    """Runs `validate` over a folder; -> what it printed, and its report by file."""
    printed = command_line("validate", str(folder), "-o", "json", "--field-validation", mode.lower(), "--as", "server")
    try:
        report = json.loads(printed.out)
    except ValueError:
        return printed, {}
    found = {os.path.basename(each["source"]): each for each in report["unreadable"]}
    return printed, found | {os.path.basename(each["source"]): each for each in report["objects"]}


def comparable(value: Any) -> str:
    """Writes a body without what differs from door to door by nature; however deep it is."""
    return json_text(value, keep=_keeps, scalar=_comparable_scalar)


def told(answer: Answer, asked: bytes) -> str:
    """Writes what an answer says for comparison; a name that the server makes up stands in other places, too."""
    text = comparable(answer.body)
    if b"enerateName" not in asked or not isinstance(answer.body, dict):
        return text
    body = answer.body
    made = (body.get("details") if body.get("kind") == "Status" else body.get("metadata")) or {}
    suffix = made.get("name", "")[-GENERATED:]  # texts quote what stands before it, each in its own way
    return text.replace(suffix, "-") if suffix else text


def _keeps(holder: dict[str, Any], key: str) -> bool:
    return key not in VOLATILE and not (key == "name" and "generateName" in holder)


def _comparable_scalar(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(VOLATILE_TEXT.sub("-", value))
    if isinstance(value, int) and abs(value) >= 2**63:
        value = float(value)  # it is one, however it is written
    return json.dumps(value)


def answer_of(reply: Reply, accept: str = JSON) -> Answer:
    """Makes an answer of what came over a connection."""
    warnings = tuple(_warning_text(each.decode("latin-1")) for each in reply.warnings)
    return Answer(reply.code, reply.body, warnings, accept == JSON)


def _answer(outcome: Outcome) -> Answer:
    return Answer(outcome.code, _as_json(outcome.body()), outcome.warnings)


def _as_json(value: Any) -> bytes:
    """Writes a value of the library's with its keys sorted, as the server's are; a float stays one."""
    try:
        return dumps_sorted(value)
    except TypeError:  # it is too deep, or holds a number that is too large
        return json_text(value).encode()


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError:  # deeper than the standard library goes
        return decode_json(data).value
    except ValueError:
        return data


def as_sent(warnings: tuple[str, ...]) -> tuple[str, ...]:
    """What is left of warnings in headers, which cannot hold everything, nor without end."""
    return tuple(_warning_text(each.decode("latin-1")) for each in warning_headers(warnings))


def _warning_text(header: str) -> str:
    """The text of a Warning header, which is quoted and in UTF-8."""
    quoted = header.encode("latin-1").decode("utf-8", "replace").partition('"')[2].rpartition('"')[0]
    return re.sub(r"\\(.)", r"\1", quoted)
