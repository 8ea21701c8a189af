"""Addresses, networks and URLs."""

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.errors import CelError
from kapivara.cel.library.kubernetes import cidr, ip, urls
from kapivara.cel.library.kubernetes.net_addresses import parse_address, parse_prefix
from kapivara.cel.library.kubernetes.urls import URLS
from kapivara.languages.go.ip_addresses import AddressError

NO_ADDRESSES = {
    "": "unable to parse IP",
    "abc": "unable to parse IP",
    "%eth0": "missing IPv6 address",
    "1.2.3": "IPv4 address too short",
    "1.2.3.4.5": "IPv4 address too long",
    "1..2.3": 'IPv4 field must have at least one digit (at ".2.3")',
    "1.2.3.": 'IPv4 field must have at least one digit (at ".")',
    "01.2.3.4": "IPv4 field has octet with leading zero",
    "256.2.3.4": "IPv4 field has value >255",
    "1.2.3.x": 'unexpected character (at "x")',
    "::1%": "zone must be a non-empty string",
    "12345::": 'each group must have 4 or less digits (at "12345::")',
    ":1": 'each colon-separated field must have at least one digit (at ":1")',
    "1:": 'colon must be followed by more characters (at ":")',
    "1:2;3": 'unexpected character, want colon (at ";3")',
    "1::2::3": 'multiple :: in address (at ":3")',
    "1:2:3:4:5:6:7:8:9": 'trailing garbage after address (at "9")',
    "1:2:3": "address string too short",
    "1:2:3:4:5:6:7::8": "the :: must expand to at least one field of zeros",
    "1:1.2.3.4": 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")',
    "1:2:3:4::5:6:7:1.2.3.4": 'too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")',
}
NO_PREFIXES = {
    "10.0.0.0": "no '/'",
    "x/8": 'ParseAddr("x"): unable to parse IP',
    "fe80::1%eth0/64": "IPv6 zones cannot be present in a prefix",
    "10.0.0.0/": 'bad bits after slash: ""',
    "10.0.0.0/08": 'bad bits after slash: "08"',
    "10.0.0.0/+8": 'bad bits after slash: "+8"',
    "10.0.0.0/33": "prefix length out of range",
    "::/129": "prefix length out of range",
}


@pytest.mark.parametrize(("text", "reason"), NO_ADDRESSES.items())
def test_no_address(text, reason):
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert str(caught.value).endswith(f"): {reason}")
    assert not ip.is_ip(text)


@pytest.mark.parametrize(("text", "reason"), NO_PREFIXES.items())
def test_no_prefix(text, reason):
    with pytest.raises(AddressError) as caught:
        parse_prefix(text)
    assert str(caught.value).endswith(reason)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fe80::1%eth0", 'IP address "fe80::1%eth0" with zone value is not allowed'),
        ("::ffff:1.2.3.4", 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'),
        ("x", 'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'),
    ],
)
def test_refused_address(text, message):
    with pytest.raises(CelError) as caught:
        ip.to_ip(text)
    assert str(caught.value) == message


def test_networks():
    network = cidr.to_cidr("10.1.2.3/8")
    assert str(network) == "10.1.2.3/8"
    assert str(network.masked()) == "10.0.0.0/8"
    assert network.contains(ip.to_ip("10.255.0.1"))
    assert not network.contains(ip.to_ip("::1"))
    assert network.contains_network(cidr.to_cidr("10.9.0.0/16"))
    assert not network.contains_network(cidr.to_cidr("8.0.0.0/7"))
    assert cidr.to_cidr("0.0.0.0/0").contains(ip.to_ip("1.2.3.4"))
    assert network.cel_size() == 1
    with pytest.raises(CelError, match="IPv4-mapped"):
        cidr.to_cidr("::ffff:1.2.3.4/120")


def _parts(text):
    url = urls.to_url(Budget(), text)
    names = ("getScheme", "getHost", "getHostname", "getPort", "getEscapedPath", "getQuery")
    return tuple(URLS[name].overloads[0].call(Budget(), url) for name in names)


GOOD = {
    "https://user:p%40ss@example.com:80/p a?k=v&k=w#f": (
        "https", "example.com:80", "example.com", "80", "/p%20a", {"k": ["v", "w"]},
    ),
    "/path": ("", "", "", "", "/path", {}),
    "*": ("", "", "", "", "*", {}),
    "mailto:a@b": ("mailto", "", "", "", "", {}),
    "HTTP://[fe80::1%25en0]:80/x": ("http", "[fe80::1%en0]:80", "fe80::1%en0", "80", "/x", {}),
    "http://h/a%2Fb?x=%20+&bad=%zz&;&=e&n": ("http", "h", "h", "", "/a%2Fb", {"x": ["  "], "": ["e"], "n": [""]}),
    "http://h": ("http", "h", "h", "", "", {}),
    "http://h/\u00e9": ("http", "h", "h", "", "/%C3%A9", {}),
    "pg://a:1,b:2/x": ("pg", "a:1,b:2", "a:1,b", "2", "/x", {}),
    "//host/x": ("", "host", "host", "", "/x", {}),
}  # fmt: skip
BAD = {
    "": 'parse "": empty url',
    "../rel": 'parse "../rel": invalid URI for request',
    ":x": 'parse ":x": missing protocol scheme',
    "http://a\x7f": 'parse "http://a\\x7f": net/url: invalid control character in URL',
    "http://[::1": "parse \"http://[::1\": missing ']' in host",
    "http://x[y]/": 'parse "http://x[y]/": invalid IP-literal',
    "http://[1.2.3.4]/": 'parse "http://[1.2.3.4]/": invalid IP-literal',
    "http://[x]/": 'parse "http://[x]/": invalid host: ParseAddr("x"): unable to parse IP',
    "http://a:b/": 'parse "http://a:b/": invalid port ":b" after host',
    "http://a:1:2/": 'parse "http://a:1:2/": invalid port ":1:2" after host',
    "http://a b/": 'parse "http://a b/": invalid character " " in host name',
    "http://a%41/": 'parse "http://a%41/": invalid URL escape "%41"',
    "http://a/%z": 'parse "http://a/%z": invalid URL escape "%z"',
    "http://u s@h/": 'parse "http://u s@h/": net/url: invalid userinfo',
}


@pytest.mark.parametrize(("text", "parts"), GOOD.items())
def test_parts_of_url(text, parts):
    assert _parts(text) == parts
    assert urls.is_url(Budget(), text)


@pytest.mark.parametrize(("text", "message"), BAD.items())
def test_no_url(text, message):
    with pytest.raises(CelError) as caught:
        urls.to_url(Budget(), text)
    assert str(caught.value) == f"URL parse error during conversion from string: {message}"


def test_urls_equal_by_their_text():
    assert urls.to_url(Budget(), "HTTP://h/%41") == urls.to_url(Budget(), "http://h/%41")
    assert urls.to_url(Budget(), "http://h/%41") != urls.to_url(Budget(), "http://h/B")
    assert str(urls.to_url(Budget(), "http://u:p@h/a b?q#f g")) == "http://u:p@h/a%20b?q#f%20g"
    assert str(urls.to_url(Budget(), "http:/x//y?")) == "http:/x//y?"
    with pytest.raises(CelError, match="no such overload"):
        assert urls.to_url(Budget(), "/x") == "/x"
