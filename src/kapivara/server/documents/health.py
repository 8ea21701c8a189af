"""The health endpoints `/livez`, `/readyz` and `/healthz`, as a whole and by check, in the real server's words.

The checks are those of a default server, in its order. `etcd` checks the storage. The post-start hooks are listed so
that probes which exclude or request one work; their effects exist before the first request. Upstream:
apiserver/pkg/server/healthz/healthz.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.registry.registry import Registry
from kapivara.server.http1.answer import Answer
from kapivara.server.responses.answers import page_not_found, text_answer
from kapivara.server.routing.incoming import Incoming
from kapivara.storage import StorageError
from kapivara.values.rendering import quote

_HOOKS = (
    *(
        f"poststarthook/{name}"
        for name in (
            "start-apiserver-admission-initializer",
            "generic-apiserver-start-informers",
            "priority-and-fairness-config-consumer",
            "priority-and-fairness-filter",
            "storage-object-count-tracker-hook",
            "start-apiextensions-informers",
            "start-apiextensions-controllers",
            "crd-informer-synced",
            "start-system-namespaces-controller",
            "peer-endpoint-reconciler-controller",
            "start-cluster-authentication-info-controller",
            "start-kube-apiserver-identity-lease-controller",
            "start-kube-apiserver-identity-lease-garbage-collector",
            "storage-readiness",
            "start-legacy-token-tracking-controller",
            "start-service-ip-repair-controllers",
            "rbac/bootstrap-roles",
            "scheduling/bootstrap-system-priority-classes",
            "priority-and-fairness-config-producer",
            "bootstrap-controller",
            "start-kubernetes-service-cidr-controller",
            "start-kube-aggregator-informers",
            "apiservice-status-local-available-controller",
            "apiservice-status-remote-available-controller",
            "apiservice-registration-controller",
            "apiservice-discovery-controller",
            "kube-apiserver-autoregistration",
        )
    ),
    "autoregister-completion",
    "poststarthook/apiservice-openapi-controller",
    "poststarthook/apiservice-openapiv3-controller",
)
_SHUTDOWN = "shutdown"
_LIVE = ("ping", "log", "loopback-serving-certificate", "etcd", *_HOOKS)
_CHECKS = {
    "healthz": _LIVE,
    "livez": _LIVE,
    "readyz": ("ping", "log", "etcd", "etcd-readiness", "informer-sync", *_HOOKS, _SHUTDOWN),
}
PATHS = (*(f"/{name}" for name in _CHECKS), *(f"/{name}/{each}" for name, checks in _CHECKS.items() for each in checks))
"""All paths of the endpoints."""
_OF_STORAGE = ("etcd", "etcd-readiness")


def is_health(parts: list[str]) -> bool:
    """Returns True if a path belongs to a health endpoint."""
    return bool(parts) and parts[0] in _CHECKS


def answer_health(registry: Registry, incoming: Incoming, *, is_stopping: bool = False) -> Answer:
    """Returns the health of the server, or of the check in the path. A trailing slash counts.

    A server that `is_stopping` is alive, but not ready.
    """
    name, check = incoming.parts[0], "/".join(incoming.parts[1:])
    if incoming.path.endswith("/"):
        return page_not_found()
    if check:
        if check not in _CHECKS[name]:
            return page_not_found()
        problem = _storage_problem(registry) if check in _OF_STORAGE else ""
        if is_stopping and check == _SHUTDOWN:
            problem = "process is shutting down"
        if problem:
            return text_answer(500, f"internal server error: {problem}\n")
        return text_answer(200, "ok", sniffed=True)
    return _answer_all(registry, name, incoming.query, is_stopping=is_stopping)


def _answer_all(registry: Registry, name: str, query: dict[str, list[str]], *, is_stopping: bool) -> Answer:
    excluded = query.get("exclude", [])
    checks = _CHECKS[name]
    asked = [check for check in checks if check in _OF_STORAGE and check not in excluded]
    failed = asked if asked and _storage_problem(registry) else []
    if is_stopping and _SHUTDOWN in checks and _SHUTDOWN not in excluded:
        failed = [*failed, _SHUTDOWN]
    told = "".join(_line(check, is_excluded=check in excluded, has_failed=check in failed) for check in checks)
    if unknown := sorted({*excluded} - {*checks}):
        told += f"warn: some health checks cannot be excluded: no matches for {_quoted(unknown)}\n"
    if failed:
        return text_answer(500, f"{told}{name} check failed\n")
    return text_answer(200, f"{told}{name} check passed\n" if "verbose" in query else "ok")


def _line(check: str, *, is_excluded: bool, has_failed: bool) -> str:
    if is_excluded:
        return f"[+]{check} excluded: ok\n"
    return f"[-]{check} failed: reason withheld\n" if has_failed else f"[+]{check} ok\n"


def _storage_problem(registry: Registry) -> str:
    """Returns the error of the storage; empty if there is none."""
    try:
        registry.check_storage()
    except StorageError as error:
        return str(error)
    return ""


def _quoted(names: Iterable[str]) -> str:
    return ",".join(map(quote, names))
