"""Tests of PEM blocks as Go finds them."""

from __future__ import annotations

import pytest

from kapivara.apis.groups.certificates.pem import certificates_problem, read_blocks

BLOCK = b"-----BEGIN A-----\nQUJD\n-----END A-----\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(BLOCK, [("A", b"ABC", False)], id="one"),
        pytest.param(b"x\n" + BLOCK + b"y\n" + BLOCK, [("A", b"ABC", False)] * 2, id="among others"),
        pytest.param(b"x" + BLOCK, [], id="not at the start of a line"),
        pytest.param(b"-----BEGIN A-----\nK: v\n\nQUJD\n-----END A-----", [("A", b"ABC", True)], id="headers"),
        pytest.param(b"-----BEGIN A-----\n-----END A-----\n", [("A", b"", False)], id="empty"),
        pytest.param(b"-----BEGIN A-----\r\nQU JD\t\r\n-----END A----- \r\n", [("A", b"ABC", False)], id="white space"),
        pytest.param(b"-----BEGIN A-----\nQUJ\n-----END A-----\n" + BLOCK, [("A", b"ABC", False)], id="no base64"),
        pytest.param(b"-----BEGIN B-----\nQUJD\n-----END A-----\n", [], id="two types"),
        pytest.param(b"-----BEGIN B-----\n" + BLOCK, [("A", b"ABC", False)], id="no end"),
        pytest.param(b"-----BEGIN A-----\nQUJD\n-----END A----- x\n", [], id="more behind the end"),
        pytest.param(b"-----BEGIN A-----\nK: v", [], id="cut"),
    ],
)
def test_blocks(text: bytes, found: list[tuple[str, bytes, bool]]) -> None:
    assert [(each.type, each.data, each.has_headers) for each in read_blocks(text)] == found


def test_many_beginnings_are_read_in_time() -> None:
    assert list(read_blocks(b"-----BEGIN A-----\n" * 100_000 + b"\n-----END " * 100_000)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param(b"", "", id="nothing"),
        pytest.param(b"x", "must contain at least one CERTIFICATE PEM block", id="no block"),
        pytest.param(BLOCK, 'only CERTIFICATE PEM blocks are allowed, found "A"', id="another type"),
        pytest.param(BLOCK.replace(b"A-", b"CERTIFICATE-"), "x509: malformed certificate", id="no certificate"),
        pytest.param(
            b"-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            "found CERTIFICATE PEM block containing 0 certificates",
            id="empty",
        ),
        pytest.param(
            b"-----BEGIN CERTIFICATE-----\nK: v\n\n-----END CERTIFICATE-----\n",
            "no PEM block headers are permitted",
            id="headers",
        ),
    ],
)
def test_certificates(text: bytes, problem: str) -> None:
    assert certificates_problem(text) == problem
