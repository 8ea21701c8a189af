"""Tests of features behind gates that no server has: functions and formats of KEP-4153 in CRDs."""

from __future__ import annotations

import json

import pytest

from kapivara import Api
from kapivara.cli.main import run

_LIBRARIES, _FORMATS = "DeclarativeValidationCELLibraries", "DeclarativeValidationFormats"
_RULE = {"x-kubernetes-validations": [{"rule": "self.isFormat('dns1123label')"}]}


def definition(**keywords):
    name = {"type": "string", "maxLength": 60, **keywords}
    spec = {"type": "object", "properties": {"name": name}}
    schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "capybaras.zoo.example.com"},
        "spec": {
            "group": "zoo.example.com",
            "scope": "Namespaced",
            "names": {"plural": "capybaras", "kind": "Capybara"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
        },
    }


def capybara(name, text):
    obj = {"apiVersion": "zoo.example.com/v1", "kind": "Capybara", "metadata": {"name": name}}
    return {**obj, "spec": {"name": text}}


@pytest.mark.parametrize("gate", ["", _FORMATS])
def test_without_its_gate_a_function_is_unknown_in_the_servers_words(gate):
    with Api(feature_gates={gate: True} if gate else {}) as api:
        refused = api.create(definition(**_RULE))
        assert "undeclared reference to 'isFormat' (in container '')" in refused.causes[0].message


def test_with_its_gate_rules_may_use_it_for_few_objects_and_many():
    with Api(feature_gates={_LIBRARIES: True}) as api:
        assert api.create(definition(**_RULE)).ok
        for number in range(8):
            assert api.create(capybara(f"good-{number}", "ada")).ok
            refused = api.create(capybara(f"bad-{number}", "A b"))
            assert refused.causes[0].message == "Invalid value: \"A b\": failed rule: self.isFormat('dns1123label')"


@pytest.mark.parametrize("gate", ["", _LIBRARIES])
def test_without_its_gate_a_format_is_warned_of_and_ignored(gate):
    with Api(feature_gates={gate: True} if gate else {}) as api:
        assert api.create(definition(format="dns1123label")).warnings == ('unrecognized format "dns1123label"',)
        assert api.create(capybara("ada", "A b")).ok


def test_with_its_gate_a_format_counts():
    with Api(feature_gates={_FORMATS: True}) as api:
        assert api.create(definition(format="dns1123-label")).warnings == ()
        for number in range(8):
            assert api.create(capybara(f"good-{number}", "ada")).ok
            refused = api.create(capybara(f"bad-{number}", "A b"))
            told = 'Invalid value: "A b": spec.name in body must be of type dns1123-label: "A b"'
            assert [each.message for each in refused.causes] == [told]


@pytest.mark.parametrize("command", [["validate"], ["crd", "check"], ["crd", "lint"]])
def test_commands_take_the_gate_and_hint_at_it(tmp_path, capsys, command):
    file = tmp_path / "crd.json"
    file.write_text(json.dumps(definition(**_RULE)))
    assert run([*command, str(file)]) == 1
    assert f"{_LIBRARIES}=true has it here" in " ".join(capsys.readouterr().out.split())
    assert run([*command, str(file), "--feature-gates", f"{_LIBRARIES}=true"]) == 0
    assert "undeclared" not in capsys.readouterr().out


def test_lint_reads_rules_in_the_language_of_the_gate(tmp_path, capsys):
    file = tmp_path / "crd.json"
    file.write_text(json.dumps(definition(**{"x-kubernetes-validations": [{"rule": "'a'.isFormat('ipv4') || true"}]})))
    assert run(["crd", "lint", str(file), "--select", "constant-rule", "--feature-gates", f"{_LIBRARIES}=true"]) == 0
    assert "the rule holds for every object" in " ".join(capsys.readouterr().out.split())


def test_cases_of_a_definition_run_with_the_gate(tmp_path, capsys):
    (tmp_path / "crd.json").write_text(json.dumps(definition(**_RULE)))
    cases = [{"name": "good", "object": {"spec": {"name": "ada"}}}]
    cases.append({"name": "bad", "object": {"spec": {"name": "A b"}}, "errors": ["isFormat"]})
    (tmp_path / "cases.json").write_text(json.dumps({"definition": "crd.json", "cases": cases}))
    command = ["crd", "test", str(tmp_path / "cases.json")]
    assert run(command) == 1
    assert "undeclared reference to 'isFormat'" in " ".join(capsys.readouterr().out.split())
    assert run([*command, "--feature-gates", f"{_LIBRARIES}=true"]) == 0


_GO = """
// +groupName=zoo.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
type Capybara struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +kubebuilder:validation:XValidation:rule="self.isFormat('dns1123label')"
	// +kubebuilder:validation:MaxLength=60
	Friend string `json:"friend"`
}
"""


def test_definitions_are_made_for_a_server_with_the_gate(tmp_path, capsys):
    folder = tmp_path / "v1"
    folder.mkdir()
    (folder / "types.go").write_text(_GO)
    command = ["gen", "--crd", str(folder), "--out", str(tmp_path / "crds")]
    assert run(command) == 1
    assert "undeclared reference to 'isFormat'" in " ".join(capsys.readouterr().out.split())
    assert run([*command, "--feature-gates", f"{_LIBRARIES}=true"]) == 0
    assert "isFormat" in (tmp_path / "crds" / "zoo.example.com_capybaras.yaml").read_text()


def test_a_project_file_may_turn_the_gate_on(tmp_path, monkeypatch):
    (tmp_path / "crd.json").write_text(json.dumps(definition(**_RULE)))
    (tmp_path / "kapivara.toml").write_text(f'[crd.lint]\npaths = ["crd.json"]\nfeature-gates = "{_LIBRARIES}=true"\n')
    monkeypatch.chdir(tmp_path)
    assert run(["crd", "lint"]) == 0


def test_an_expression_may_use_it_where_the_gate_is_on(capsys):
    expression = ["cel", "'a'.isFormat('dns1123label')"]
    assert run(expression) == 1
    assert "not in v1.37" in capsys.readouterr().out
    assert run([*expression, "--feature-gates", f"{_LIBRARIES}=true"]) == 0
    assert "true" in capsys.readouterr().out


def test_a_gate_that_there_is_none_of_is_refused(capsys):
    assert run(["validate", "--feature-gates", "Nothing=true"]) == 2
    assert "unrecognized feature gate: Nothing" in capsys.readouterr().err
