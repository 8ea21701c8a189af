"""Random project files as an attacker would leave them in a repository, with the files that they must not reach."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from kapivara.cli.framework.command import Command, Group, Option
from kapivara.cli.main import ROOT_GROUP
from kapivara.cli.options.server import FORMS

INVALID = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {"$(touch RCE)": 1}\n'
_VALID = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
_HOOKS = (".git/hooks/pre-commit", ".git/hooks/post-checkout", ".venv/bin/activate", "run.sh")
_FILES = (
    ".git/HEAD",
    ".git/config",
    ".github/workflows/ci.yaml",
    "notes.txt",
    "data.json",
    "lib/data.sarif",
    "Makefile",
)
_FOLDERS = ("deploy", "good", "lib", ".git", ".git/hooks", ".venv/bin", "hooks", "out", ".")
_ENDINGS = ("json", "txt", "sarif", "xml", "yaml", "yml", "py", "sh", "toml", "")
_STEPS = (
    "..",
    "../elsewhere",
    "/etc",
    "\\",
    "\u200c.git",
    "GIT~1",
    "c:",
    "a b",
    "-",
    "*",
    "**",
    "[",
    "{a,b}",
    "é" * 90,
    "",
)
_COMMANDS = (("validate",), ("validate",), ("validate",), ("crd", "check"), ("crd", "lint"), ("crd", "test"), ("lint",))

_ODD = ("*", ["*"], "Ignore", 0, -1, 1e300, 10**30, True, {"a": 1}, "60s", ["x=y"], "../x")
_FITTING: dict[str, tuple[Any, ...]] = {
    "only": (["*"], ["ConfigMap"], ["Deployment"], ["Pod"]),
    "skip": (["*"], ["Deployment"], ["deployments.apps"], ["apps/*"]),
    "field-validation": ("ignore", "warn", "strict"),
    "missing-schemas": ("skip", "warn", "fail"),
    "as": ("kubectl", "server"),
    "kubernetes-version": ("1.37", "1.30"),
    "request-timeout": ("60s", "1ms", "0s"),
    "feature-gates": ("CRDValidationRatcheting=false", "AllAlpha=true"),
    "fail-on": (["warning"], ["forgiven"]),
    "jobs": (1, 2),
    "coverage": (0, 100),
    "top": (0, 5),
}
"""Values that keys take; all others take lists of paths or patterns."""


def make_repository(folder: Path) -> None:
    """Creates a repository with an invalid Deployment, programs, configuration files and links, as canaries."""
    for name in (".git/hooks", ".github/workflows", ".venv/bin", "deploy", "good", "lib"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name in _HOOKS:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    for name in _FILES:
        (folder / name).write_text("mine\n")
    (folder / "deploy" / "a.yaml").write_text(INVALID)
    (folder / "good" / "a.yaml").write_text(_VALID)
    (folder / "hooks").symlink_to(".git/hooks")
    (folder.parent / "elsewhere").mkdir(exist_ok=True)
    (folder / "out").symlink_to(folder.parent / "elsewhere")
    (folder / "link.json").symlink_to(".git/config")
    (folder / "hard.json").hardlink_to(folder / "data.json")
    os.mkfifo(folder / "pipe.json")


def command(random: Random) -> tuple[str, ...]:
    """Returns the names of a command that reads project files."""
    return random.choice(_COMMANDS)


def project_file(random: Random, names: tuple[str, ...]) -> str:
    """Returns a project file with random settings for a command, some of them at wrong places or of wrong types."""
    keys = sorted(_keys(names))
    chosen = random.sample(keys, min(len(keys), random.choice((1, 1, 2, 4))))
    lines = [f"{json.dumps(key)} = {_written(_value(random, key, about))}" for key, about in chosen]
    table = ".".join(names)
    if random.random() < 0.15:
        override = random.choice(("quiet = true", 'field-validation = "Ignore"', 'skip = ["*"]', 'exclude = ["*"]'))
        lines.append(f"[[{table}.overrides]]\npaths = {_written(_paths(random))}\n{override}")
    return "\n".join(([] if random.random() < 0.1 else [f"[{table}]"]) + lines) + "\n"


def _keys(names: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Yields the keys of a command, each with whether it is a switch."""
    found: Command | Group = ROOT_GROUP
    for name in names:
        if isinstance(found, Group):
            found = found.load(name)
    if isinstance(found, Command):
        for each in found.parameters:
            if each.project is not None:
                yield each.key, isinstance(each, Option) and each.is_switch


def _value(random: Random, key: str, is_switch: bool) -> Any:
    """Returns a value that the key takes, in six of seven cases."""
    if random.random() < 0.15:
        return random.choice(_ODD)
    if is_switch:
        return random.random() < 0.9
    if key == "output":
        return [f"{random.choice(FORMS)}={_path(random)}" for _ in range(random.choice((1, 1, 2)))]
    return random.choice(_FITTING[key]) if key in _FITTING else _paths(random)


def _paths(random: Random) -> list[str]:
    return [
        random.choice(("*", "**", "deploy", "good", "deploy/*", "!x", _path(random)))
        for _ in range(random.randint(1, 3))
    ]


def _path(random: Random) -> str:
    name = random.choice(
        (*_HOOKS, *_FILES, "new", "link.json", "hard.json", "pipe.json", "deploy/a.yaml", "kapivara.toml")
    )
    if random.random() < 0.4:
        name = f"{random.choice(_FOLDERS)}/new{random.randrange(9)}.{random.choice(_ENDINGS)}"
    if random.random() < 0.3:
        name = f"{random.choice(_STEPS)}/{name}"
    return name


def _written(value: Any) -> str:
    """Writes a value in TOML."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {_written(item)}" for key, item in value.items()) + "}"
        case str():
            return json.dumps(value)
    return repr(value)
