"""The options of the audit log: the policy, and the file.

Errors have their line and a correction. An unknown field is an error, while the server only warns: a misspelt one would
make the rule match more than intended. Upstream: apiserver/pkg/audit/policy/reader.go,
pkg/apis/audit/validation/validation.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NoReturn

from kapivara.codec import DecodeError, Document, read_documents
from kapivara.codec.errors import CannotError
from kapivara.content.names import is_dns1123_subdomain
from kapivara.content.nearest import did_you_mean
from kapivara.files.reading import read_named
from kapivara.server.audit.auditing import AuditLog
from kapivara.server.audit.log_file import Rotation, open_log
from kapivara.server.audit.policy import LEVELS, AuditPolicy, AuditRule, GroupResources, Stage
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.http1.handler import Handler
from kapivara.server.listening import ServeError
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.values.record import record

_MOST_BYTES: Final = 4 * 1024 * 1024
_VERSION: Final = "audit.k8s.io/v1"
_POLICY_FIELDS: Final = ("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields")
_RULE_FIELDS: Final = (
    *("level", "users", "userGroups", "verbs", "resources", "namespaces", "nonResourceURLs"),
    *("omitStages", "omitManagedFields"),
)
_RESOURCE_FIELDS: Final = ("group", "resources", "resourceNames")


class PolicyFileError(Exception):
    """An invalid policy file; the text has the place and a correction."""


def read_policy_file(path: Path) -> AuditPolicy:
    """Reads the policy of a file; raises PolicyFileError."""
    try:
        documents = list(read_documents(read_named(str(path), _MOST_BYTES), str(path)))
    except OSError as error:
        raise PolicyFileError(f"cannot read the audit policy {path}: {error.strerror}") from None
    except (DecodeError, CannotError) as error:
        raise PolicyFileError(f"{path}:{error.line}:{error.column}: {error.message}") from None
    if len(documents) != 1:
        raise PolicyFileError(f"{path}: one audit policy is expected, and {len(documents)} documents are there")
    return _Reader(documents[0]).policy()


class _Reader:
    """Reads one document."""

    def __init__(self, document: Document):
        self._document = document

    def policy(self) -> AuditPolicy:
        """Returns the policy of the document."""
        if self._document.duplicates:
            self._fail(self._document.duplicates[0], f"duplicate field {self._document.duplicates[0]!r}")
        value = self._table(self._document.value, "", _POLICY_FIELDS, "a policy")
        if value.get("apiVersion") != _VERSION or value.get("kind") != "Policy":
            found = f"{value.get('apiVersion', 'none')}, kind: {value.get('kind', 'none')}"
            self._fail("", f"apiVersion: {_VERSION}, kind: Policy is expected, not apiVersion: {found}")
        omitted = self._stages(value, "")
        omits = self._flag(value, "", default=False)
        rules = self._list(value.get("rules"), "rules")
        if not rules:
            self._fail("rules", "a policy needs at least one rule: `- level: Metadata` logs all requests")
        return AuditPolicy(
            tuple(self._rule(each, f"rules[{place}]", omitted, omits=omits) for place, each in enumerate(rules))
        )

    def _rule(self, given: Any, field: str, omitted: frozenset[str], *, omits: bool) -> AuditRule:
        value = self._table(given, field, _RULE_FIELDS, "a rule")
        urls, namespaces = self._texts(value, field, "nonResourceURLs"), self._texts(value, field, "namespaces")
        listed = self._list(value.get("resources"), f"{field}.resources")
        resources = tuple(self._resources(each, f"{field}.resources[{place}]") for place, each in enumerate(listed))
        for place, url in enumerate(urls):
            self._check_url(url, f"{field}.nonResourceURLs[{place}]")
        if urls and (resources or namespaces):
            other = "resources" if resources else "namespaces"
            self._fail(
                f"{field}.nonResourceURLs",
                f"a rule is about resources or about other URLs, not both: leave out nonResourceURLs or {other}",
            )
        return AuditRule(
            LEVELS[self._level(value, field)],
            self._texts(value, field, "users"),
            self._texts(value, field, "userGroups"),
            self._texts(value, field, "verbs"),
            resources,
            namespaces,
            urls,
            omitted | self._stages(value, field),
            self._flag(value, field, default=omits),
        )

    def _level(self, value: dict[str, Any], field: str) -> str:
        level = value.get("level")
        if level is None or level == "":
            self._fail(field, f"a rule needs a level: one of {', '.join(LEVELS)}")
        if level not in LEVELS:
            self._fail(f"{field}.level", f"{level!r} is no level: {did_you_mean(str(level), [*LEVELS], 'it')}")
        return str(level)

    def _resources(self, given: Any, field: str) -> GroupResources:
        value = self._table(given, field, _RESOURCE_FIELDS, "a group with its resources")
        group = value.get("group", "")
        if not isinstance(group, str) or (group not in ("", "*") and is_dns1123_subdomain(group)):
            hint = f": without a version, {group.partition('/')[0]!r}" if "/" in str(group) else ""
            self._fail(f"{field}.group", f"{group!r} is no API group{hint}")
        resources = self._texts(value, field, "resources")
        names = self._texts(value, field, "resourceNames")
        if names and not resources:
            self._fail(f"{field}.resourceNames", "resourceNames need resources that they are names of")
        return GroupResources(group, resources, names)

    def _check_url(self, url: str, field: str) -> None:
        if url == "*":
            return
        if not url.startswith("/"):
            self._fail(field, f"{url!r} must begin with a slash, or be *")
        if "*" in url[:-1]:
            self._fail(field, f"{url!r} may have a * at its end alone")

    def _stages(self, value: dict[str, Any], field: str) -> frozenset[str]:
        place = f"{field}.omitStages" if field else "omitStages"
        stages = self._texts(value, field, "omitStages")
        for index, stage in enumerate(stages):
            if stage not in (*Stage,):
                self._fail(f"{place}[{index}]", f"{stage!r} is no stage: {did_you_mean(stage, [*Stage], 'it')}")
        return frozenset(stages)

    def _flag(self, value: dict[str, Any], field: str, *, default: bool) -> bool:
        found = value.get("omitManagedFields")
        if found is None:
            return default
        if not isinstance(found, bool):
            self._fail(f"{field}.omitManagedFields" if field else "omitManagedFields", "must be true or false")
        return found

    def _texts(self, value: dict[str, Any], field: str, name: str) -> tuple[str, ...]:
        place = f"{field}.{name}" if field else name
        found = self._list(value.get(name), place)
        for index, each in enumerate(found):
            if not isinstance(each, str):
                self._fail(f"{place}[{index}]", "must be a text: put it between quotes")
        return tuple(found)

    def _list(self, value: Any, field: str) -> Sequence[Any]:
        if value is None:
            return ()
        if not isinstance(value, list):
            self._fail(field, "must be a list")
        return value

    def _table(self, value: Any, field: str, known: tuple[str, ...], what: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self._fail(field, f"must be {what}: {', '.join(known)}")
        for name in value:
            if name not in known:
                meant = did_you_mean(name, known, "it")
                self._fail(f"{field}.{name}" if field else name, f"unknown field {name!r}: {meant}")
        return value

    def _fail(self, field: str, problem: str) -> NoReturn:
        line, column = self._document.place_of("", field)
        shown = f"{field}: " if field else ""
        raise PolicyFileError(f"{self._document.source}:{line}:{column}: {shown}{problem}")


@record
class AuditOptions:
    """The policy file, and the path of the log: `-` for standard output."""

    policy_file: Path
    path: str
    rotation: Rotation = Rotation()
    mode: AuditMode = AuditMode.BLOCKING


@contextmanager
def audited(
    handler: Handler, options: AuditOptions, counts: AuditCounts, *, is_shared: bool = False
) -> Iterator[Handler]:
    """Adds the audit log to a handler; raises ServeError for an invalid policy, or if the log cannot be opened.

    `is_shared` is True if several processes write the log.
    """
    try:
        policy = read_policy_file(options.policy_file)
    except PolicyFileError as error:
        raise ServeError(str(error)) from None
    try:
        log = open_log(options.path, options.rotation, is_shared=is_shared)
    except OSError as error:
        raise ServeError(f"cannot open the audit log {options.path}: {error.strerror}") from None
    with closing(AuditWriter(log, options.mode, counts)) as writer:
        yield AuditLog(handler, policy, writer)
