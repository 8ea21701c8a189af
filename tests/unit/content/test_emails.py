"""Tests of addresses as Go's mail parser accepts them: more than most would expect."""

import pytest

from kapivara.content.emails import is_email

GOOD = [
    "a@b", "a.b+c@d.example", "  a@b  ", "<a@b>", "Some One <a@b.example>", '"quoted name"@b', '"a\\"b"@c', "a@ b",
    '"One, Some" <a@b>', "a@[1.2.3.4]", "a@[::1]", "é@ü", "a@b (comment)", "a@b (with (nested) \\) one)", '"" <a@b>',
    "Group: a@b;", "Group: <a@b> ;", "A Group: a@b (c) ; (d)", "=?utf-8?q?J=C3=B6rg?= <a@b>", "=?x?= <a@b>",
    "=?UTF-8?B?SsO2cmc=?= =?iso-8859-1?q?a?= <a@b>", "a b=?no-such?q?x? <a@b>", "a@b (=?us-ascii?q?x?=)",
    "John (middle) Doe <a@b>", "first.last. <a@b>", "Doe =?no-such?q?x?= <a@b>",
]  # fmt: skip
BAD = [
    "", " ", "a", "a@", "@b", "a@b@c", ".a@b", "a.@b", "a..b@c", "a@b.", "a@.b", "a b@c", '""@b', "<a@b", "a@b>", "<>",
    "Name", "Name <>", "a@b, c@d", "Group:;", "Group: a@b, c@d;", "Group: a@b", "Group: Sub: a@b;;", "a@[1.2.3]",
    "a@[1.2.3.4", "a@[x]", "a@b (unclosed", "a@b (\\", '"a@b', '"a\nb"@c', "a\x01@b", "=?no-such?q?x?= <a@b>",
    "=?no-such?b?eA==?= <a@b>", "a@b (=?no-such?q?x?=)", "a@b c", "Name a@b", "<a@b> c", "(c) a@b", "a @b",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD, ids=ascii)
def test_accepted(text):
    assert is_email(text)


@pytest.mark.parametrize("text", BAD, ids=ascii)
def test_refused(text):
    assert not is_email(text)
