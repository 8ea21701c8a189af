"""The entry point of the command line: finds and runs the command, and turns failures into messages and exit codes.

Exit codes: 0 success, 1 objects are invalid, 2 wrong usage, unreadable input or a defect of kapivara, 130 interrupted.
Tracebacks are printed only with KAPIVARA_DEBUG=1.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from kapivara.cli.framework.command import HELP, VERSION_OPTION, Command, CommandEntry, Example, Group, HelpTable
from kapivara.cli.framework.errors import CommandError, UsageError
from kapivara.cli.framework.parser import (
    CommandPath,
    HelpAskedError,
    Settings,
    VersionAskedError,
    choose_command,
    read_values,
)
from kapivara.cli.framework.terminal import printable, write_error, write_out

USAGE_OR_DEFECT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
_OBJECTS = 200_000
"""The garbage collector starts at so many objects: imported objects are no garbage, and short commands make few."""
_FOR_THE_SHELL = "_KAPIVARA_COMPLETE"

COMMANDS = {
    "validate": CommandEntry(
        "kapivara.cli.commands.validate.command", "validate", "Validate manifests as the API server would."
    ),
    "explain": CommandEntry(
        "kapivara.cli.commands.explain.command", "explain", "Explain the fields of a kind and their rules."
    ),
    "crd": CommandEntry(
        "kapivara.cli.commands.crd.group", "crd", "Check, lint, test and compare CustomResourceDefinitions.", True
    ),
    "cel": CommandEntry(
        "kapivara.cli.commands.cel.command", "cel", "Evaluate an expression of the Common Expression Language."
    ),
    "gen": CommandEntry(
        "kapivara.cli.commands.gen.command", "gen", "Generate Python validators from the tags of API types."
    ),
    "lint": CommandEntry(
        "kapivara.cli.commands.lint.command", "lint", "Find likely mistakes in the tags of API types."
    ),
    "test-types": CommandEntry(
        "kapivara.cli.commands.test_types.command", "test_types", "Run table tests against API types."
    ),
    "docs": CommandEntry(
        "kapivara.cli.commands.docs.group", "docs", "Print reference pages of CRDs and validation tags.", True
    ),
    "serve": CommandEntry(
        "kapivara.cli.commands.serve.command", "serve", "Serve the Kubernetes API, without a cluster."
    ),
    "kubeconfig": CommandEntry(
        "kapivara.cli.commands.kubeconfig", "kubeconfig", "Write a kubeconfig for a user of a server."
    ),
    "storage": CommandEntry(
        "kapivara.cli.commands.storage.group", "storage", "Check, compact, back up and move stored objects.", True
    ),
    "config": CommandEntry("kapivara.cli.commands.config", "config", "Show settings and where they come from.", True),
    "completion": CommandEntry(
        "kapivara.cli.commands.completion", "completion", "Print a script for completion in a shell."
    ),
    "version": CommandEntry(
        "kapivara.cli.commands.version", "version", "Print the versions of kapivara and of Kubernetes."
    ),
}

ABOUT = """Would a real Kubernetes API server accept this object, and if not, what exactly would it say?

kapivara answers like kube-apiserver v1.37, without a cluster. `kapivara COMMAND --help` describes a command."""

EXAMPLES = (
    Example("Validate the manifests of a folder, with CRDs of another:", "kapivara validate deploy --crds crds"),
    Example("Validate a Helm chart:", "helm template mychart | kapivara validate -"),
    Example("Explain the fields of a kind:", "kapivara explain deployments.spec.strategy"),
    Example("Run an API server for tests:", "kapivara serve --crds crds"),
)
TABLES = (
    HelpTable(
        "Exit codes",
        (
            ("0", "Success."),
            ("1", "The input is invalid."),
            ("2", "Wrong usage, input that could not be read or validated, or a defect of kapivara."),
            ("130", "Interrupted."),
        ),
    ),
    HelpTable(
        "Environment",
        (
            (
                "NO_COLOR, FORCE_COLOR",
                "Print no colours, or print colours in pipes too; also CLICOLOR, CLICOLOR_FORCE.",
            ),
            ("COLUMNS", "The width of the page if the terminal does not report it."),
            ("KAPIVARA_CONFIG", "The project file to read settings from; `none` for no file."),
            ("KAPIVARA_DEBUG", "If set to 1, print tracebacks of defects."),
        ),
    ),
    HelpTable(
        "Files",
        (
            ("kapivara.toml", "Settings of a project, in this folder or one above (docs/project-file.md)."),
            ("pyproject.toml", "The same, in its table [tool.kapivara]."),
        ),
    ),
)

ROOT_GROUP = Group(COMMANDS, help=ABOUT, options=(VERSION_OPTION, HELP), examples=EXAMPLES, tables=TABLES)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line as a process, and exits with the exit code."""
    prepare_process()
    leave(run(sys.argv[1:] if arguments is None else arguments))


def prepare_process() -> None:
    """Postpones garbage collection in the process of a command, never in a program that imports kapivara."""
    gc.set_threshold(_OBJECTS, 10, 10)


def leave(code: int) -> NoReturn:
    """Exits the process without cleanup."""
    sys.stderr.flush()
    os._exit(code)  # shutting down the interpreter would take as long as a small validation


def run(arguments: Sequence[str], root: Group = ROOT_GROUP) -> int:
    """Runs one command, and returns its exit code."""
    _open_closed_streams()
    try:
        code = (
            _answer_shell(root) if _FOR_THE_SHELL in os.environ else _dispatch(root, arguments, CommandPath(root, ()))
        )
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("KAPIVARA_DEBUG"):
            raise
        if not (isinstance(error, ModuleNotFoundError) and _report_missing(error)):
            _report_defect(error)
        return USAGE_OR_DEFECT
    return code


def _dispatch(command: Command | Group, words: Sequence[str], command_path: CommandPath) -> int:
    """Runs the command that the words name; `command_path` names the groups chosen so far."""
    path = " ".join(("kapivara", *command_path.names))
    if isinstance(command, Group) and not words:
        from kapivara.cli.framework.help import render_help

        write_error(render_help(command, path))
        return USAGE_OR_DEFECT
    try:
        if isinstance(command, Command):
            return command.function(**read_values(command, words, command_path, _read_settings))
        name, words = choose_command(command, words)
    except HelpAskedError:
        from kapivara.cli.framework.help import render_help

        write_out(render_help(command, path))
        return 0
    except VersionAskedError:
        return _dispatch(command, ["version"], command_path)
    except UsageError as error:
        from kapivara.cli.framework.help import usage_line

        help_line = f"Try '{path} --help' for help."
        write_error(f"Usage: {usage_line(command, path)}\n{help_line}\n\nError: {printable(str(error))}\n")
        return USAGE_OR_DEFECT
    except CommandError as error:
        write_error(f"Error: {error}\n")
        return USAGE_OR_DEFECT
    return _dispatch(command.load(name), words, CommandPath(command_path.root, (*command_path.names, name)))


def _read_settings(name: str, command: Command, command_path: CommandPath) -> Settings | None:
    """Returns the settings of the project file for a command; None if there is no project file."""
    from kapivara.cli.project_file.locate import read_settings  # some commands read no project file

    return read_settings(name, command, command_path)


def _answer_shell(root: Group) -> int:
    """Answers a completion request of the shell."""
    from kapivara.cli.framework.completion import answer_shell

    answer = answer_shell(root, os.environ[_FOR_THE_SHELL])
    write_out(answer or "")
    return 1 if answer is None else 0


def _report_missing(error: ModuleNotFoundError) -> bool:
    """Prints how to install an optional package; returns False if the module is none of an optional package."""
    from kapivara.values.optional_packages import how_to_install

    missing = how_to_install(error)
    if missing:
        write_error(f"Error: this command requires {missing}\n")
    return bool(missing)


def _report_defect(error: Exception) -> None:
    what = printable(" ".join(f"{type(error).__name__}: {error}".split())[:300])
    please = "please report it with the command, its input, and the output of KAPIVARA_DEBUG=1."
    write_error(f"kapivara: unexpected failure: {what}\nThis is a defect of kapivara: {please}\n")


def _open_closed_streams() -> None:
    """Opens the null device for standard streams that the caller closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  stays open until the process ends


def _abandon_stdout() -> None:
    # The reader is gone; otherwise the interpreter would report this again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
