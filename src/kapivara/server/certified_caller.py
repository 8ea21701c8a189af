"""Clients that show a certificate of the server's own authority: its name is the user, its organizations the groups.

Who signed it is looked at when the connection is made, whether it is still valid with every request.
Upstream: apiserver/pkg/authentication/request/x509/x509.go CommonNameUserConversion (1.37).
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any, Final

from kapivara.authorization.user_info import UserInfo, with_authenticated
from kapivara.server.caller import Caller

_CREDENTIAL: Final = "authentication.kubernetes.io/credential-id"


class CertifiedCaller(Caller):
    """A user, known by a certificate that counts `until` a time of day."""

    __slots__ = ("_until",)

    is_lasting = False

    def __init__(self, user: UserInfo, until: float):
        super().__init__(user)
        self._until = until

    @property
    def is_fresh(self) -> bool:
        """Whether it need not be looked up, which it never need; notes that it is nobody once its time is over."""
        self.is_known = time() < self._until
        return True


def certified_caller(tls: Any) -> CertifiedCaller | None:
    """Returns whose connection it is; None where the client has shown no certificate, or one without a name.

    `tls` is what a transport knows of its connection, if it is one over TLS.
    """
    shown: Mapping[str, Any] | None = None if tls is None else tls.getpeercert()
    if not shown:
        return None
    names = [pair for part in shown.get("subject", ()) for pair in part]
    common = next((value for field, value in names if field == "commonName"), "")
    if not common:
        return None
    groups = tuple(value for field, value in names if field == "organizationName")
    digest = sha256(tls.getpeercert(True)).hexdigest()
    user = UserInfo(common, "", with_authenticated(groups), ((_CREDENTIAL, (f"X509SHA256={digest}",)),))
    return CertifiedCaller(user, ssl.cert_time_to_seconds(shown["notAfter"]))
