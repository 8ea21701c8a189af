"""Tests of files and folders of documents: which are read, and the errors of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.openapi import DocumentError
from kapivara.openapi.access.sources import DocumentSources

BOX = """\
openapi: 3.0.0
components:
  schemas:
    Box:
      type: object
      x-kubernetes-group-version-kind: [{group: "", version: v1, kind: Box}]
"""


def test_files_of_both_forms_and_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(BOX)
    other = {"definitions": {"Can": {"x-kubernetes-group-version-kind": [{"kind": "Can"}]}}}
    (tmp_path / "b.json").write_text(json.dumps(other))
    (tmp_path / "README.md").write_text("no document")
    sources = DocumentSources([str(tmp_path)])
    assert sources.find("v1", "Box") is not None
    assert sources.find("", "Can") is not None
    assert sources.find("v1", "Can") is None


def test_of_two_documents_in_a_folder_the_newer_form_counts(tmp_path: Path) -> None:
    box = {"type": "object", "x-kubernetes-group-version-kind": [{"group": "", "version": "v1", "kind": "Box"}]}
    (tmp_path / "a_v2.json").write_text(json.dumps({"swagger": "2.0", "definitions": {"Box": box}}))
    sized = {**box, "required": ["size"], "properties": {"size": {"type": "integer", "default": 1}}}
    (tmp_path / "a_v3.json").write_text(json.dumps({"openapi": "3.0.0", "components": {"schemas": {"Box": sized}}}))
    validator = DocumentSources([str(tmp_path)]).find("v1", "Box")
    assert validator is not None
    assert validator.judge({"apiVersion": "v1", "kind": "Box"}).object["size"] == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "line 1: "),
        ("- a", "a document must be an object"),
        ("a: b", "no definitions: neither components.schemas"),
        ("a: [", "line "),
    ],
)
def test_what_is_no_document_is_told_with_its_file(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "doc.yaml"
    file.write_text(text)
    with pytest.raises(DocumentError) as refused:
        DocumentSources([str(file)])
    assert str(refused.value).startswith(f"{file}: ")
    assert told in str(refused.value)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(DocumentError, match=r"nowhere.json: no such file or directory"):
        DocumentSources(["nowhere.json"])
