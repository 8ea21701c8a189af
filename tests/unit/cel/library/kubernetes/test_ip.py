"""Tests of `cel/library/kubernetes/ip.py`."""

import pytest

from kapivara.cel.library.kubernetes import ip

CANONICAL = {
    "127.0.0.1": "127.0.0.1",
    "::": "::",
    "::1": "::1",
    "2001:DB8:0:0:0:0:0:1": "2001:db8::1",
    "1:0:0:2:0:0:0:3": "1:0:0:2::3",
    "1:0:0:2:0:0:3:4": "1::2:0:0:3:4",
    "1:0:2:3:4:5:6:7": "1:0:2:3:4:5:6:7",
    "0:1:2:3:4:5:6:0": "0:1:2:3:4:5:6:0",
    "1:2:3:4:5:6:7::": "1:2:3:4:5:6:7:0",
    "::1.2.3.4": "::102:304",
}


@pytest.mark.parametrize(("text", "canonical"), CANONICAL.items())
def test_canonical_text(text, canonical):
    assert str(ip.to_ip(text)) == canonical
    assert ip.is_canonical(canonical)


KINDS = {
    "0.0.0.0": "isUnspecified",
    "::": "isUnspecified",
    "127.9.9.9": "isLoopback",
    "::1": "isLoopback",
    "224.0.0.9": "isLinkLocalMulticast",
    "ff02::1": "isLinkLocalMulticast",
    "ff32::1": "isLinkLocalMulticast",
    "169.254.1.1": "isLinkLocalUnicast",
    "febf::1": "isLinkLocalUnicast",
    "10.0.0.1": "isGlobalUnicast",
    "fd00::1": "isGlobalUnicast",
    "255.255.255.255": "",
    "239.1.1.1": "",
    "ff05::1": "",
}


@pytest.mark.parametrize(("text", "kind"), KINDS.items())
def test_kind_of_address(text, kind):
    names = [name for name in ip.IP if name.startswith("is") and name != "isIP"]
    holding = [name for name in names if ip.IP[name].overloads[0].implementation(ip.to_ip(text))]
    assert holding == ([kind] if kind else [])
