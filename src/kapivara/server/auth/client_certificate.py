"""Clients with a certificate of the server's authority: its common name is the user, its organizations are the groups.

The TLS handshake verifies the signature; every request checks the expiry. Upstream:
apiserver/pkg/authentication/request/x509/x509.go CommonNameUserConversion (1.37).
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any, Final

from kapivara.authorization.user_info import UserInfo, with_authenticated
from kapivara.server.routing.caller import Caller

_CREDENTIAL: Final = "authentication.kubernetes.io/credential-id"


class CertifiedCaller(Caller):
    """A user with a certificate that is valid `until` a time of day."""

    __slots__ = ("_until",)

    is_lasting = False

    def __init__(self, user: UserInfo, until: float):
        super().__init__(user)
        self._until = until

    @property
    def is_fresh(self) -> bool:
        """Always True; updates `is_known` from the expiry."""
        self.is_known = time() < self._until
        return True


def certified_caller(tls: Any) -> CertifiedCaller | None:
    """Returns the caller of a connection; None without a client certificate, or for one without a name.

    `tls` is the transport's TLS object, or None.
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
