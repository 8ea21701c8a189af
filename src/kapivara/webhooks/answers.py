"""The server's errors for unsuccessful responses of a webhook.

Upstream: client-go/rest/request.go transformResponse, apimachinery/pkg/api/errors NewGenericServerResponse (1.37).
"""

from __future__ import annotations

from kapivara.codec import DecodeError, decode_json
from kapivara.values.record import record
from kapivara.values.rendering import quote

_MOST_TEXT = 2048
_LAST_SUCCESS = 206
_OWN_WORDS = frozenset((403, 415))
_BY_CODE = {
    409: "the server reported a conflict",
    404: "the server could not find the requested resource",
    400: "the server rejected our request for an unknown reason",
    401: "the server has asked for the client to provide credentials",
    405: "the server does not allow this method on the requested resource",
    422: "the server rejected our request due to an error in our request",
    503: "the server is currently unable to handle the request",
    504: "the server was unable to return a response in the time allotted, but may still be processing the request",
    429: "the server has received too many requests and has asked us to try again later",
}
_NOT_ACCEPTABLE = 406
_NO_CONTENT_TYPE = "the server was unable to respond with a content type that the client supports"
_SERVER_ERROR = 500


@record
class HttpAnswer:
    """An HTTP response."""

    code: int
    content_type: str
    body: bytes
    retry_after: int | None = None

    @property
    def is_success(self) -> bool:
        """Whether the response is a success."""
        return 200 <= self.code <= _LAST_SUCCESS

    @property
    def wants_retry(self) -> bool:
        """Whether the response asks for a retry."""
        return self.retry_after is not None and (self.code == 429 or self.code >= _SERVER_ERROR)


def describe_failure(answer: HttpAnswer) -> str:
    """Returns the error for an unsuccessful response: from its Status if it has one, else from its code."""
    return _status_message(answer.body) or _by_code(answer)


def _by_code(answer: HttpAnswer) -> str:
    code, text = answer.code, "unknown"
    if not answer.content_type or answer.content_type.startswith("text/"):
        text = answer.body[:_MOST_TEXT].decode(errors="replace").strip()
    if code in _OWN_WORDS:
        return text
    if code == _NOT_ACCEPTABLE:
        return _NO_CONTENT_TYPE if text in ("", "unknown") else text
    if code in _BY_CODE:
        return _BY_CODE[code]
    if code >= _SERVER_ERROR:
        return f"an error on the server ({quote(text)}) has prevented the request from succeeding"
    return f"the server responded with the status code {code} but did not return more information"


def _status_message(body: bytes) -> str:
    try:
        value = decode_json(body).value
    except DecodeError:
        return ""
    if type(value) is not dict or value.get("kind") != "Status" or value.get("status") != "Failure":
        return ""
    message = value.get("message")
    return message if type(message) is str else ""
