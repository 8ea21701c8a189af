"""Addresses and host names, strictly or sloppily read."""

import pytest

from kapivara.content import addresses

GOOD = {
    addresses.is_ipv4: ["127.0.0.1", "010.002.003.004", "255.255.255.255", "::ffff:1.2.3.4", "0000001.2.3.4"],
    addresses.is_ipv6: ["::", "::1", "1::", "2001:DB8::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::ffff:1.2.3.4",
                        "1:2:3:4:5:6:1.2.3.4"],
    addresses.is_cidr: ["10.0.0.0/8", "10.0.0.5/32", "192.0.02.1/024", "2001:db8::/128", "::1/0", "::00001/64"],
    addresses.is_mac: ["01:23:45:67:89:ab", "01-23-45-67-89-AB", "0123.4567.89ab", "0123456789ab",
                       "01:23:45:67:89:ab:cd:ef", "0123.4567.89ab.cdef", ":".join(["00"] * 20), "0" * 16],
    addresses.is_hostname: ["a", "localhost", "x-y", "a-", "example.com", "1.2.3.com", "xn--bcher-kva.example.com",
                            "www.詹姆斯.org", "ôlà.ôlà", "☁→❄.ws", "ex$ample", "<foo>", "a-b.example.org", "a" * 63],
}  # fmt: skip
BAD = {
    addresses.is_ipv4: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1..2.3", "::1", "1.2.3.4 ", "1.2.3.x", "٣.1.1.1"],
    addresses.is_ipv6: ["", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::g",
                        "12345::", "::1%eth0", "1.2.3.4", "::1.2.3", "::01.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1:"],
    addresses.is_cidr: ["", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "::/129", "/8", "a/8",
                        "10.0.0.0/8/8", "10.0.0.0/+8"],
    addresses.is_mac: ["", "01:23:45:67:89", "01:23:45:67:89:ag", "01:23-45:67:89:ab", "0123.4567.89a", "0123456789abc",
                       "01:23:45:67:89:ab:", "1:23:45:67:89:ab"],
    addresses.is_hostname: ["", "my-host", "www-", "-www", "1.1.1.1", "a.b", "example.com.", "a..com", "a_b.com",
                            "www.-d.org", "www.d-.org", "a b.com", "a" * 64, "é" * 32, "a.com!", "a." * 127 + "com"],
}  # fmt: skip


def cases(table):
    return [
        pytest.param(check, text, id=f"{check.__name__} {text[:30]!r}")
        for check, texts in table.items()
        for text in texts
    ]


@pytest.mark.parametrize(("check", "text"), cases(GOOD))
def test_accepted(check, text):
    assert check(text)


@pytest.mark.parametrize(("check", "text"), cases(BAD))
def test_refused(check, text):
    assert not check(text)
