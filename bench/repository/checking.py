"""Checks that `kapivara validate` reports exactly the errors in a repository, each with its line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from bench.harness import ROOT
from bench.repository.tree import Expected, Tree

_WIDTH = 100
_REMARK = "some validation rules were not checked because the object was invalid"
"""An error that a server adds to those of custom resources, for the object as a whole."""


def check_reports(tree: Tree, folder: Path) -> list[str]:
    """Runs the command on a repository in a folder; returns the deviations of its reports."""
    report = folder.parent / f"{folder.name}.json"
    command = [ROOT / "kapivara", "validate", folder.name, "-o", "text", "-o", f"json={report}"]
    done = subprocess.run(command, cwd=folder.parent, capture_output=True, text=True, check=False)
    found = json.loads(report.read_text())
    wide = [line for line in done.stdout.splitlines() if len(line) > _WIDTH]
    return [
        *_compare(tree.expected, found, folder.name),
        *(f"exit code {done.returncode}, not {expected}" for expected in (_code(tree),) if done.returncode != expected),
        *(f"on standard error: {done.stderr}" for _ in (1,) if done.stderr),
        *(f"wider than {_WIDTH}: {line}" for line in wide),
        *(f"not in the text: {each}" for each in tree.expected if _place(each, folder.name) not in done.stdout),
    ]


def _code(tree: Tree) -> int:
    return 2 if any(each.unreadable for each in tree.expected) else 1 if tree.expected else 0


def _place(expected: Expected, root: str) -> str:
    return f"{root}/{expected.source}:{expected.line}:"


def _compare(expected: list[Expected], report: dict[str, Any], root: str) -> list[str]:
    """Compares the expected errors with the diagnostics by line: each must be reported once."""
    told = [each for each in report["diagnostics"] if each["level"] == "error" and _REMARK not in each["message"]]
    other = [each for each in report["diagnostics"] if each["level"] != "error"]
    problems = [f"told beside errors: {each}" for each in other]
    for each in expected:
        same = [one for one in told if f"{one['source']}:{one['line']}:" == _place(each, root)]
        if len(same) != 1 or each.says not in same[0]["message"]:
            problems.append(f"expected {each}, told {[one['message'] for one in same]}")
        told = [one for one in told if one not in same]
    return problems + [f"not expected: {one['source']}:{one['line']} {one['message']}" for one in told]
