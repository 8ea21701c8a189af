"""Tests of `kapivara cel --crd`: expressions as rules of a CRD, one by one and at a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              size: {type: integer, default: 7}
              since: {type: string, format: date-time}
              unlimited: {type: array, items: {type: string}}
              list:
                type: array
                maxItems: 100
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string, maxLength: 9}, weight: {type: integer}}
              any: {x-kubernetes-preserve-unknown-fields: true}
  - {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}
"""
NEW = """\
apiVersion: example.com/v1
kind: Widget
metadata: {name: a}
spec:
  since: "2026-01-02T03:04:05Z"
  unknown: 1
  list: [{name: b, weight: 2}, {name: a, weight: 1}]
"""
OLD = NEW.replace("{name: b, weight: 2}, {name: a, weight: 1}", "{name: a, weight: 5}")

Cel = Callable[..., tuple[int, str]]


@pytest.fixture
def cel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cel:
    """Writes the files, runs `cel --crd` in their folder; returns exit code and output."""
    monkeypatch.chdir(tmp_path)
    for name, content in (("crd", CRD), ("new", NEW), ("old", OLD)):
        (tmp_path / f"{name}.yaml").write_text(content)

    def call(*arguments: str) -> tuple[int, str]:
        code = run(["cel", "--crd", "crd.yaml", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def document(cel: Cel, *arguments: str) -> Any:
    return json.loads(cel(*arguments, "-o", "json")[1])


def test_types_and_costs_without_an_object(cel: Cel) -> None:
    assert cel("--at", "spec", "self.list.all(x, x.weight > 0)") == (
        0,
        "type        bool\nestimate    3 to 603\nas a rule   603 at most, <0.1% of the cost limit of a rule\n",
    )
    assert cel("--at", "spec.list[]", "self.name")[1].splitlines()[-1].startswith("as a rule   100 runs, ")
    assert "41.9% of the cost limit of a rule" in cel("--at", "spec", "self.unlimited.all(x, x > '')")[1]


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (["--at", "spec", "self.size"], 7),
        (["--at", "spec", "has(self.list)"], True),
        (["--at", "spec.since", "self.getFullYear()"], 2026),
        (["--at", "spec.list[1]", "self.name"], "a"),
        (["--at", "spec.list[]", "self.name"], "b"),
        (["self.metadata.name"], "a"),
        (["--old", "old.yaml", "--at", "spec.list[1]", "oldSelf.weight - self.weight"], 4),
        (["--old", "old.yaml", "--optional-old-self", "--at", "spec.list[0]", "oldSelf.hasValue()"], False),
        (["--at", "spec", "self.list.map(x, x.name)"], ["b", "a"]),
        (["--at", "spec", "self"], None),
    ],
)
def test_an_object_is_what_the_server_reads(cel: Cel, arguments: list[str], result: object) -> None:
    found = document(cel, "--object", "new.yaml", *arguments)
    assert found["verdict"] == "valid", found
    assert found["cost"] is not None
    assert result is None or found["result"] == result


def test_what_fails_at_run_time(cel: Cel) -> None:
    code, output = cel("--object", "new.yaml", "--at", "spec", "self.unlimited[0] == ''")
    assert code == 1
    assert output.startswith("failed      no such key: unlimited\n")
    code, output = cel("--object", "new.yaml", "--at", "spec", "oldSelf.size == 1")
    assert (code, output.splitlines()[0]) == (1, "failed      no such attribute(s): oldSelf")


@pytest.mark.parametrize(
    ("expression", "parts"),
    [
        ("self.size > 9 || self.size < 3", [("self.size", "7", False)]),
        (
            "self.list.all(x, x.weight < 2)",
            [("x", "{'name': 'b', 'weight': 2}", False), ("x.weight", "2", False)],
        ),
        ("self.list[0] == oldSelf.list[7]", [("oldSelf.list[7]", "index out of bounds: 7", True)]),
        ("self.size == 7", []),
        ("self.size", []),
    ],
)
def test_what_is_not_true_tells_why(cel: Cel, expression: str, parts: list[tuple[str, str, bool]]) -> None:
    arguments = ("--object", "new.yaml", "--old", "old.yaml", "--at", "spec", expression)
    told = document(cel, *arguments)["parts"]
    assert [(each["expression"], each["value"], each["failed"]) for each in told] == parts
    shown = [line.strip() for line in cel(*arguments)[1].splitlines() if line.startswith("  ")]
    assert shown == [f"{text}{': ' if failed else ' = '}{value}" for text, value, failed in parts]


def test_what_does_not_compile_is_told_as_the_server_does(cel: Cel) -> None:
    code, output = cel("--at", "spec", "self.sise")
    assert code == 1
    assert output.startswith("ERROR: <input>:1:5: undefined field 'sise'\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "spec.sise"], "spec.sise: spec has no field sise: did you mean size?"),
        (["--at", "spec.size[0]"], "spec.size is neither a list nor a map"),
        (["--at", "spec..size"], "'spec..size' is not a path such as spec.list[0].name"),
        (["--at", "spec.any"], "spec.any: no expression can be used here, because the schema has no type"),
        (["--at", "spec.list[9]", "--object", "new.yaml"], "new.yaml: the object has no spec.list[9]"),
        (["--crd-version", "v3"], "there is no version v3: the CRD has: v1, v2"),
        (["--object", "no.yaml"], "no.yaml: no such file or folder"),
        (["--old", "old.yaml"], "--old requires --object"),
        (["--var", "x=1"], "--var and --env cannot be used with --crd"),
        (["--env", "standard"], "--var and --env cannot be used with --crd"),
    ],
)
def test_wrong_usage(cel: Cel, arguments: list[str], said: str) -> None:
    code, output = cel("true", *arguments)
    assert code == 2
    assert said in output


def test_several_definitions_or_none(cel: Cel, tmp_path: Path) -> None:
    gadget = CRD.replace("widgets", "gadgets").replace("Widget", "Gadget")
    (tmp_path / "crd.yaml").write_text(f"{CRD}---\n{gadget}")
    assert "the file must hold one CustomResourceDefinition that fits, but holds: Widget, Gadget" in cel("true")[1]
    assert document(cel, "--object", "new.yaml", "self.kind")["result"] == "Widget"
    (tmp_path / "crd.yaml").write_text(NEW)
    assert "the file must hold one CustomResourceDefinition that fits, but holds: none" in cel("true")[1]


def test_variables_from_yaml_and_files(cel: Cel, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cel", "self.spec.list[0].weight + x.a", "--var", "self=@new.yaml", "--var", "x={a: 3}"]) == 0
    assert capsys.readouterr().out.startswith("result      5\n")
    assert run(["cel", "x", "--var", "x=abc"]) == 0
    assert capsys.readouterr().out.startswith("result      'abc'\n")


def test_expressions_from_a_pipe(cel: Cel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("self.size\n\nself.size \\\n  + 1\n:vars\n:type self.size\n:help\n"))
    code, output = cel("--object", "new.yaml", "--at", "spec")
    assert code == 0
    lines = output.splitlines()
    assert [line for line in lines if line.startswith("result")] == ["result      7", "result      8"]
    assert "self: object" in lines
    assert "  :vars             list the variables and their types" in lines
    monkeypatch.setattr(sys, "stdin", io.StringIO("self.sise\n:let x=1\n:vasr\nself.size\n"))
    code, output = cel("--object", "new.yaml", "--at", "spec")
    assert code == 1
    assert "CEL rules of a CRD see self and oldSelf only" in output
    assert "there is no command :vasr, did you mean :vars?" in output
    assert output.splitlines()[-4] == "type        int"


def test_variables_may_be_given_on_the_way(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(":let x={a: 2}\nx.a + 1\n:let 1=2\n:quit\nx\n"))
    assert run(["cel"]) == 1
    output = capsys.readouterr().out
    assert "result      3\n" in output
    assert "'1' is not a valid name of a variable" in output


def _take_interrupts() -> None:
    """A background job of a shell ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Runs `kapivara cel` at a terminal of its own."""

    def __init__(self, root: Path, *arguments: str) -> None:
        leader, follower = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "TERM": "dumb", "INPUTRC": os.devnull}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "kapivara", "cel", *arguments],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=environment,
            preexec_fn=_take_interrupts,
        )
        os.close(follower)
        self._leader = leader
        self.shown = ""
        self._seen = 0

    def wait_for(self, text: str) -> None:
        """Reads until the terminal shows a text after the last one that was found."""
        until = time.monotonic() + 60
        while text not in self.shown[self._seen :]:
            if time.monotonic() > until or not select.select([self._leader], [], [], 60)[0]:
                pytest.fail(f"{text!r} does not come:\n{self.shown}")
            try:
                self.shown += os.read(self._leader, 4096).decode()
            except OSError:
                pytest.fail(f"{text!r} does not come, and the process has ended:\n{self.shown}")
        self._seen = self.shown.index(text, self._seen) + len(text)

    def type(self, keys: str) -> None:
        """Presses keys."""
        os.write(self._leader, keys.encode())

    def interrupt(self) -> None:
        """Presses Ctrl-C until the terminal shows something new.

        Readline misses a signal between the prompt and its wait for a key, so it is pressed again.
        """
        for _ in range(120):
            self._process.send_signal(signal.SIGINT)
            if select.select([self._leader], [], [], 0.5)[0]:
                return
        pytest.fail(f"nothing answers Ctrl-C:\n{self.shown}")

    def wait(self) -> int:
        """Waits for the end; returns the exit code."""
        return self._process.wait(60)

    def end(self) -> None:
        """Ends the process and closes the terminal, also after a failed test."""
        self._process.kill()
        self._process.wait()
        os.close(self._leader)


@pytest.fixture
def terminal(root: Path, cel: Cel) -> Iterator[Terminal]:
    """A terminal with a CRD and an object of it; closed after the test."""
    terminal = Terminal(root, "--crd", "crd.yaml", "--at", "spec", "--object", "new.yaml")
    try:
        yield terminal
    finally:
        terminal.end()


def test_a_terminal_with_completion(terminal: Terminal) -> None:
    terminal.wait_for("cel> ")
    terminal.type("self.si\t\t")
    terminal.wait_for("since")
    terminal.type("z\t == 7\n")
    terminal.wait_for("result      true")
    terminal.wait_for("cel> ")
    terminal.type("self.list.all(x, x.we\t > 0)\n")
    terminal.wait_for("self.list.all(x, x.weight > 0)")
    terminal.wait_for("result      true")
    terminal.wait_for("cel> ")
    terminal.type("self.size \\\n")
    terminal.wait_for("...> ")
    terminal.type("+ 1\n")
    terminal.wait_for("result      8")
    terminal.wait_for("cel> ")
    terminal.interrupt()
    terminal.wait_for("cel> ")
    terminal.type("\x04")
    assert terminal.wait() == 0


def test_an_older_version_has_fewer_functions(cel: Cel) -> None:
    expression = "self.list.map(each, each.weight).sort() == [1]"
    assert cel("--at", "spec", expression)[0] == 0
    code, output = cel("--at", "spec", expression, "--kubernetes-version", "1.34")
    assert code == 1
    assert "hint: sort() is there for rules from Kubernetes 1.35 on" in output
