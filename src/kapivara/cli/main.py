"""The command line's door: finds the command, runs it, turns every failure into one line and an exit code.

Exit codes: 0 good, 1 the objects are not valid, 2 usage, unreadable input or a defect of kapivara itself,
130 interrupted. No traceback reaches a user unless KAPIVARA_DEBUG=1 asks for it.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import kapivara.cli.startup  # noqa: F401  first, because it makes cheaper what follows

# isort: split
import click

from kapivara.cli.lazy import LazyCommand, LazyGroup

USAGE_OR_DEFECT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

COMMANDS = {
    "validate": LazyCommand("kapivara.cli.validate", "validate", "Tell whether the server would accept manifests."),
    "crd": LazyCommand("kapivara.cli.crd", "crd", "Check CustomResourceDefinitions, their costs and changes."),
    "cel": LazyCommand("kapivara.cli.cel", "cel", "Evaluate an expression of the Common Expression Language."),
    "gen": LazyCommand("kapivara.cli.gen", "gen", "Generate Python validators from the tags of API types."),
    "lint": LazyCommand("kapivara.cli.lint", "lint", "Tell what is wrong or doubtful about the tags of API types."),
    "test-types": LazyCommand("kapivara.cli.test_types", "test_types", "Run table tests against API types."),
    "docs": LazyCommand("kapivara.cli.docs", "docs", "Print references: all validation tags."),
    "serve": LazyCommand("kapivara.cli.serve", "serve", "Serve the Kubernetes API, without a cluster."),
    "version": LazyCommand("kapivara.cli.version", "version", "Print this version and the server's it answers for."),
}

HELP = """Would a real Kubernetes API server accept this object, and if not, what exactly would it say?

kapivara answers as kube-apiserver v1.37 does, without a cluster."""


def build_command() -> click.Group:
    """Builds the root command."""
    return LazyGroup(COMMANDS, name="kapivara", help=HELP)


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line and leaves the process with its exit code."""
    leave(run(sys.argv[1:] if arguments is None else arguments))


def leave(code: int) -> NoReturn:
    """Leaves the process."""
    sys.stderr.flush()
    os._exit(code)  # taking the interpreter apart would cost as much again as a small validation


def run(arguments: list[str]) -> int:
    """Runs one command; -> its exit code."""
    _open_closed_streams()
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return USAGE_OR_DEFECT
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("KAPIVARA_DEBUG"):
            raise
        _report_defect(error)
        return USAGE_OR_DEFECT
    return code if isinstance(code, int) else 0


def _invoke(arguments: list[str]) -> object:
    command = build_command()
    if "_KAPIVARA_COMPLETE" in os.environ:  # the shell asks for completions
        command.main(arguments, prog_name="kapivara")
    with command.make_context("kapivara", arguments) as context:
        return command.invoke(context)


def _report_defect(error: Exception) -> None:
    from kapivara.cli.terminal import printable

    what = printable(" ".join(f"{type(error).__name__}: {error}".split())[:300])
    click.echo(
        f"kapivara: unexpected failure: {what}\n"
        "This is a defect of kapivara: please report it with the command, its input, and what KAPIVARA_DEBUG=1 prints.",
        err=True,
    )


def _open_closed_streams() -> None:
    """Puts nothing where Python found a stream closed: who closes stdout does not want to read it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  open as long as the process is


def _abandon_stdout() -> None:
    # The reader is gone; without this the interpreter would complain once more while it shuts down.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
