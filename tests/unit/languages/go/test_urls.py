"""Tests of URLs as Go parses them: in the line of a request, and anywhere else."""

import pytest

from kapivara.languages.go.urls import UrlError, is_uri, parse_url

GOOD = [
    "*", "/", "/path/only", "//host", "///a", "/a?b=%zz", "http://host", "HTTP://HOST/", "https://a.b/c?d=e#f",
    "a:b", "mailto:me you", "urn:isbn:1", "http:", "http:rootless", "http:/one-slash", "http://", "http:///p",
    "http://user:p%40ss@host:80/", "http://user@pass@host/", "http://[::1]:80/", "http://[fe80::1%25en0]/",
    "http://[fe80::1%25%65%20]/", "http://host:/", "http://host:99999/", "http://h%C3%A9/", "http://é/", "x://a:1,b:2/",
    "http://a%25b/", "file:///etc/passwd", "http://<a>\"b/", "http://[::ffff:1.2.3.4]/", "/é ü",
]  # fmt: skip
BAD = [
    "", "example.com", "not a uri", "#frag", "?q", "://x", "1http://a", "http://exa mple.com", "http://%zz", "/%",
    "/%1", "/a%zzb", "http://[::1", "http://[1.2.3.4]/", "http://a[::1]/", "http://[::1]x/", "http://[]/", "http://[::1%25]/",
    "http://[::1%25%2F]/", "http://host:port/", "http://a:1:2/", "http://a%41b/", "http://a^b/", "http://é@host/",
    "http://us er@host/", "http://user%4@host/", "a\x7fb:c", "/a\nb", "http://[a]/", "http://[::1%C3]/",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD, ids=ascii)
def test_accepted(text):
    assert is_uri(text)


@pytest.mark.parametrize("text", BAD, ids=ascii)
def test_refused(text):
    assert not is_uri(text)


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        (":x", 'parse ":x": missing protocol scheme'),
        ("a\nb", 'parse "a\\nb": net/url: invalid control character in URL'),
        ("1:2", 'parse "1:2": first path segment in URL cannot contain colon'),
        ("https://h:p/", 'parse "https://h:p/": invalid port ":p" after host'),
        ("https://h/%zz", 'parse "https://h/%zz": invalid URL escape "%zz"'),
        ("https://h#%z", 'parse "https://h#%z": invalid URL escape "%z"'),
        ("https://%20h", 'parse "https://%20h": invalid URL escape "%20"'),
        ("https://u{@h", 'parse "https://u{@h": net/url: invalid userinfo'),
        ("https://[::1", "parse \"https://[::1\": missing ']' in host"),
        ("https://[::1]x", 'parse "https://[::1]x": invalid port "x" after host'),
        ("https://a[::1]", 'parse "https://a[::1]": invalid IP-literal'),
        ("https://[1.2.3.4]", 'parse "https://[1.2.3.4]": invalid IP-literal'),
        ("https://[x]", 'parse "https://[x]": invalid host: ParseAddr("x"): unable to parse IP'),
    ],
)
def test_what_is_no_url(url, problem):
    with pytest.raises(UrlError) as error:
        parse_url(url)
    assert str(error.value) == problem
