"""Tests of secrets: conversion of texts to data, and warnings about TLS pairs."""

from __future__ import annotations

from tests.unit.registry.conftest import Talk

from kapivara.meta import GroupVersionResource

SECRETS = GroupVersionResource("", "v1", "secrets")


def test_texts_become_data(talk: Talk) -> None:
    body = {"metadata": {"name": "s"}, "data": {"a": "eA==", "b": "eQ=="}, "stringData": {"b": "ä", "c": ""}}
    new = talk("create", SECRETS, body=body, dryRun="All").object
    assert new["data"] == {"a": "eA==", "b": "w6Q=", "c": ""}
    assert "stringData" not in new
    assert new["type"] == "Opaque"


def test_what_makes_no_pair_is_told(talk: Talk) -> None:
    body = {"metadata": {"name": "s"}, "type": "kubernetes.io/tls", "data": {"tls.crt": "eA==", "tls.key": ""}}
    warnings = talk("create", SECRETS, body=body, dryRun="All").warnings
    assert warnings == ("tls: failed to find any PEM data in certificate input",)


def test_secrets_are_found_by_their_type(talk: Talk) -> None:
    for name, type_ in (("one", "a/b"), ("two", "c/d")):
        talk("create", SECRETS, body={"metadata": {"name": name}, "type": type_})
    found = talk("list", SECRETS, fieldSelector="type=c/d").object["items"]
    assert [each["metadata"]["name"] for each in found] == ["two"]


def test_columns(talk: Talk) -> None:
    secret = {"metadata": {"name": "s"}, "type": "t", "data": {"a": "", "b": ""}}
    cells = [column.cell(secret) for column in talk.registry.kind(SECRETS).table.columns]
    assert cells[:3] == ["s", "t", 2]
