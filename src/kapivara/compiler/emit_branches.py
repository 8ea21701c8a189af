"""Prints the checks of `allOf`, `anyOf`, `oneOf` and `not`: one call per branch, or a loop for many branches."""

from __future__ import annotations

from kapivara.compiler.plan import FEW, Branches
from kapivara.compiler.plan_ok import one_holds
from kapivara.emit.source import SourceWriter
from kapivara.values.request_budget import count_steps


def emit_branches(writer: SourceWriter, branches: Branches, value: str, *, otherwise: str) -> None:
    """Prints checks of the branches on the variable `value`; the line `otherwise` runs where a check fails."""
    if branches.count > FEW:
        writer.line(f"{writer.bind(count_steps)}({branches.count})")
    _emit_all(writer, branches, value, otherwise)
    _emit_any(writer, branches, value, otherwise)
    _emit_one(writer, branches, value, otherwise)
    if branches.not_ is not None:
        with writer.block(f"if {writer.bind(branches.not_)}.run({value})"):
            writer.line(otherwise)


def _emit_all(writer: SourceWriter, branches: Branches, value: str, otherwise: str) -> None:
    if len(branches.all_of) > FEW:
        with writer.block(f"for f in {writer.bind(branches.all_of)}"), writer.block(f"if not f.run({value})"):
            writer.line(otherwise)
        return
    for each in branches.all_of:
        with writer.block(f"if not {writer.bind(each)}.run({value})"):
            writer.line(otherwise)


def _emit_any(writer: SourceWriter, branches: Branches, value: str, otherwise: str) -> None:
    if len(branches.any_of) > FEW:
        with writer.block(f"for f in {writer.bind(branches.any_of)}"), writer.block(f"if f.run({value})"):
            writer.line("break")
        with writer.block("else"):
            writer.line(otherwise)
    elif branches.any_of:
        alternatives = " or ".join(f"{writer.bind(each)}.run({value})" for each in branches.any_of)
        with writer.block(f"if not ({alternatives})"):
            writer.line(otherwise)


def _emit_one(writer: SourceWriter, branches: Branches, value: str, otherwise: str) -> None:
    if len(branches.one_of) > FEW:
        with writer.block(f"if not {writer.bind(one_holds)}({writer.bind(branches.one_of)}, {value})"):
            writer.line(otherwise)
    elif branches.one_of:
        count = " + ".join(f"({writer.bind(each)}.run({value}) is True)" for each in branches.one_of)
        with writer.block(f"if {count} != 1"):
            writer.line(otherwise)
