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
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.hostile_http import Server
from bench.hostile_inputs.definitions import GROUP, VERSION
from bench.hostile_inputs.scalars import json_text
from kapivara import Api
from kapivara.cli.main import run
from kapivara.codec import decode_json
from kapivara.registry.outcome import Outcome
from kapivara.server.answers import warning_headers

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
JSON, YAML = "application/json", "application/yaml"
VOLATILE = frozenset(("uid", "creationTimestamp", "resourceVersion", "time", "deletionTimestamp", "lastTransitionTime"))
VOLATILE_TEXT = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"
    r"|resourceVersion\\?\":\\?\"[0-9]+|selfType[0-9]+|\bg-[a-z0-9]{5}\b"
)
PATIENCE_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Answer:
    """What a door said."""

    code: int
    body: Any
    warnings: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """Its Status's message, where it is one; all that can be read of one in protocol buffers."""
        if isinstance(self.body, bytes):
            return self.body.decode(errors="replace")
        return str(self.body.get("message", "")) if isinstance(self.body, dict) else ""


class HttpDoor:
    """A server in a process of its own, asked over one connection that is kept.

    Without controllers, which the library has none of: garbage collection would delete what names owners that are not.
    """

    def __init__(self) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed with the door
        self.server = Server("--anonymous", "--controllers=-*", log=self._log)
        self._connection = HTTPConnection(*self.server.address, timeout=PATIENCE_SECONDS)

    def ask(
        self, method: str, path: str, body: bytes | None = None, media_type: str = JSON, accept: str = JSON
    ) -> Answer:
        """Sends a request; code 0 where the connection ended without an answer."""
        headers = {"Content-Type": media_type, "Accept": accept}
        try:
            self._connection.request(method, path, body, headers)
            response = self._connection.getresponse()
            data = response.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            return Answer(0, f"{type(error).__name__}: {error}")
        warnings = tuple(_warning_text(each) for each in response.headers.get_all("Warning") or ())
        return Answer(response.status, _parsed(data) if accept == JSON else data, warnings)

    def log(self) -> str:
        """What the server wrote to its standard error."""
        self._log.seek(0)
        return self._log.read()

    def close(self) -> None:
        """Ends the server."""
        self._connection.close()
        self.server.stop()
        self._log.close()


class LibraryDoor:
    """The façade, in this process."""

    def __init__(self) -> None:
        self.api = Api()

    def create(self, body: bytes, field_validation: str) -> Answer:
        """Creates what the bytes say."""
        return _answer(self.api.create(body, field_validation=field_validation))

    def patch(self, kind: str, name: str, body: bytes, patch_type: str, field_validation: str) -> Answer:
        """Patches an object of the group that all probes are in."""
        outcome = self.api.patch(
            f"{GROUP}/{VERSION}", kind, name, body, patch_type=patch_type, field_validation=field_validation
        )
        return _answer(outcome)

    def apply(self, body: bytes, field_validation: str) -> Answer:
        """Applies a configuration, whoever else manages what it names."""
        outcome = self.api.apply(body, field_manager="hostile", force=True, field_validation=field_validation)
        return _answer(outcome)

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
        return self.api.delete("apiextensions.k8s.io/v1", "CustomResourceDefinition", name).code


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


def _keeps(holder: dict[str, Any], key: str) -> bool:
    return key not in VOLATILE and not (key == "name" and "generateName" in holder)


def _comparable_scalar(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(VOLATILE_TEXT.sub("-", value))
    if isinstance(value, int) and abs(value) >= 2**63:
        value = float(value)  # it is one, however it is written
    return json.dumps(value)


def _answer(outcome: Outcome) -> Answer:
    return Answer(outcome.code, outcome.body(), outcome.warnings)


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
