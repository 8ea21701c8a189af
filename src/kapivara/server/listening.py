"""The listening socket of a server, on an address that is safe to serve."""

from __future__ import annotations

import errno
import ipaddress
import socket

_BACKLOG = 512


class ServeError(Exception):
    """A server that cannot start as requested; the text is for the user."""


def check_address(host: str, *, tls: bool, anonymous: bool = False) -> None:
    """Raises ServeError if tokens would cross a network unencrypted, or other machines could connect without one."""
    if is_loopback(host):
        return
    if not tls:
        raise ServeError(
            f"refusing to serve plain HTTP on {host}, which others can reach: use TLS, or listen on 127.0.0.1"
        )
    if anonymous:
        raise ServeError(
            f"refusing to serve without a token on {host}, which others can reach: use a token, or listen on 127.0.0.1"
        )


def is_loopback(host: str) -> bool:
    """Returns True if an address or name is loopback; raises ServeError for an invalid one."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        pass
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError as error:
        raise ServeError(f"cannot resolve the address {host!r}: {error.strerror or error}") from None
    return all(ipaddress.ip_address(str(address[4][0])).is_loopback for address in found)


def open_socket(host: str, port: int) -> socket.socket:
    """Opens the listening socket; port 0 means a free port. Raises ServeError on failure."""
    if not 0 <= port <= 65535:
        raise ServeError(f"there is no port {port}")
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ServeError(f"port {port} on {host} is in use") from None
        raise ServeError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
    listener.set_inheritable(False)
    return listener


def url_of(listener: socket.socket, host: str, *, tls: bool) -> str:
    """Returns the URL of a listening socket for clients on this machine."""
    port = listener.getsockname()[1]
    reached = host
    if host in ("0.0.0.0", "::", ""):  # noqa: S104  compared with, not listened on
        reached = "127.0.0.1"
    shown = f"[{reached}]" if ":" in reached else reached
    return f"{'https' if tls else 'http'}://{shown}:{port}"
