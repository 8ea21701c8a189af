"""Lint: stability levels. Checks the use of alpha and beta prefixes, and which tags an API may rely on.

Upstream: code-generator/cmd/validation-gen/lint_rules.go alphaBetaPrefix, validationStability (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.declarations import Declaration, chain_of
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import Stability

LEVEL_TAGS = {"k8s:alpha": Stability.ALPHA, "k8s:beta": Stability.BETA}
_OPTION_TAGS = frozenset(("k8s:ifEnabled", "k8s:ifDisabled", "k8s:ifOptionEnabled", "k8s:ifOptionDisabled"))


def level_of_package(path: str) -> Stability:
    """Returns the lowest level of tags that an API may use without a prefix, by the last part of its package's path."""
    version = path.rpartition("/")[2]
    if "alpha" in version:
        return Stability.ALPHA
    return Stability.BETA if "beta" in version else Stability.STABLE


def _check_prefixes(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.generated:
        yield from _first(_prefix_finding(declaration, tag) for tag in declaration.tags)


def _first(found: Iterator[Finding | None]) -> Iterator[Finding]:
    # One finding for each rule and declaration, as in the reference.
    first = next((each for each in found if each is not None), None)
    if first is not None:
        yield first


def _prefix_finding(declaration: Declaration, tag: Tag) -> Finding | None:
    for link in chain_of(tag):
        if link.name not in LEVEL_TAGS:
            continue
        if link is not tag:
            hint = f"put +{link.name} in front: +{link.name}=+{tag.name}…"
            return declaration.finding(f'tag "{link.name}" can\'t be used in between', tag=link, hint=hint)
        if link.value_tag is None:
            message = f'tag "{link.name}" requires a validation tag as its value payload'
            return declaration.finding(message, tag=link, hint=f"write +{link.name}=+k8s:…")
    return None


def _check_stability(survey: Survey) -> Iterator[Finding]:
    for declaration in survey.generated:
        level = level_of_package(declaration.type.name.package)
        yield from _first(_stability_finding(declaration, tag, level) for tag in declaration.tags)


def _stability_finding(declaration: Declaration, tag: Tag, level: Stability) -> Finding | None:
    inner: Tag | None = tag
    if tag.name in LEVEL_TAGS:
        level, inner = LEVEL_TAGS[tag.name], tag.value_tag
    if inner is None:
        return None
    if inner.name in _OPTION_TAGS and level is Stability.STABLE:
        level = Stability.BETA
    return _too_unstable(declaration, inner, level)


def _too_unstable(declaration: Declaration, tag: Tag, level: Stability) -> Finding | None:
    """Returns a finding for the first tag of a chain that is less stable than `level`; stops at an unknown tag.

    Tags that the reference does not know have no level there; the rule `upstream` reports them.
    """
    for link in chain_of(tag):
        handler = HANDLERS.get(link.name)
        if handler is None:
            return None
        if handler.upstream and handler.stability.rank < level.rank:
            message = (
                f'tag "{link.name}" with stability level "{handler.stability}" cannot be used in {level} validation'
            )
            prefix = f"+k8s:{handler.stability.lower()}="
            hint = f"prefix the rule with {prefix} and keep its hand-written twin, or do without the tag"
            return declaration.finding(message, tag=link, hint=hint)
    return None


ALPHA_BETA_PREFIX = Rule(
    name="alpha-beta-prefix",
    severity=Severity.ERROR,
    what="`+k8s:alpha` or `+k8s:beta` stands inside another tag, or has no tag inside.",
    why="A level applies to a whole rule. Anywhere but in front it would mark a part of a rule, or nothing.",
    example='// +k8s:optional\n// +k8s:eachVal=+k8s:alpha=+k8s:maxLength=3\nNames []string `json:"names"`',
    better='// +k8s:optional\n// +k8s:alpha=+k8s:eachVal=+k8s:maxLength=3\nNames []string `json:"names"`',
    check=_check_prefixes,
    reference="alphaBetaPrefix",
)
VALIDATION_STABILITY = Rule(
    name="validation-stability",
    severity=Severity.ERROR,
    what="A tag is less stable than the API that uses it: a graduated API may only use stable tags, a beta API "
    "beta and stable ones, an alpha API all. `+k8s:alpha=` and `+k8s:beta=` in front lower the required "
    "level, and rules behind an option may use beta tags.",
    why="The meaning of an unstable tag may change. A graduated API cannot change with it, so such rules need "
    "a hand-written twin that decides.",
    example='// +k8s:optional\n// +k8s:neq="x"\nName string `json:"name"`',
    better='// +k8s:optional\n// +k8s:alpha=+k8s:neq="x"\nName string `json:"name"`',
    check=_check_stability,
    reference="validationStability",
)
