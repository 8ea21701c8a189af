"""Packages whose types are in another package: `+k8s:validation-gen-input`."""

from __future__ import annotations

from pathlib import Path

from kapivara.field import Operation
from kapivara.generator.pipeline import generate, load_generated
from kapivara.generator.sources import Root, SourceOptions, read_sources


def test_types_of_the_input_package_are_validated_and_have_shapes(tmp_path: Path) -> None:
    types, checks = tmp_path / "types", tmp_path / "checks"
    types.mkdir()
    checks.mkdir()
    (types / "types.go").write_text(
        'package types\n\ntype Part struct {\n\t// +k8s:required\n\tA string `json:"a"`\n}\n\ntype Free string\n'
    )
    markers = "// +k8s:validation-gen=*\n// +k8s:validation-gen-input=example.com/types\n"
    (checks / "doc.go").write_text(f"{markers}package checks\n")
    (made,) = generate(read_sources([checks], SourceOptions(roots=(Root("example.com", tmp_path),))))
    module = load_generated(made.source, "checks")
    assert [str(each) for each in module.validate("Part", Operation(), {})] == ["a: Required value"]
    assert [name for name in ("Part", "Free", "Other") if module.shape(name) is not None] == ["Part", "Free"]
