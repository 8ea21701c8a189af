"""`kapivara cel`: compiles CEL expressions, evaluates them, and shows their type and cost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from kapivara.cli.commands.cel.variables import parse_variables
from kapivara.cli.findings import Unreadable
from kapivara.cli.framework.command import Argument, Example, Option, command
from kapivara.cli.framework.errors import BadValueError, CommandError, UsageError
from kapivara.cli.framework.terminal import has_colour, write_out
from kapivara.cli.options.server import NEWEST_VERSION, feature_gates_option, kubernetes_version_option, output_option
from kapivara.meta.identity import member, text_member

if TYPE_CHECKING:
    from kapivara.cli.commands.cel.evaluation import Context, Evaluation
    from kapivara.cli.commands.cel.rule_context import RulePlace
    from kapivara.cli.inputs.manifests import Manifest
    from kapivara.cli.project_file.found_settings import FoundSettings


def _read_variables(given: tuple[str, ...]) -> dict[str, Any]:
    try:
        return parse_variables(given)
    except ValueError as problem:
        raise BadValueError(str(problem)) from None


def _read_expression(given: tuple[str, ...]) -> str | None:
    if len(given) > 1:
        raise BadValueError(f"give one expression, not {len(given)}: put it in quotes")
    if not given:
        return None
    return (
        given[0].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )  # the shell may pass bytes that are not UTF-8


@command(
    Argument("expression", "[EXPR]", takes_all=True, required=False, read=_read_expression),
    Option(
        "--var",
        "A variable: JSON, YAML, or @FILE; may be repeated. Its type is that of its value; objects are maps.",
        parameter="variables",
        metavar="NAME=VALUE",
        multiple=True,
        read=_read_variables,
    ),
    Option(
        "--crd",
        "Compile the expression as a rule of the CustomResourceDefinition in this file: self and oldSelf have the "
        "types of its schema.",
        metavar="FILE",
    ),
    Option(
        "--at", "The field that has the rule, such as spec or spec.list[0]; by default the whole object.", default=""
    ),
    Option("--object", "The object to evaluate the rule on; self is read from it.", parameter="new", metavar="FILE"),
    Option("--old", "The old object; oldSelf is read from it.", metavar="FILE"),
    Option("--optional-old-self", "Make oldSelf an optional value, as optionalOldSelf does.", is_switch=True),
    Option("--crd-version", "The version of the CRD; by default the storage version.", metavar="VERSION"),
    Option(
        "--env",
        "The functions and libraries of expressions: those of CEL rules in CRDs, or the language with all libraries.",
        parameter="environment",
        choices=("kubernetes", "standard"),
        default="kubernetes",
    ),
    kubernetes_version_option(),
    feature_gates_option(),
    output_option("text", "json"),
    examples=(
        Example("A rule and its variable:", "kapivara cel 'self.size <= 5' --var 'self={size: 3}'"),
        Example(
            "A rule as the server sees it:",
            "kapivara cel --crd volumes/crd.yaml --at spec --object volumes/new.yaml 'self.zones.size() < 3'",
        ),
        Example("Many expressions, one per line:", "cat rules.txt | kapivara cel --crd volumes/crd.yaml --at spec"),
        Example("The language with all its libraries:", "kapivara cel '[1, 2, 3].map(x, x * 2)' --env standard"),
    ),
)
def cel(
    expression: str | None,
    *,
    variables: dict[str, Any],
    crd: str | None,
    at: str,
    new: str | None,
    old: str | None,
    optional_old_self: bool,
    crd_version: str | None,
    environment: str,
    kubernetes_version: str,
    feature_gates: dict[str, bool],
    output: str,
    found: FoundSettings | None = None,
) -> int:
    """Evaluate an expression of the Common Expression Language (CEL).

    Shows the result, its type, its actual cost, and its estimated cost. The estimate is based on the sizes of the
    variables, or with --crd on the limits of the schema, as on the server. With --crd and without --object, shows only
    the type and the estimated cost. Put an expression that starts with a - after --.

    Without an expression, reads expressions line by line; a terminal offers completion and a history.

    Exits 0 if there is a result, 1 if the expression does not compile or fails.
    """
    from kapivara.cli.commands.cel.evaluation import VariableContext
    from kapivara.schema.server_version import parse_server_version

    if found is not None:
        from kapivara.cli.project_file.found_settings import warn  # most runs have no project file

        warn(found)
    server = parse_server_version(kubernetes_version)
    if feature_gates:
        from kapivara.apis.machinery.server.feature_gates import FeatureGates  # most runs have no gates

        server = FeatureGates(feature_gates).extend(server)
    context: Context
    if crd is None:
        for flag, given in (("--at", at), ("--object", new), ("--old", old), ("--crd-version", crd_version)):
            if given:
                raise UsageError(f"{flag} requires --crd")
        if environment != "kubernetes" and kubernetes_version != NEWEST_VERSION:
            raise UsageError("--kubernetes-version requires --env kubernetes: --env standard has all libraries")
        context = VariableContext(variables, environment, server)
    elif variables or environment != "kubernetes":
        raise UsageError(
            "--var and --env cannot be used with --crd: CEL rules see self, oldSelf and the server's libraries"
        )
    else:
        from kapivara.cli.commands.cel.rule_context import RulePlace  # imports all of the schema room

        where = RulePlace(at, crd_version or "", server)
        context = _definition_context(crd, where, new, old, optional=optional_old_self)
    if expression is None:
        from kapivara.cli.commands.cel.repl import repeat

        return repeat(context, lambda found: _rendered(found, output))
    evaluation = context.evaluate(expression)
    write_out(_rendered(evaluation, output))
    return 1 if evaluation.error else 0


def _rendered(found: Evaluation, output: str) -> str:
    from kapivara.cli.commands.cel.report import render_json, render_text

    return render_json(found) if output == "json" else render_text(found, colour=has_colour(sys.stdout))


def _definition_context(crd: str, where: RulePlace, new: str | None, old: str | None, *, optional: bool) -> Context:
    from kapivara.cli.commands.cel.rule_context import ContextError, DefinitionContext, RuleData

    found = _objects(new), _objects(old)
    definitions = [each for each in _objects(crd) if each.is_definition]
    kinds = {each.identity.kind for each in (*found[0], *found[1])}
    wanted = [each for each in definitions if not kinds or _kind_of(each) in kinds] or definitions
    if len(wanted) != 1:
        named = ", ".join(map(_kind_of, wanted)) or "none"
        raise CommandError(f"{crd}: the file must hold one CustomResourceDefinition that fits, but holds: {named}")
    data = RuleData(_one(new, found[0]), _one(old, found[1]), optional)
    if data.old is not None and data.new is None:
        raise UsageError("--old requires --object")
    try:
        return DefinitionContext(wanted[0], where, data)
    except ContextError as error:
        raise CommandError(str(error)) from None


def _objects(path: str | None) -> list[Manifest]:
    """Returns the objects of a file, none without a path; raises CommandError."""
    from kapivara.cli.inputs.manifest_reader import read_manifests

    unreadable: list[Unreadable] = []
    found = read_manifests([path], unreadable) if path is not None else []
    if unreadable:
        raise CommandError(f"{unreadable[0].place}: {unreadable[0].message}")
    return found


def _one(path: str | None, found: list[Manifest]) -> Manifest | None:
    if path is not None and len(found) != 1:
        raise CommandError(f"{path}: the file must hold one object, but holds {len(found)}")
    return found[0] if found else None


def _kind_of(definition: Manifest) -> str:
    return text_member(member(member(definition.value, "spec"), "names"), "kind")
