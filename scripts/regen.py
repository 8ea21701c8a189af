"""Rewrites the generated parts of documents: references (docs/cli.md, cel.md, tags.md, …) and `console` blocks.

First it generates the descriptions of the built-in types (from each `types.go` of `meta` and `apis`) and the validators
of example and test types, because documents show them. In a ```console block, it runs the lines that start with `$ ` at
the top of the checkout and replaces the other lines by the output. Between marks such as `<!-- commands -->` it writes:

- `commands`: the reference of commands from their declarations;
- `functions` and `mistakes`: CEL functions, macros and hints;
- `tags`, `markers`, `lint-rules` and `crd-lint-rules`: the references from their objects;
- `why-not` and `classes`: reasons of unforgiven errors, classes of changes;
- `recordings`: the conformance floors by recording;
- `rule-shares`: the share of declared rules by kind.

`scripts/regen --check` writes nothing and exits 1 if a file is out of date (a test runs it);
`scripts/regen types` generates the built-in types alone;
`scripts/regen floors` raises the conformance floors to the present results, and never lowers one;
`scripts/regen recordings` imports the recordings of ../shared/conformance or of a given folder.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.rule_tracing.table import render_rules_table

from conformance.floors import render_table
from conformance.recordings import shared_folder, take_over
from kapivara.api import Api
from kapivara.apis.groups.apiextensions.lint import LINT_RULES as CRD_LINT_RULES
from kapivara.apis.groups.apiextensions.lint.reference import render_lint_rules
from kapivara.cel.hints.all_mistakes import render_mistakes
from kapivara.cel.reference import render_reference
from kapivara.cli.commands.explain.rule_share import rule_share
from kapivara.cli.fields.hand_written_rules import TABLE
from kapivara.cli.framework.command import HELP, Command, Group, Option
from kapivara.cli.framework.help import explanation, flags_with_value, paragraphs, sections, usage_line
from kapivara.cli.main import ROOT_GROUP
from kapivara.field.forgiveness import WhyNot
from kapivara.generator.crd.reference import render_markers
from kapivara.generator.idl.files import generated_files
from kapivara.generator.lint import RULES
from kapivara.generator.lint.reference import render_rules
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.tags.documentation import find_handlers, render_markdown
from kapivara.schema.changes.change import ChangeClass

ROOT = Path(__file__).resolve().parent.parent
RULES_TABLE = ROOT / "src" / "kapivara" / "cli" / "fields" / TABLE
GENERATED = ("examples/types/backups", "tests/output/lifecycle", "tests/output/probes")
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.S | re.M)
COMMANDS = re.compile(r"(?<=^<!-- commands -->\n).*?(?=^<!-- /commands -->$)", re.S | re.M)
FUNCTIONS = re.compile(r"(?<=^<!-- functions -->\n).*?(?=^<!-- /functions -->$)", re.S | re.M)
LINT_RULES = re.compile(r"(?<=^<!-- lint-rules -->\n).*?(?=^<!-- /lint-rules -->$)", re.S | re.M)
CRD_LINT = re.compile(r"(?<=^<!-- crd-lint-rules -->\n).*?(?=^<!-- /crd-lint-rules -->$)", re.S | re.M)
MARKERS = re.compile(r"(?<=^<!-- markers -->\n).*?(?=^<!-- /markers -->$)", re.S | re.M)
MISTAKES = re.compile(r"(?<=^<!-- mistakes -->\n).*?(?=^<!-- /mistakes -->$)", re.S | re.M)
RECORDINGS = re.compile(r"(?<=^<!-- recordings -->\n).*?(?=^<!-- /recordings -->$)", re.S | re.M)
RULE_SHARES = re.compile(r"(?<=^<!-- rule-shares -->\n).*?(?=^<!-- /rule-shares -->$)", re.S | re.M)
TAGS = re.compile(r"(?<=^<!-- tags -->\n).*?(?=^<!-- /tags -->$)", re.S | re.M)
CLASSES = re.compile(r"(?<=^<!-- classes -->\n).*?(?=^<!-- /classes -->$)", re.S | re.M)
WHY_NOT = re.compile(r"(?<=^<!-- why-not -->\n).*?(?=^<!-- /why-not -->$)", re.S | re.M)


def main(arguments: list[str]) -> int:
    """Writes, checks, or raises the floors; returns the exit code."""
    if arguments == ["floors"]:
        tests = [f"tests/conformance/test_{name}.py" for name in ("recordings", "tags", "cel_spec")]
        command = [sys.executable, "-P", "-m", "pytest", "-q", *tests, "--update"]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        refresh(ROOT / "docs" / "parity.md", write=True)
        return code
    if arguments[:1] == ["recordings"] and len(arguments) <= 2:
        return carry(Path(arguments[1]) if len(arguments) == 2 else shared_folder())
    if arguments not in ([], ["--check"], ["types"]):
        print("usage: scripts/regen [--check | types | floors | recordings [FOLDER]]", file=sys.stderr)
        return 2
    writing = arguments != ["--check"]
    try:
        described = generated_files()
    except AuthorErrors as errors:
        print(errors, file=sys.stderr)
        return 1
    stale = sum(refresh_text(path, text, write=writing) for path, text in described.items())
    if arguments == ["types"]:
        return 0
    stale += refresh_text(RULES_TABLE, render_rules_table(), write=writing)
    # Output about the first use of the environment belongs in no document.
    subprocess.run([ROOT / "kapivara", "version"], stdout=subprocess.DEVNULL, check=False)
    command = [sys.executable, "-P", "-m", "kapivara", "gen", *GENERATED, *arguments]
    stale += subprocess.run(command, cwd=ROOT, check=False).returncode
    for document in sorted(
        [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md")]
    ):
        stale += refresh(document, write=not arguments)
    return 1 if arguments and stale else 0


def carry(folder: Path) -> int:
    """Imports the recordings of a folder; returns the exit code."""
    if not folder.is_dir():
        print(f"scripts/regen: no folder {folder} to take recordings from", file=sys.stderr)
        return 2
    for name in take_over(folder, write=True):
        print(f"took over {name}")
    return 0


def refresh(document: Path, *, write: bool) -> bool:
    """Updates one document, or shows its outdated parts; returns whether it was outdated."""
    before = document.read_text()
    after = COMMANDS.sub(lambda _: render_commands(), before)
    after = FUNCTIONS.sub(lambda _: render_reference(), after)
    after = TAGS.sub(lambda _: f"\n{render_markdown(find_handlers([]))}\n", after)
    after = MARKERS.sub(lambda _: f"\n{render_markers()}\n", after)
    after = LINT_RULES.sub(lambda _: f"\n{render_rules(RULES)}\n", after)
    after = CRD_LINT.sub(lambda _: f"\n{render_lint_rules(CRD_LINT_RULES)}\n", after)
    after = MISTAKES.sub(lambda _: f"\n{render_mistakes()}\n\n", after)
    after = WHY_NOT.sub(lambda _: render_reasons(), after)
    after = RECORDINGS.sub(lambda _: render_table(), after)
    after = CLASSES.sub(lambda _: render_classes(), after)
    after = RULE_SHARES.sub(lambda _: render_shares(), after)
    after = CONSOLE.sub(lambda block: run_console(block[0]), after)
    return refresh_text(document, after, write=write)


def render_shares() -> str:
    """Renders how many rules of each kind are declared; shares are rounded, since hand-written rules change."""
    lines = ["", "| kind | declared | compared only | share of all rules |", "|---|---|---|---|"]
    with Api(assume_namespaces=True) as api:
        for resource in sorted(api.registry.api_resources(), key=lambda each: (each.kind.group, each.kind.kind)):
            kind = api.registry.find_kind(resource.kind.api_version, resource.kind.kind)
            share = rule_share(kind) if kind is not None else None
            if share is None or not share.declared + share.compared:
                continue
            roughly = 5 * round(share.percent / 5)
            told = f"about {roughly} %" if roughly else "less than 5 %" if share.declared else "none"
            name = f"{resource.kind.kind} ({resource.kind.api_version})"
            lines.append(f"| {name} | {share.declared} | {share.compared} | {told} |")
    return "\n".join([*lines, "", ""])


def refresh_text(file: Path, after: str, *, write: bool) -> bool:
    """Writes one file, or shows its outdated parts; returns whether it was outdated."""
    before = file.read_text() if file.exists() else ""
    if before == after:
        return False
    name = str(file.relative_to(ROOT))
    if write:
        file.write_text(after)
        print(f"rewrote {name}")
    else:
        print("".join(difflib.unified_diff(before.splitlines(True), after.splitlines(True), name, f"{name} (fresh)")))
    return True


def render_reasons() -> str:
    """Renders the reasons why an error of an update is not forgiven."""
    rows = "".join(f"| `{why.value}` | {why.text('…')} |\n" for why in WhyNot)
    return f"\n| word | meaning |\n|---|---|\n{rows}\n"


def render_classes() -> str:
    """Renders the classes of changes of CRDs, the heaviest first."""
    rows = "".join(
        f"| `{each.value}` | {each.meaning} | {'yes' if each.breaking else 'no'} |\n" for each in reversed(ChangeClass)
    )
    return f"\n| class | meaning | breaking |\n|---|---|---|\n{rows}\n"


def run_console(block: str) -> str:
    """Runs the commands of a console block; returns the block with their output."""
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUNBUFFERED": "1"}
    parts = []
    for line in block.splitlines():
        if line.startswith("$ "):
            finished = subprocess.run(
                ["bash", "-c", line[2:]],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            parts.append(f"{line}\n{finished.stdout}")
    return "".join(parts)


def render_commands() -> str:
    """Renders every command: its purpose, its usage, its options."""
    return "\n" + "\n".join(_render_group(ROOT_GROUP, "kapivara"))


def _render_group(group: Group, path: str) -> Iterator[str]:
    for name in group.commands:
        command = group.load(name)
        inner = f"{path} {name}"
        if isinstance(command, Group):
            yield from _render_group(command, inner)
        else:
            yield _render_command(command, inner)


def _render_command(command: Command, path: str) -> str:
    prose = "\n\n".join(paragraphs(command.help)).strip()
    lines = [f"### {path}", "", "```", usage_line(command, path), "```", "", prose, ""]
    options = [option for each in sections(command).values() for option in each if option is not HELP]
    if options:
        lines += ["| option | meaning |", "|---|---|"]
        lines += [f"| `{flags_with_value(each).replace('|', '/')}` | {_on_one_line(each)} |" for each in options]
        lines.append("")
    if command.examples:
        lines += ["```", *(line for each in command.examples for line in (f"# {each.what}", each.line)), "```", ""]
    return "\n".join(lines)


def _on_one_line(option: Option) -> str:
    return " ".join(explanation(option).split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
