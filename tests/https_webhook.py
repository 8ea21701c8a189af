"""A conversion webhook of a test: a real HTTPS server with a certificate of its own authority."""

from __future__ import annotations

import base64
import http.server
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kapivara.server.tls.certificates import Certificates, provide_certificates

GROUP = "zoo.example.com"
TEXT = {"type": "string"}


class HttpsWebhook(http.server.ThreadingHTTPServer):
    """Answers reviews with the result of `answer`, on a free port, and keeps the reviews in `reviews`.

    `answer` returns a body, which is sent as JSON unless it is bytes, and may set `code` and `headers`.
    """

    daemon_threads = True

    def __init__(self, certificates: Certificates):
        super().__init__(("127.0.0.1", 0), _Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificates.certificate, certificates.key)
        self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        self.authority = base64.b64encode(certificates.authority).decode()
        self.port: int = self.server_address[1]
        self.reviews: list[dict] = []
        self.paths: list[str] = []
        self.connections = 0
        self.code = 200
        self.headers: dict[str, str] = {"Content-Type": "application/json"}
        self.answer: Callable[[dict], object] = convert_all

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores clients that disconnect, because some tests do that."""

    @property
    def client(self) -> dict:
        """Returns the client configuration of a CRD with its URL."""
        return {"url": f"https://127.0.0.1:{self.port}/convert", "caBundle": self.authority}


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: HttpsWebhook

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.reviews.append(review)
        self.server.paths.append(self.path)
        body = self.server.answer(review)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(self.server.code)
        for name, value in {**self.server.headers, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def https_webhook(
    folder: Path, hosts: tuple[str, ...] = (), certificates: Certificates | None = None
) -> Iterator[HttpsWebhook]:
    """Runs a webhook for a `with` block; its certificates are generated for hosts, or given."""
    webhook = HttpsWebhook(certificates or provide_certificates(folder, hosts))
    thread = threading.Thread(target=webhook.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield webhook
    finally:
        webhook.shutdown()
        webhook.server_close()
        thread.join()


def respond(review: dict, objects: list, **more: object) -> dict:
    """Returns the response to a review, with objects."""
    response = {"uid": review["request"]["uid"], "convertedObjects": objects, "result": {"status": "Success"}, **more}
    return {"apiVersion": review["apiVersion"], "kind": "ConversionReview", "response": response}


def convert_all(review: dict) -> dict:
    """Converts correctly: `hostPort` of v1beta1 is `host` and `port` of v1."""
    request = review["request"]
    return respond(review, [convert(each, request["desiredAPIVersion"]) for each in request["objects"]])


def convert(obj: dict, api_version: str) -> dict:
    """Converts one capybara to another version."""
    spec = dict(obj.get("spec", {}))
    if api_version.endswith("/v1"):
        spec["host"], _, spec["port"] = spec.pop("hostPort", ":").partition(":")
    else:
        spec["hostPort"] = f"{spec.pop('host', '')}:{spec.pop('port', '')}"
    return {**obj, "apiVersion": api_version, "spec": spec}


def definition(client: dict, *, storage: str = "v1", reviews: tuple[str, ...] = ("v1",)) -> dict:
    """Returns the CRD of capybaras, with two versions that a webhook converts."""

    def version(name: str, **properties: object) -> dict:
        spec = {"type": "object", "properties": properties}
        schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
        status = {"status": {}}
        return {"name": name, "served": True, "storage": name == storage, "schema": schema, "subresources": status}

    webhook = {"conversionReviewVersions": list(reviews), "clientConfig": client}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"capybaras.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": "capybaras", "kind": "Capybara"},
            "versions": [version("v1beta1", hostPort=TEXT), version("v1", host=TEXT, port=TEXT)],
            "conversion": {"strategy": "Webhook", "webhook": webhook},
        },
    }


def capybara(name: str, version: str = "v1", **spec: str) -> dict:
    """Returns an object."""
    return {"apiVersion": f"{GROUP}/{version}", "kind": "Capybara", "metadata": {"name": name}, "spec": spec}
