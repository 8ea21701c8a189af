"""Evaluates expressions line by line: from a terminal with completion and a history, or from a pipe.

Each line is an expression; a backslash at its end continues it on the next line. Lines with a leading colon are
commands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from kapivara.cel.completion import complete
from kapivara.cli.commands.cel.evaluation import Context, VariableContext, without_result
from kapivara.cli.commands.cel.report import render_text
from kapivara.cli.commands.cel.variables import parse_variable
from kapivara.cli.framework.terminal import has_colour, printable, write_out
from kapivara.content.nearest import nearest

if TYPE_CHECKING:
    from kapivara.cli.commands.cel.evaluation import Evaluation

PROMPT: Final = "cel> "
MORE: Final = "...> "
HELP: Final = """\
Each line is evaluated as an expression. Tab completes names; \\ at the end of a line continues it on the next.
  :type EXPR        show its type and estimated cost, without evaluating it
  :vars             list the variables and their types
  :let NAME=VALUE   set a variable: JSON, YAML or @FILE
  :help             show this help
  :quit             quit, as Ctrl-D does
"""
_DELIMITERS: Final = " \t\n()[]{},+-*/%<>=!&|?:'\"."


def repeat(context: Context, render: Callable[[Evaluation], str]) -> int:
    """Evaluates expressions until input ends; returns the exit code: 1 if an expression from a pipe failed."""
    session = _Session(context, render)
    if not sys.stdin.isatty():
        for text in _joined(line.rstrip("\r\n") for line in sys.stdin):
            session.answer(text)
        return 1 if session.failed else 0
    _prepare_line_editing(context)
    write_out("Type an expression, :help for help, :quit to end.\n")
    for text in _joined(_typed_lines()):
        if not session.answer(text):
            break
    return 0


def _joined(lines: Iterator[str]) -> Iterator[str]:
    """Yields lines, joined where they end in a backslash; skips blank ones."""
    waiting: list[str] = []
    for line in lines:
        if line.endswith("\\"):
            waiting.append(line[:-1])
            continue
        text = "\n".join([*waiting, line])
        waiting = []
        if text.strip():
            yield text
    if waiting:
        yield "\n".join(waiting)


def _typed_lines() -> Iterator[str]:
    prompt = PROMPT
    while True:
        try:
            line = input(prompt)
        except EOFError:
            write_out("\n")
            return
        except KeyboardInterrupt:
            write_out("\n")
            prompt = PROMPT
            continue
        prompt = MORE if line.endswith("\\") else PROMPT
        yield line


class _Session:
    """Answers the lines of one run; `failed` records whether any line failed."""

    def __init__(self, context: Context, render: Callable[[Evaluation], str]) -> None:
        self._context = context
        self._render = render
        self.failed = False

    def answer(self, text: str) -> bool:
        """Answers a line; returns whether to continue."""
        stripped = text.strip()
        if not stripped.startswith(":"):
            found = self._context.evaluate(text)
            self.failed = self.failed or bool(found.problem)
            write_out(self._render(found))
            sys.stdout.flush()
            return True
        word, _, rest = stripped[1:].partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "type": self._type,
            "vars": self._variables,
            "let": self._let,
        }
        if word in ("quit", "exit", "q"):
            return False
        if word in commands:
            commands[word](rest.strip())
        else:
            near = nearest(word, [*commands, "quit"])
            self._complain(f"there is no command :{word}{f', did you mean :{near}?' if near else '; :help lists them'}")
        sys.stdout.flush()
        return True

    def _help(self, _rest: str) -> None:
        write_out(HELP)

    def _type(self, expression: str) -> None:
        write_out(render_text(without_result(self._context.evaluate(expression)), colour=has_colour(sys.stdout)))

    def _variables(self, _rest: str) -> None:
        for name, kind in sorted(self._context.env.variables.items()):
            write_out(f"{name}: {printable(self._context.type_text(kind))}\n")

    def _let(self, given: str) -> None:
        if not isinstance(self._context, VariableContext):
            self._complain("CEL rules of a CRD see self and oldSelf only")
            return
        try:
            name, value = parse_variable(given)
        except ValueError as error:
            self._complain(str(error))
            return
        self._context.put(name, value)

    def _complain(self, message: str) -> None:
        self.failed = True
        write_out(f"{printable(message)}\n")


def _prepare_line_editing(context: Context) -> None:
    """Makes the tab key complete names; does nothing where this Python has no readline."""
    try:
        import readline
    except ImportError:
        return
    found: list[str] = []

    def offer(text: str, state: int) -> str | None:
        if not state:
            line = readline.get_line_buffer()[: readline.get_endidx()]
            found[:] = complete(context.env, line)[1] if not line.lstrip().startswith(":") else []
        return found[state] if state < len(found) and found[state].startswith(text) else None

    readline.set_completer(offer)
    readline.set_completer_delims(_DELIMITERS)
    readline.parse_and_bind("tab: complete")
