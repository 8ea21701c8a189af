"""One round of hostile input, and the main kind of round: a CRD, its objects, and patches.

A round sends the input to all entry points that accept it. Failures, disagreements between entry points, and stored
objects that cannot be read are findings.
"""

from __future__ import annotations

import os
import re
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from bench.hostile_doors import (
    DEFINITIONS,
    JSON,
    UNANSWERED,
    YAML,
    Answer,
    HttpDoor,
    LibraryDoor,
    Printed,
    as_sent,
    command_line,
    comparable,
    told,
    validate_files,
)
from bench.hostile_http import PROCESSOR_SECONDS
from bench.hostile_inputs import definitions, objects, patches
from bench.hostile_inputs.scalars import json_text
from kapivara.codec import DecodeError, decode_yaml

_Result = TypeVar("_Result")
_PAGE = resource.getpagesize()

BODIES, PATCHES = 40, 24
MODES = ("Strict", "Strict", "Warn", "Ignore")
PATCH_TYPES = {patches.JSON_PATCH: "json", patches.MERGE_PATCH: "merge"}
SERVERS_OWN_500 = (
    "failed to create typed patch object",
    "strconv.ParseUint: parsing",
    "Object 'apiVersion' is missing",
    *("resource name may not be empty", "invalid resource name"),  # from a pod's runtime class
    *("unknown patch type: ", "does not contain declared merge key"),  # from strategic patches, as the next two
    *("list element types are not identical", "doesn't match $setElementOrder list"),
    "to proper version: unable to convert unstructured object",  # from applies
    "failed to create RequestInfo",  # from paths that end in a verb
    "etcdserver: request is too large",
)
BY_PATH = (
    "the namespace of the provided object does not match",
    *("the object provided is unrecognized", "cannot be handled as a"),
)
_FIRST_DOCUMENT = re.compile(rb"^[^%#\n-].*?(?=\n---(?:\s|\Z))", re.S | re.M)
_SEVERAL = re.compile(rb"\n(?:---|\.\.\.)")
UNKNOWN = (
    "the server could not find the requested resource",
    *("no matches for kind", "set it to name the object's kind"),
)
_NAMELESS = re.compile(r'set it to name the object|no matches for kind .* in version "[^"]*/"')


@dataclass(frozen=True, slots=True)
class Finding:
    """A failure: the round and what happened."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(slots=True)
class Round:
    """A round being played: its entry points, its random numbers, and its results."""

    http: HttpDoor
    library: LibraryDoor
    random: Random
    seed: str
    number: int
    inputs: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    memory: float = 0.0

    def find(self, what: str, data: bytes | str = "") -> None:
        """Adds a finding, with the beginning of the input."""
        shown = data if isinstance(data, str) else data.decode("utf-8", "backslashreplace")
        self.findings.append(Finding(f"--seed {self.seed} --round {self.number}", f"{what}\n    {shown[:3000]}"))

    def timed(self, what: str, data: bytes | str, function: Callable[[], _Result]) -> _Result | None:
        """Calls an entry point; records exceptions, processor time here and in the server, and memory.

        The server's memory is measured at the end, for all inputs. Here, memory is the growth of this process during
        one call, since its total includes this program's own data.
        """
        result, taken = self.measured(what, data, function)
        if taken > self.slowest[0]:
            self.slowest = taken, what
        if taken > PROCESSOR_SECONDS:
            self.find(f"{what} took {taken:.1f} s", data)
        return result

    def measured(self, what: str, data: bytes | str, function: Callable[[], _Result]) -> tuple[_Result | None, float]:
        """Calls an entry point; returns its result, and its processor time."""
        resident, peak = _resident(), _peak()
        begun, there = time.process_time(), self.http.server.clock_seconds
        result: _Result | None = None
        try:
            result = function()
        except Exception as error:
            self.find(f"{what} raised {type(error).__name__}: {str(error)[:300]}", data)
        taken = max(time.process_time() - begun, self.http.server.clock_seconds - there)
        if (now := _peak()) > peak:
            self.memory = max(self.memory, now - resident)
        return result, taken

    def ask(
        self, method: str, path: str, data: bytes | None = None, media_type: str = JSON, accept: str = JSON
    ) -> Answer:
        """Sends a request to the server, which must respond without an internal error."""
        what = f"{method} {path}"
        answer = self.timed(what, data or b"", lambda: self.http.ask(method, path, data, media_type, accept))
        return self.note(what, data or b"", answer or UNANSWERED)

    def note(self, what: str, data: bytes, answer: Answer) -> Answer:
        """Counts a response of the server, which must not be an internal error, and returns it."""
        self.answers[answer.code] += 1
        if answer.code == 0 or (answer.code == 500 and not any(each in answer.message for each in SERVERS_OWN_500)):
            self.find(f"{what}: {answer.code} {answer.message or answer.body}", data)
        return answer

    def command(self, *arguments: str, about: str = "") -> Printed | None:
        """Runs a command, which must end by itself and report errors in plain words."""
        name = " ".join(arguments[: 1 + (arguments[0] == "crd")])
        printed = self.timed(name, about, lambda: command_line(*arguments))
        if printed is not None and (printed.code not in (0, 1, 2) or "unexpected failure" in printed.err):
            self.find(f"{name}: exit {printed.code}: {printed.err[:1000]}", about)
        return printed

    def agree(self, what: str, data: bytes, served: Answer, called: Answer | None) -> None:
        """Compares the answers of the server and the library."""
        if called is None or served.looks_like(called):
            return
        is_unknown = any(each in called.message for each in UNKNOWN)
        if served.code >= 400 and (is_unknown or any(each in served.message for each in BY_PATH)):
            return  # the library finds kind and namespace in the object, the server in the path
        if _NAMELESS.search(called.message):
            return  # for a built-in kind, the path names the kind
        if (served.code, told(served, data)) != (called.code, told(called, data)):
            self.find(f"{what}: server and library disagree:\n    {_short(served)}\n    {_short(called)}", data)
        elif served.warnings != as_sent(called.warnings):
            self.find(f"{what}: warnings differ:\n    {served.warnings}\n    {called.warnings}", data)


def play_resource(round_: Round) -> None:
    """Creates a CRD, objects, and patches; reads all of them back, and deletes them with the CRD."""
    random = round_.random
    about = random.choice(("schemas", "expressions", "patterns"))
    definition = definitions.definition(random, round_.number, about=about)
    mode = random.choice(MODES)
    data = json_text(definition).encode()
    round_.inputs[about] += 1
    answer = round_.ask("POST", f"{DEFINITIONS}?fieldValidation={mode}", data)
    round_.agree("create definition", data, answer, _create(round_, data, mode))
    given, answers = {"definition.json": data}, {"definition.json": answer}
    if answer.code == 201:
        _play_objects(round_, definition, mode, given, answers)
    judge_files(round_, mode, given, answers)
    _check_definition(round_, data, answer)
    if answer.code == 201:
        remove(round_, definition)


def _play_objects(
    round_: Round, definition: dict[str, Any], mode: str, given: dict[str, bytes], answers: dict[str, Answer]
) -> None:
    plural, kind = definition["spec"]["names"]["plural"], definition["spec"]["names"]["kind"]
    path = f"/apis/{definitions.GROUP}/{definitions.VERSION}/namespaces/default/{plural}"
    stored = []
    for at in range(BODIES):
        name = f"o{at}"
        data = objects.body(round_.random, objects.whole(round_.random, definition, name))
        written = "json" if is_json(data) else "yaml"
        round_.inputs["bodies"] += 1
        answer = round_.ask("POST", f"{path}?fieldValidation={mode}", data, f"application/{written}")
        round_.agree("create", data, answer, _create(round_, data, mode))
        file = f"{at}.{written}"
        given[file], answers[file] = data, answer
        if answer.code == 201 and answer.body["metadata"]["name"] == name:
            stored.append(name)
            _read_back(round_, path, kind, name)
    for _ in range(PATCHES if stored else 0):
        _play_patch(round_, definition, path, round_.random.choice(stored), mode)
    _list(round_, path, kind)


def _create(round_: Round, data: bytes, mode: str) -> Answer | None:
    first = first_document(data)
    return round_.timed("library create", data, lambda: round_.library.create(first, mode))


def first_document(data: bytes) -> bytes:
    """Returns the document that a server reads of a body: the first, while the library requires a single one."""
    found = None if is_json(data) else _FIRST_DOCUMENT.search(data)
    return data if found is None else data[: found.end()]


def is_json(data: bytes) -> bool:
    """Returns whether the library treats a body as JSON."""
    return data.lstrip()[:1] in (b"{", b"[")


def _play_patch(round_: Round, definition: dict[str, Any], path: str, name: str, mode: str) -> None:
    kind = definition["spec"]["names"]["kind"]
    media_type, data = patches.patch(round_.random, definition, name)
    query = f"fieldValidation={mode}" + (
        "&fieldManager=hostile&force=true" if media_type == patches.APPLY_PATCH else ""
    )
    round_.inputs["patches"] += 1
    served = round_.ask("PATCH", f"{path}/{name}?{query}", data, media_type)
    library = round_.library
    if media_type == patches.APPLY_PATCH:
        called = round_.timed("library apply", data, lambda: library.apply(data, mode))
        if called is not None and called.code == served.code == 400:
            return  # a body that cannot be decoded names no kind, which the library needs
    elif media_type in PATCH_TYPES:
        type_, target = PATCH_TYPES[media_type], (f"{definitions.GROUP}/{definitions.VERSION}", kind, name)
        called = round_.timed("library patch", data, lambda: library.patch(target, data, type_, mode))
    else:
        return
    round_.agree(f"patch ({media_type})", data, served, called)
    _read_back(round_, path, kind, name)


def _read_back(round_: Round, path: str, kind: str, name: str) -> None:
    """Reads a stored object at both entry points, as JSON and as YAML, which must agree."""
    served = round_.ask("GET", f"{path}/{name}")
    round_.agree("get", b"", served, round_.timed("library get", "", lambda: round_.library.get(kind, name)))
    if served.code != 200 or round_.random.random() < 0.7:
        return
    written = round_.ask("GET", f"{path}/{name}", accept=YAML)
    try:
        read = decode_yaml(written.body).value
    except DecodeError as error:
        round_.find(f"YAML of an object cannot be read: {error.message}", written.body)
        return
    if comparable(read) != comparable(served.body):
        round_.find(f"YAML of an object differs from its JSON: {comparable(served.body)[:1500]}", written.body)


def _list(round_: Round, path: str, kind: str) -> None:
    listed = round_.ask("GET", path)
    names = round_.timed("library list", "", lambda: round_.library.names(kind))
    if listed.code != 200 or names is None:
        return
    if len(names) != len(listed.body["items"]):
        round_.find(f"lists differ: {_short(listed)} and {names}")


def remove(round_: Round, definition: dict[str, Any]) -> None:
    """Deletes a CRD with its objects, unless their finalizers prevent it."""
    name = definition["metadata"]["name"]
    code = round_.ask("DELETE", f"{DEFINITIONS}/{name}").code
    if code != (there := round_.library.delete_definition(name)):
        round_.find(f"delete of a definition: {code} at the server, {there} in the library")


def judge_files(round_: Round, mode: str, given: dict[str, bytes], answers: dict[str, Answer]) -> None:
    """Validates all created objects on the command line; the results must agree with the server's."""
    with tempfile.TemporaryDirectory() as folder:
        for file, data in given.items():
            Path(folder, file).write_bytes(data)
        result = round_.timed("validate", "", lambda: validate_files(Path(folder), mode))
    if result is None:
        return
    printed, found = result
    if printed.code not in (0, 1, 2) or "unexpected failure" in printed.err or (not found and not printed.out):
        round_.find(f"validate: exit {printed.code}: {printed.err[:1000]}", given["definition.json"])
        return
    if answers["definition.json"].code != 201:
        given = {"definition.json": given["definition.json"]}
    for file, data in given.items():
        _compare_verdict(round_, data, answers[file], found.get(file))


def _check_definition(round_: Round, data: bytes, served: Answer) -> None:
    """Runs `crd check`, which must accept the same CRDs as the server, except for unknown fields."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "definition.json")
        file.write_bytes(data)
        printed = round_.command("crd", "check", str(file))
    if printed is not None and served.code in (201, 422) and (printed.code == 0) != (served.code == 201):
        round_.find(f"crd check: exit {printed.code}, the server {_short(served)}", data)


def _compare_verdict(round_: Round, data: bytes, served: Answer, judged: Any) -> None:
    if judged is None:
        if served.code == 201:
            round_.find("validate passes over a file that the server takes", data)
        return
    verdict = judged.get("verdict", "unreadable")
    if served.code == 409 or verdict == "skipped" or BY_PATH[0] in served.message or _SEVERAL.search(data):
        return  # existing objects, other namespaces and several documents are not comparable
    if verdict == "unreadable" and "is not valid UTF-8" in judged["message"]:
        return  # an error in a file; a server silently replaces such bytes
    if (served.code == 201) != (verdict == "valid") or (served.code == 422 and verdict == "unreadable"):
        detail = [each["message"] for each in judged.get("errors", ())] or judged.get("message")
        round_.find(f"validate says {verdict}, {detail}; the server {_short(served)}", data)
        return
    causes = served.body.get("details", {}).get("causes") if isinstance(served.body, dict) else None
    if served.code == 422 and causes:
        said = [[each["field"], each["message"]] for each in judged["errors"]]
        told = [[each.get("field", ""), each.get("message", "")] for each in causes]
        asked = all(each["reason"] != "NotAsked" for each in judged["errors"])
        if asked and comparable(said) != comparable(told):
            round_.find(f"validate words it differently:\n    {said[:5]}\n    {told[:5]}", data)


def _short(answer: Answer) -> str:
    return f"{answer.code} {answer.message or comparable(answer.body)}"[:900]


def _resident() -> int:
    """Returns the memory of this process, in which the library and the command line run."""
    return int(os.pread(_statm(os.getpid()), 100, 0).split()[1]) * _PAGE


@cache
def _statm(pid: int) -> int:
    return os.open(f"/proc/{pid}/statm", os.O_RDONLY)


def _peak() -> int:
    """Returns the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
