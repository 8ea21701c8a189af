"""Tests of addresses: which may be served in the clear, and why a socket does not open."""

import pytest

from kapivara.server.listening import ServeError, check_address, is_loopback, open_socket, url_of


@pytest.mark.parametrize(
    ("host", "loopback"),
    [("127.0.0.1", True), ("127.9.9.9", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False)],
)
def test_loopback(host, loopback):
    assert is_loopback(host) is loopback


def test_plain_http_stays_at_home():
    check_address("127.0.0.1", tls=False)
    check_address("0.0.0.0", tls=True)
    with pytest.raises(ServeError, match=r"refusing to serve plain HTTP on 0\.0\.0\.0"):
        check_address("0.0.0.0", tls=False)


def test_who_has_no_token_stays_at_home():
    check_address("127.0.0.1", tls=True, anonymous=True)
    with pytest.raises(ServeError, match=r"refusing to serve without a token on 0\.0\.0\.0"):
        check_address("0.0.0.0", tls=True, anonymous=True)


def test_names_that_mean_nothing():
    with pytest.raises(ServeError, match="cannot resolve the address"):
        check_address("no-such-host.invalid", tls=False)


def test_ports():
    with open_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        assert url_of(first, "127.0.0.1", tls=False) == f"http://127.0.0.1:{port}"
        assert url_of(first, "::", tls=True) == f"https://127.0.0.1:{port}"
        with pytest.raises(ServeError, match=f"port {port} on 127.0.0.1 is in use"):
            open_socket("127.0.0.1", port)
    with pytest.raises(ServeError, match="there is no port 70000"):
        open_socket("127.0.0.1", 70000)
