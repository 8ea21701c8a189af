"""Sources made to take long: each is rejected, or read with work that is linear in its size."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.lint import LintOptions, lint_sources
from kapivara.generator.lint.finding import Finding
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.planning.plan_sources import GenerateOptions, try_packages
from kapivara.generator.sources.go import go_file
from kapivara.generator.sources.go.comments import FileComments
from kapivara.generator.sources.go.go_file import try_go
from kapivara.generator.sources.loading import Sources, try_sources

DOC = "// +k8s:validation-gen=*\n\npackage v1\n"
SECONDS = 240  # a longer run counts as hanging, however busy the machine is


def sources_of(folder: Path, types: str) -> Sources:
    (folder / "doc.go").write_text(DOC)
    (folder / "types.go").write_text(f"package v1\n\n{types}")
    return try_sources([folder])


def linted(sources: Sources) -> list[Finding]:
    return list(lint_sources(sources, LintOptions()))


def calls(function: Callable[[], Any]) -> int:
    """Counts the calls of Python functions: a measure of work that is independent of the machine."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def chained(count: int) -> str:
    return "".join(f"// +k8s:maxLength=3\ntype A{i} A{i + 1}\n\n" for i in range(count)) + f"type A{count} string\n"


def one_field(*tags: str) -> str:
    lines = "".join(f"\t// +{tag}\n" for tag in tags)
    return f'type A struct {{\n{lines}\tF string `json:"f"`\n}}\n'


def lattice(depth: int) -> str:
    structs = []
    for level in range(depth):
        inner = "".join(f'\tL{level + 1}x{k} `json:",inline"`\n' for k in range(3))
        structs += [f"type L{level}x{k} struct {{\n{inner}}}\n" for k in range(3)]
    return "".join(structs) + "".join(f'type L{depth}x{k} struct {{ F{k} string `json:"f{k}"` }}\n' for k in range(3))


def star(count: int) -> str:
    fields = "".join(f'\t// +k8s:optional\n\tF{i} string `json:"f{i}"`\n' for i in range(count))
    return f"type A struct {{\n{fields}}}\n" + "".join(f"type B{i} A\n" for i in range(count))


GROWING = {
    "typedefs": lambda n: chained(n),
    "limits on one field": lambda n: one_field(*(f"k8s:maxLength={i}" for i in range(n))),
    "contradictions": lambda n: one_field(
        *(f"k8s:maxLength={i}" for i in range(n)), *(f"k8s:minLength={n + i}" for i in range(n))
    ),
    "tags that cannot be read": lambda n: one_field(*(f"k8s:maxLength(=={i}" for i in range(n))),
    "unknown tags": lambda n: one_field(*(f"k8s:maxLenth{i}=3" for i in range(n))),
    "embedded structs": lambda n: lattice(n // 10),
    "types on one line": lambda n: "// a\n" * n + ";".join(f"type A{i} string" for i in range(n)) + "\n",
}


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_as_the_source_does(name: str, tmp_path: Path) -> None:
    work = []
    for size in (150, 600):
        sources = sources_of(tmp_path, GROWING[name](size))
        findings: list[Finding] = []
        done = calls(lambda sources=sources, findings=findings: findings.extend(linted(sources)))
        done += calls(lambda sources=sources: try_packages(sources))
        work.append(done + sum(len(each.message) for each in findings))
    assert work[1] < work[0] * 4 * 1.7


def test_of_long_chains_of_typedefs_the_nearest_rules_are_told(tmp_path: Path) -> None:
    chain = "".join(f"// +k8s:maxLength={i}\ntype A{i} A{i + 1}\n\n" for i in range(100)) + "type A100 string\n"
    told = [each.message for each in linted(sources_of(tmp_path, chain)) if each.rule == "typedef-chain"]
    assert sum(each.endswith("do not apply to A0, which is defined from it: +k8s:maxLength=1") for each in told) == 1
    assert sum(" do not apply to A0," in each for each in told) == 10
    assert sum(" do not apply to A95," in each for each in told) == 4


def test_rules_of_very_long_chains_do_not_all_apply(tmp_path: Path) -> None:
    options = GenerateOptions(typedef_chains=True)
    assert try_packages(sources_of(tmp_path, chained(100)), options).errors == []
    errors = try_packages(sources_of(tmp_path, chained(102)), options).errors
    assert {each.type_name.rpartition(".")[2] for each in errors} == {"A0", "A1"}
    assert "it is defined from more than 100 types, one from the next" in errors[0].message


def test_many_types_defined_from_a_large_struct_are_refused(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, star(300))
    message = "types that are defined from structs have more than 50000 fields together"
    assert message in {each.message for each in sources.errors}
    fields = sum(len(kind.members) for kind in sources.universe.packages[sources.packages[0]].types.values())
    assert fields <= 50_000 + 300


def test_tags_beyond_the_fiftieth_are_not_compared_and_it_is_told(tmp_path: Path) -> None:
    findings = linted(sources_of(tmp_path, one_field(*(f"k8s:maxLength={i}" for i in range(200)))))
    assert sum("a second +k8s:maxLength" in each.message for each in findings) == 199
    told = [each.message for each in findings if "not compared" in each.message]
    assert told == ["more than 50 tags: this and those that follow are not compared"]


def test_messages_list_a_hundred_tags_at_most() -> None:
    assert grammar.listed("abc") == "[a b c]"
    assert grammar.listed(map(str, range(1000))).count(" ") == 99


NO_GO = {
    "operators": "+," * 200_000,
    "brackets": "({[" * 200_000,
    "closing and names": ") x " * 200_000,
    "raw strings": "`a` " * 200_000,
    "cases": "case x:" * 200_000,
    "stars": "* } " * 200_000,
}


@pytest.mark.parametrize("name", NO_GO)
def test_what_is_no_go_is_told_in_time(name: str, tmp_path: Path) -> None:
    (tmp_path / "doc.go").write_text(DOC)
    (tmp_path / "types.go").write_text(f"package v1\n{NO_GO[name]}\n")
    command = [sys.executable, "-P", "-m", "kapivara", "lint", str(tmp_path)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert (finished.returncode, finished.stderr) == (1, "")
    told = " ".join(finished.stdout.split())  # lines are wrapped
    assert "types.go:1:1: cannot be parsed: it is too far from Go" in told or "syntax error" in told


@pytest.mark.parametrize(
    "text",
    ["//" * 1000 + "\nx", "/**/" * 1000 + "x", "/* */ // */ /*" * 1000 + "\nx", " " * 100_000 + "x", "/*" * 100_000],
    ids=["line comments", "block comments", "both", "blanks", "open comments"],
)
def test_a_file_without_a_package_clause_is_told_at_once(text: str) -> None:
    command = [sys.executable, "-P", "-c", _TRY]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS, input=text)
    assert finished.stdout.startswith("expected 'package'"), finished.stderr


_TRY = """
import sys
from kapivara.generator.model.author_error import AuthorError
from kapivara.generator.sources.go.go_file import try_go
try:
    try_go("a.go", sys.stdin.buffer.read())
except AuthorError as error:
    print(error.message)
"""


def test_large_files_are_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go_file, "_parsed", lambda _data: pytest.fail("it was parsed"))
    with pytest.raises(AuthorError, match="larger than 2 MB"):
        try_go("a.go", b"package a\n" + b"[]" * (1 << 20))


def test_places_on_a_long_line_that_is_not_ascii() -> None:
    text = "package v1\n" + "".join(f"type é{i} string; " for i in range(200)) + "\n"
    file = try_go("a.go", text.encode())
    nodes = [spec for each in file.root.named_children[1:] for spec in each.named_children]
    line = text.split("\n")[1]
    wanted = [line.index(f"é{i} ") + 1 for i in range(200)]
    assert [file.place(node).column for node in nodes] == wanted
    assert [file.place(node).column for node in reversed(nodes)] == wanted[::-1]


def test_one_comment_above_many_declarations_is_read_once() -> None:
    comments = FileComments("a.go", "// +a\n" * 100 + "type A string; type B string\n")
    assert comments.above(101) is comments.above(101)
    assert len(comments.above(101, whole=True)) == 100
