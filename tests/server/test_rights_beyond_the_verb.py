"""Tests of rights beyond the verb of a request, and of requests with a verb in their path."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.asking import EVERYWHERE, EXTENSIONS, HERE, PODS, RBAC, ROLES, WIDGETS, Asking, on

NODES = "/api/v1/nodes"
MAPS = "/api/v1/namespaces/default/configmaps"
CERTIFICATES = "certificates.k8s.io"
REQUESTS = f"/apis/{CERTIFICATES}/v1/namespaces/default/podcertificaterequests"
MERGE = "application/merge-patch+json"
UNREADABLE = "ignoreStoreReadErrorWithClusterBreakingPotential"


def rule(verbs: str, resources: str, group: str = "", **more: Any) -> dict[str, Any]:
    return {"verbs": verbs.split(","), "apiGroups": [group], "resources": resources.split(","), **more}


def pod(name: str) -> dict[str, Any]:
    spec = {"containers": [{"name": "c", "image": "i"}], "serviceAccountName": "default"}
    return {"metadata": {"name": name}, "spec": {**spec, "automountServiceAccountToken": False}}


@pytest.mark.parametrize("way", ["exec", "attach", "portforward"])
def test_streams_by_get_need_the_right_to_create_as_well(ask: Asking, way: str) -> None:
    """A WebSocket starts with GET, which requires only the verb `get`."""
    account = "/api/v1/namespaces/default/serviceaccounts"
    assert ask("admin", "POST", account, {"metadata": {"name": "default"}}).status_code in (201, 409)
    assert ask("admin", "POST", PODS, pod("x")).status_code == 201
    ask.allow("getting", [rule("get", f"pods/{way}")], "jane")
    refused = ask("hers", "GET", f"{PODS}/x/{way}")
    assert (refused.status_code, refused.json()["message"]) == (403, 'pods "x" is forbidden: ')
    assert refused.json()["reason"] == "Forbidden"
    missing = ask("hers", "GET", f"{PODS}/none/{way}")
    assert missing.status_code == 403, "the right is asked for before the pod is looked up"
    assert ask("hers", "POST", f"{PODS}/x/{way}").status_code == 403
    ask.allow("creating", [rule("create", f"pods/{way}")], "jane")
    assert "does not have a host" in ask("hers", "GET", f"{PODS}/x/{way}").json()["message"]


def test_ports_that_are_none_are_refused_first(ask: Asking) -> None:
    ask.allow("getting", [rule("get", "pods/portforward")], "jane")
    assert ask("hers", "GET", f"{PODS}/x/portforward?ports=a").status_code == 400


def test_logs_and_proxies_need_no_right_to_create(ask: Asking) -> None:
    ask.allow("getting", [rule("get", "pods/log,pods/proxy")], "jane")
    assert ask("hers", "GET", f"{PODS}/x/log").status_code == 404
    assert ask("hers", "GET", f"{PODS}/x/proxy/").status_code == 404


@pytest.mark.parametrize("by_query", [True, False])
def test_a_deletion_of_what_cannot_be_read_needs_a_right(ask: Asking, by_query: bool) -> None:
    assert ask("admin", "POST", MAPS, {"metadata": {"name": "x"}}).status_code == 201
    ask.allow(
        "deleter",
        [rule("delete,deletecollection", "configmaps,namespaces"), rule("delete", "clusterroles", RBAC)],
        "jane",
    )

    def delete(path: str) -> tuple[int, str]:
        if by_query:
            answer = ask("hers", "DELETE", f"{path}?{UNREADABLE}=true")
        else:
            answer = ask("hers", "DELETE", path, {UNREADABLE: True})
        return answer.status_code, answer.json()["message"]

    verb = "unsafe-delete-ignore-read-errors"
    refused = 403, f'configmaps "x" is forbidden: not permitted to do "{verb}", reason: '
    assert delete(f"{MAPS}/x") == refused
    assert delete(f"{MAPS}/none") == (403, refused[1].replace('"x"', '"none"'))
    lacking = f"Internal error occurred: no unsafe deleter provided, can not honor {UNREADABLE}"
    assert delete(f"{ROLES}/view") == (500, lacking)
    assert delete("/api/v1/namespaces/default") == (500, lacking)
    assert delete(MAPS)[0] == 422
    ask.allow("unsafe", [rule(verb, "configmaps", resourceNames=["x"])], "jane")
    assert delete(f"{MAPS}/x")[0] == 409, "it can be read"
    assert delete(f"{MAPS}/none")[0] == 403
    assert ask("hers", "DELETE", f"{MAPS}/x").status_code == 200


def test_a_status_of_a_pod_certificate_request_needs_the_right_to_sign(ask: Asking) -> None:
    names = {"podName": "p", "serviceAccountName": "s", "nodeName": "n"}
    uids = {"podUID": "1", "serviceAccountUID": "2", "nodeUID": "3"}
    spec = {"signerName": "a.test/b", **names, **uids, "maxExpirationSeconds": 86400, "stubPKCS10Request": request()}
    assert ask("admin", "POST", REQUESTS, {"metadata": {"name": "x"}, "spec": spec}).status_code == 201
    ask.allow("status", [rule("patch,update", "podcertificaterequests/status", CERTIFICATES)], "jane")
    condition = {"type": "Denied", "status": "True", "reason": "A", "message": "no"}
    denied = {"status": {"conditions": [{**condition, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
    assert ask("hers", "PATCH", f"{REQUESTS}/x/status", {}, content_type=MERGE).status_code == 200
    refused = ask("hers", "PATCH", f"{REQUESTS}/x/status", denied, content_type=MERGE).json()
    (cause,) = refused["details"]["causes"]
    assert (refused["code"], cause["field"]) == (422, "spec.signerName")
    assert cause["message"] == 'Forbidden: User "jane" is not permitted to "sign" for signer "a.test/b"'
    ask.allow("signer", [rule("sign", "signers", CERTIFICATES, resourceNames=["a.test/*"])], "jane")
    assert ask("hers", "PATCH", f"{REQUESTS}/x/status", denied, content_type=MERGE).status_code == 200


def request() -> str:
    """Returns a certificate request, as a pod sends it."""
    import base64

    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ed25519

    builder = x509.CertificateSigningRequestBuilder().subject_name(x509.Name([]))
    signed = builder.sign(ed25519.Ed25519PrivateKey.generate(), None)
    return base64.b64encode(signed.public_bytes(serialization.Encoding.DER)).decode()


@pytest.mark.parametrize(
    ("method", "path", "about", "verb", "resource", "where"),
    [
        ("GET", "/api/v1/proxy/nodes/x", 'nodes "x"', "proxy", "nodes", EVERYWHERE),
        ("POST", "/api/v1/proxy/nodes/x/stats", 'nodes "x"', "proxy", "nodes", EVERYWHERE),
        ("DELETE", "/api/v1/proxy/namespaces/default/services/x", 'services "x"', "proxy", "services", HERE),
        ("GET", "/api/v1/proxy/nodes", "nodes", "proxy", "nodes", EVERYWHERE),
        ("GET", "/api/v1/watch/nodes/x", 'nodes "x"', "watch", "nodes", EVERYWHERE),
        ("DELETE", "/api/v1/watch/nodes", "nodes", "watch", "nodes", EVERYWHERE),
        ("GET", "/api/v1/watch/nodes?fieldSelector=metadata.name=x", "nodes", "watch", "nodes", EVERYWHERE),
        ("POST", "/api/v1/watch/namespaces/default/pods/x/log", 'pods "x"', "watch", "pods/log", HERE),
        ("OPTIONS", "/api/v1/nodes/x", 'nodes "x"', "", "nodes", EVERYWHERE),
        ("GET", "/apis//v1/nodes/x", 'nodes "x"', "get", "nodes", EVERYWHERE),
    ],
)
def test_verbs_that_come_in_a_path(
    ask: Asking, method: str, path: str, about: str, verb: str, resource: str, where: str
) -> None:
    refused = ask("hers", method, path)
    problem = f'User "jane" cannot {verb} resource "{resource}" in API group "" {where}'
    assert (refused.status_code, refused.json()["message"]) == (403, f"{about} is forbidden: {problem}")


def test_the_right_to_proxy_is_none_to_get(ask: Asking) -> None:
    ask.allow("all", [rule("get,list,watch,create,update,delete", "*")], "jane")
    assert ask("hers", "GET", "/api/v1/proxy/nodes/x").status_code == 403
    ask.allow("proxy", [rule("proxy", "nodes")], "jane")
    assert ask("hers", "GET", "/api/v1/proxy/nodes/x").status_code == 404
    assert ask("admin", "GET", "/api/v1/proxy/nodes/x/log").status_code == 404
    assert ask("admin", "GET", "/apis//v1/nodes").status_code == 404


def test_a_custom_resource_knows_no_proxy(ask: Asking) -> None:
    assert ask("admin", "POST", f"/apis/{EXTENSIONS}/v1/customresourcedefinitions", WIDGETS).status_code == 201
    path = "/apis/acme.io/v1/proxy/namespaces/default/widgets/x"
    assert ask("hers", "GET", path).status_code == 403
    assert ask("admin", "GET", path).status_code == 405


@pytest.mark.parametrize("path", ["/api/v1/watch", "/api/v1/proxy/", "/apis/apps/v1/watch"])
def test_paths_that_lack_a_resource_fail_before_rights_are_asked_for(ask: Asking, path: str) -> None:
    assert ask("hers", "GET", path).status_code == 500


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("fieldSelector=metadata.name=x", True),
        ("fieldSelector=metadata.name==x,metadata.namespace=default", True),
        ("fieldSelector=metadata.name=x&limit=1&timeoutSeconds=1&labelSelector=a", True),
        ("fieldSelector=metadata.name=x&limit=a", False),
        ("fieldSelector=metadata.name=x&timeoutSeconds=a", False),
        ("fieldSelector=metadata.name=x&labelSelector=(", False),
        ("fieldSelector=metadata.name=x&watch=1", True),
        ("fieldSelector=metadata.name=x&watch=1&limit=a", False),
        ("fieldSelector=metadata.name!=x", False),
        ("fieldSelector=metadata.name=x/y", False),
        ("fieldSelector=a=b&fieldSelector=metadata.name=x", False),
    ],
)
def test_a_list_of_one_name_needs_the_right_to_that_name(ask: Asking, query: str, named: bool) -> None:
    """If an option of the list cannot be parsed, the name is ignored."""
    ask.allow("one", [rule("list,watch", "configmaps", resourceNames=["x"])], "jane")
    answer = ask("his", "GET", f"{MAPS}?{query}").json()["message"]
    assert answer.startswith('configmaps "x" is' if named else "configmaps is")
    if "watch" not in query:
        assert (ask("hers", "GET", f"{MAPS}?{query}").status_code == 200) is named


def test_a_collection_is_deleted_by_its_own_verb(ask: Asking) -> None:
    ask.allow("deleter", [rule("delete", "configmaps")], "jane")
    assert ask("hers", "DELETE", f"{MAPS}?fieldSelector=metadata.name=x").status_code == 403
    ask.allow("one", [rule("deletecollection", "configmaps", resourceNames=["x"])], "jane")
    assert ask("hers", "DELETE", f"{MAPS}?fieldSelector=metadata.name=x").status_code == 403
    ask.allow("all", [rule("deletecollection", "configmaps")], "jane")
    assert ask("hers", "DELETE", f"{MAPS}?fieldSelector=metadata.name=x").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "subresource"),
    [
        ("PUT", "/api/v1/namespaces/default/finalize", "namespaces/finalize"),
        ("PUT", "/api/v1/namespaces/default/status", "namespaces/status"),
        ("PATCH", f"{PODS}/x/ephemeralcontainers", "pods/ephemeralcontainers"),
        ("PATCH", f"{PODS}/x/resize", "pods/resize"),
        ("POST", f"{PODS}/x/eviction", "pods/eviction"),
        ("POST", f"{PODS}/x/binding", "pods/binding"),
        ("POST", "/api/v1/namespaces/default/serviceaccounts/x/token", "serviceaccounts/token"),
        ("GET", f"{NODES}/x/proxy/pods", "nodes/proxy"),
        ("PUT", "/apis/apps/v1/namespaces/default/deployments/x/scale", "deployments/scale"),
    ],
)
def test_a_right_to_an_object_is_none_to_its_subresources(
    ask: Asking, method: str, path: str, subresource: str
) -> None:
    kind, _, _ = subresource.partition("/")
    group = "apps" if kind == "deployments" else ""
    ask.allow("whole", [{**on(kind, "*"), "apiGroups": [group]}], "jane")
    refused = ask("hers", method, path, {}, content_type=MERGE).json()
    assert refused["code"] == 403
    assert f'resource "{subresource}" in API group "{group}"' in refused["message"]
    ask.allow("part", [{**on(subresource, "*"), "apiGroups": [group]}], "jane")
    assert ask("hers", method, path, {}, content_type=MERGE).status_code != 403
