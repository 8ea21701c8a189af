"""The resources that a server needs before it can respond, shared by its processes: socket, token, TLS, signing key.

Raises ServeError, OSError and ssl.SSLError if any is unavailable.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kapivara.apis.machinery.server.account_tokens import AccountTokens, BadKeyError
from kapivara.server.auth.authentication import BadTokenError, check_token
from kapivara.server.listening import ServeError, check_address, open_socket, url_of
from kapivara.values.record import record

if TYPE_CHECKING:
    from kapivara.server.processes.run import ServeOptions
    from kapivara.server.tls.files import ProvidedTls

_TOKEN_BYTES = 24


@record
class Entrance:
    """The entry point of clients: the listening socket, and its URL."""

    listener: socket.socket
    url: str
    token: str
    tls: ProvidedTls | None
    account_tokens: AccountTokens


@contextlib.contextmanager
def open_entrance(options: ServeOptions) -> Iterator[Entrance]:
    """Opens the entry point of clients, and closes it afterwards."""
    uses_tls = options.tls or options.cert_file is not None
    check_address(options.host, tls=uses_tls, anonymous=options.anonymous)
    token = "" if options.anonymous else _token(options.token)
    with contextlib.ExitStack() as closing:
        tls = closing.enter_context(_tls(options)) if uses_tls else None
        listener = closing.enter_context(contextlib.closing(open_socket(options.host, options.port)))
        url = url_of(listener, options.host, tls=uses_tls)
        yield Entrance(listener, url, token, tls, _account_tokens(options))


def _tls(options: ServeOptions) -> contextlib.AbstractContextManager[ProvidedTls]:
    from kapivara.server.tls.files import provide_tls  # not needed for loopback

    return provide_tls(options.cert_file, options.key_file, data_dir=options.data_dir, host=options.host)


def _account_tokens(options: ServeOptions) -> AccountTokens:
    """Returns the signer of service account tokens: with the given key, or with one stored beside the objects.

    Creates the key now if several processes share it.
    """
    file = options.account_key_file
    if file is None and options.data_dir is not None:
        file = options.data_dir / "service-account.key"
    tokens = AccountTokens(file)
    is_there = file is not None and (file.exists() or options.account_key_file is not None)
    try:
        if is_there:
            tokens.check()
    except BadKeyError as error:
        raise ServeError(str(error)) from None
    return tokens


def _token(given: str | None) -> str:
    """Returns the token for requests: the given one, or a random one."""
    if given is None:
        import secrets

        return secrets.token_urlsafe(_TOKEN_BYTES)
    try:
        check_token(given)
    except BadTokenError as error:
        raise ServeError(f"{error}; leave it out, and one is made up") from None
    return given
