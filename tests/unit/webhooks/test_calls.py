"""Tests of calling webhooks over HTTPS: the server's errors, reused connections, limits."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import threading

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from tests.https_webhook import https_webhook

from kapivara.server.tls.certificates import Certificates
from kapivara.webhooks import calls
from kapivara.webhooks.access import WebhookAccess
from kapivara.webhooks.address import WebhookError
from kapivara.webhooks.services import ServiceAddressError, read_service_addresses

_PREVENTED = "has prevented the request from succeeding"
_UNTRUSTED = "tls: failed to verify certificate: x509: "


@pytest.fixture
def webhook(tmp_path):
    with https_webhook(tmp_path, ("hook.system.svc",)) as running:
        running.answer = lambda review: review
        yield running


@pytest.fixture
def access():
    made = []

    def make(services=None, seconds=30.0):
        made.append(WebhookAccess(read_service_addresses(services or {}), seconds=seconds))
        return made[-1].webhooks

    yield make
    for each in made:
        each.close()


def problem_of(webhooks, client):
    with pytest.raises(WebhookError) as caught:
        webhooks.post(webhooks.find(client), b"{}")
    return str(caught.value)


def test_a_connection_is_used_again(webhook, access):
    webhooks = access()
    for _ in range(3):
        assert webhooks.post(webhooks.find(webhook.client), b'{"a":1}') == b'{"a": 1}'
    assert webhook.connections == 1
    assert webhook.paths == ["/convert?timeout=30s"] * 3


def test_a_connection_that_was_closed_meanwhile_is_made_anew(webhook, access):
    webhooks = access()
    webhook.headers["Connection"] = "keep-alive"
    webhooks.post(webhooks.find(webhook.client), b"{}")
    for each in next(iter(webhooks._idle.values())):
        each._socket.shutdown(socket.SHUT_RDWR)
    assert webhooks.post(webhooks.find(webhook.client), b"{}") == b"{}"
    assert webhook.connections == 2


def test_a_service_is_asked_under_its_name_where_it_is_told_to_listen(webhook, access):
    webhooks = access({"system/hook": f"127.0.0.1:{webhook.port}"})
    service = {"name": "hook", "namespace": "system", "port": 443, "path": "/convert"}
    assert webhooks.post(webhooks.find({"service": service, "caBundle": webhook.authority}), b"{}") == b"{}"
    assert problem_of(webhooks, {"service": service}) == (
        f'Post "https://hook.system.svc:443/convert?timeout=30s": {_UNTRUSTED}certificate signed by unknown authority'
    )


def test_a_service_that_nobody_has_told_of_is_not_found(access):
    assert problem_of(access(), {"service": {"name": "hook", "namespace": "system", "port": 8443}}) == (
        'Post "https://hook.system.svc:8443/?timeout=30s": service "hook" not found (there is no cluster network '
        "here; give the service's address by --webhook-service system/hook=HOST:PORT)"
    )


@pytest.mark.parametrize("text", ["hook=1.2.3.4:1", "a/b=", "a/b=host", "a/b=host:0", "a/b=host:70000", "/b=h:1"])
def test_what_does_not_say_where_a_service_listens_is_refused(text):
    service, _, where = text.partition("=")
    with pytest.raises(ServiceAddressError, match="is not an address of a service"):
        read_service_addresses({service: where})


def test_a_port_of_a_service_counts_before_the_service(webhook, access):
    webhooks = access({"system/hook:8443": f"127.0.0.1:{webhook.port}", "system/hook": "127.0.0.1:1"})
    service = {"name": "hook", "namespace": "system"}
    assert webhooks.find({"service": {**service, "port": 8443}}).endpoint.port == webhook.port
    assert webhooks.find({"service": service}).endpoint.port == 1


def test_nobody_who_listens_or_is_known(access):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert problem_of(access(), {"url": f"https://127.0.0.1:{port}/convert"}) == (
        f'Post "https://127.0.0.1:{port}/convert?timeout=30s": dial tcp 127.0.0.1:{port}: connect: connection refused'
    )
    assert problem_of(access(), {"url": "https://nobody.invalid/convert/"}) == (
        'Post "https://nobody.invalid/convert?timeout=30s": dial tcp: lookup nobody.invalid: no such host'
    )


@pytest.mark.parametrize(
    ("code", "content_type", "body", "told"),
    [
        (500, "text/plain", b" it broke\n", f'an error on the server ("it broke") {_PREVENTED}'),
        (500, "application/json", b"{}", f'an error on the server ("unknown") {_PREVENTED}'),
        (404, "text/plain", b"gone", "the server could not find the requested resource"),
        (403, "text/plain", b"not you", "not you"),
        (302, "text/plain", b"", "the server responded with the status code 302 but did not return more information"),
        (406, "text/plain", b"", "the server was unable to respond with a content type that the client supports"),
        (400, "application/json", b'{"kind":"Status","status":"Failure","message":"what?"}', "what?"),
        (200, "application/json", b"", "0-length response with status code: 200 and content type: application/json"),
    ],
)
def test_answers_that_are_no_success(webhook, access, code, content_type, body, told):
    webhook.code, webhook.headers["Content-Type"] = code, content_type
    webhook.answer = lambda _: body
    assert problem_of(access(), webhook.client) == told


def test_who_is_to_be_asked_again_is_asked_again(webhook, access):
    def refuse_once(_):
        webhook.code = 200 if len(webhook.reviews) > 1 else 429
        webhook.headers = {"Content-Type": "application/json", "Retry-After": "0"}
        return {"try": len(webhook.reviews)}

    webhook.answer = refuse_once
    webhooks = access()
    assert webhooks.post(webhooks.find(webhook.client), b"{}") == b'{"try": 2}'


def test_an_answer_that_is_too_large_or_comes_too_late(webhook, access, monkeypatch):
    monkeypatch.setattr(calls, "MOST_BYTES", 10)
    webhook.answer = lambda _: b"x" * 11
    assert problem_of(access(), webhook.client).endswith("kapivara cannot read answers of more than 10 bytes")
    held = threading.Event()
    webhook.answer = lambda _: held.wait(60) and b""
    assert problem_of(access(seconds=0.3), webhook.client) == (
        f'Post "https://127.0.0.1:{webhook.port}/convert?timeout=30s": context deadline exceeded'
    )
    held.set()


def answering(data):
    """Listens for one connection that is not HTTPS; returns the port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve():
        with listening, listening.accept()[0] as connection:
            connection.recv(1000)
            connection.sendall(data)

    threading.Thread(target=serve, daemon=True).start()
    return listening.getsockname()[1]


def test_plain_http_and_no_answer_at_all(access):
    port = answering(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    told = problem_of(access(), {"url": f"https://127.0.0.1:{port}"})
    assert told == f'Post "https://127.0.0.1:{port}/?timeout=30s": http: server gave HTTP response to HTTPS client'
    port = answering(b"")
    assert problem_of(access(), {"url": f"https://127.0.0.1:{port}"}).endswith(": EOF")


def self_signed(folder, *names, ends):
    """Creates a self-signed certificate for names, valid until a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hook")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    made = made.not_valid_before(datetime.datetime(2020, 1, 1)).not_valid_after(ends)
    if names:
        made = made.add_extension(x509.SubjectAlternativeName(names), critical=False)
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "hook.crt").write_bytes(signed)
    (folder / "hook.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    return Certificates(folder / "hook.crt", folder / "hook.key", signed)


_LATER, _PAST = datetime.datetime(2100, 1, 1), datetime.datetime(2020, 1, 2)
_ADDRESS = x509.IPAddress(ipaddress.ip_address("127.0.0.2"))


@pytest.mark.parametrize(
    ("names", "ends", "host", "told"),
    [
        ([x509.DNSName("b.svc")], _LATER, "hook.system.svc", "certificate is valid for b.svc, not hook.system.svc"),
        ([], _LATER, "hook.system.svc", "certificate relies on legacy Common Name field, use SANs instead"),
        ([_ADDRESS], _LATER, "hook.system.svc", "is not valid for any names, but wanted to match hook.system.svc"),
        ([x509.DNSName("b.svc")], _LATER, "127.0.0.1", "for 127.0.0.1 because it doesn't contain any IP SANs"),
        ([_ADDRESS], _LATER, "127.0.0.1", "certificate is valid for 127.0.0.2, not 127.0.0.1"),
        ([x509.DNSName("hook.system.svc")], _PAST, "hook.system.svc", "is after 2020-01-02T00:00:00Z"),
    ],
)
def test_certificates_that_are_not_trusted(tmp_path, access, names, ends, host, told):
    with https_webhook(tmp_path, certificates=self_signed(tmp_path, *names, ends=ends)) as webhook:
        webhooks = access({"system/hook": f"127.0.0.1:{webhook.port}"})
        service = {"service": {"name": "hook", "namespace": "system"}}
        where = {"url": f"https://127.0.0.1:{webhook.port}"} if host == "127.0.0.1" else service
        problem = problem_of(webhooks, {**where, "caBundle": webhook.authority})
    assert _UNTRUSTED in problem
    assert problem.endswith(told)


def test_a_certificate_that_signs_itself_is_trusted_where_it_is_given(tmp_path, access):
    given = self_signed(tmp_path, x509.DNSName("hook.system.svc"), ends=_LATER)
    with https_webhook(tmp_path, certificates=given) as webhook:
        webhook.answer = lambda review: review
        webhooks = access({"system/hook": f"127.0.0.1:{webhook.port}"})
        client = {"service": {"name": "hook", "namespace": "system"}, "caBundle": webhook.authority}
        assert webhooks.post(webhooks.find(client), b"{}") == b"{}"
