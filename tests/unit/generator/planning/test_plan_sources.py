"""The error of a tag is reported once, at the tag."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.planning.plan_sources import plan_packages
from kapivara.generator.sources.loading import read_sources

TYPES = """package v1

type Root struct {
	// +k8s:subfield(a)=+k8s:minItems=1
	Part Part `json:"part"`
	// +k8s:maxLength=1
	// +k8s:maxBytes=1
	Many []string `json:"many"`
}

type Part struct {
	// +k8s:maxLength=1
	A []string `json:"a"`
}
"""


def test_a_mistake_that_subfields_come_across_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "doc.go").write_text("// +k8s:validation-gen=*\npackage v1\n")
    (tmp_path / "types.go").write_text(TYPES)
    with pytest.raises(AuthorErrors) as caught:
        plan_packages(read_sources([tmp_path]))
    lines = [each.place.line for each in caught.value.errors if each.place is not None]
    assert lines == [6, 7, 12]
