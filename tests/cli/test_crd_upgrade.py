"""Tests of `kapivara crd upgrade`: the effects of a changed CRD on stored objects, and the exit code for CI."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "upgrade"

Schema = dict[str, Any]
Upgrade = Callable[..., tuple[int, Any]]


def version(name: str = "v1", *, served: bool = True, storage: bool = True, **properties: Schema) -> Schema:
    spec = {"type": "object", "properties": properties}
    status = {"type": "object", "properties": {"ready": properties.pop("ready", {"type": "boolean"})}}
    schema = {"type": "object", "properties": {"spec": spec, "status": status}}
    return {
        "name": name,
        "served": served,
        "storage": storage,
        "subresources": {"status": {}},
        "schema": {"openAPIV3Schema": schema},
    }


def definition(*versions: Schema, scope: str = "Namespaced", **more: Any) -> Schema:
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com",
            "scope": scope,
            "names": {"plural": "widgets", "kind": "Widget"},
            "versions": list(versions),
        },
        **more,
    }


def widget(name: str = "a", *, version: str = "v1", status: Any = None, **spec: Any) -> Schema:
    found: Schema = {"apiVersion": f"example.com/{version}", "kind": "Widget", "metadata": {"name": name}, "spec": spec}
    return found if status is None else {**found, "status": status}


@pytest.fixture
def upgrade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Upgrade:
    """Runs `crd upgrade` on an old CRD, a new one and objects; returns exit code and JSON report."""

    def call(old: Schema, new: Schema, *objects: Schema, allow: str = "") -> tuple[int, Any]:
        files = {
            "old.json": old,
            "new.json": new,
            "objects.json": {"apiVersion": "v1", "kind": "List", "items": objects},
        }
        for name, content in files.items():
            (tmp_path / name).write_text(json.dumps(content))
        paths = [str(tmp_path / name) for name in files]
        allowed = ["--allow", allow] if allow else []
        code = run(["crd", "upgrade", *paths[:2], "--objects", paths[2], "-o", "json", *allowed])
        return code, json.loads(capsys.readouterr().out)

    return call


def only_version(report: Any) -> Any:
    (found,) = report["objects"]
    (shown,) = found["versions"]
    return shown


INTEGER = {"type": "integer"}
STRING = {"type": "string"}
LOOSE = definition(version(n=INTEGER))
TIGHT = definition(version(n={**INTEGER, "minimum": 5}))


def test_a_definition_that_is_refused_comes_with_hints(upgrade: Upgrade) -> None:
    ruled = {**INTEGER, "x-kubernetes-validations": [{"rule": "self = 1"}]}
    _, report = upgrade(LOOSE, definition(version(n=ruled)))
    (refused,) = report["definitions"][0]["errors"]
    assert refused["note"] == "one = does nothing here: compare with =="


def test_a_change_that_concerns_no_object_still_breaks_creates(upgrade: Upgrade) -> None:
    code, report = upgrade(LOOSE, TIGHT, widget(n=7))
    assert (code, report["summary"]["verdict"], report["objects"][0]["verdict"]) == (1, "breaking", "safe")
    (change,) = report["definitions"][0]["changes"]
    assert (change["class"], change["objectsConcerned"]) == ("refuses-creates", 0)
    assert only_version(report) == {
        "version": "v1",
        "storage": True,
        "verdict": "safe",
        "classes": [],
        "invalidAtRest": False,
        "createErrors": [],
        "createRefusedBefore": False,
        "updateErrors": [],
        "updateRefusedBefore": False,
        "statusErrors": [],
        "statusRefusedBefore": False,
        "scaleErrors": [],
        "scaleRefusedBefore": False,
        "applyErrors": [],
        "applyRefusedBefore": False,
        "forgiven": [],
        "refusedWrites": [],
        "pruned": [],
        "defaulted": [],
    }


def test_a_change_as_it_is_told(upgrade: Upgrade, tmp_path: Path) -> None:
    _, report = upgrade(LOOSE, TIGHT, widget(n=1))
    (change,) = report["definitions"][0]["changes"]
    at = "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[n]"
    assert change == {
        "class": "refuses-creates",
        "classWithoutObjects": "refuses-creates",
        "breaking": True,
        "versions": ["v1"],
        "field": "spec.n",
        "keyword": "minimum",
        "change": "added",
        "message": "spec.n: minimum 5, was none",
        "old": {**place(tmp_path / "old.json", '"n"'), "path": at, "value": None},
        "new": {**place(tmp_path / "new.json", '"minimum"'), "path": f"{at}.minimum", "value": 5},
        "effects": [
            {"class": "refuses-creates", "reason": "numbers below 5 are refused", "onlyWhereStored": False},
            {
                "class": "forgiven-while-unchanged",
                "reason": "stored ones may stay as long as spec.n is unchanged",
                "onlyWhereStored": True,
            },
        ],
        "objectsConcerned": 1,
        "suggestion": {
            "path": at,
            "field": "spec.n",
            "rule": {
                "rule": "self >= 5 || oldSelf.hasValue() && !(oldSelf.value() >= 5)",
                "message": "numbers below 5 are refused",
                "optionalOldSelf": True,
            },
            "replaces": None,
            "keep": {"minimum": None, "exclusiveMinimum": None},
        },
    }


def place(file: Path, text: str) -> Schema:
    """Returns the place of a text in a file of one line."""
    return {"source": str(file), "line": 1, "column": file.read_text().index(text) + 1}


def test_without_objects_a_change_is_judged_by_what_it_does(upgrade: Upgrade) -> None:
    strings = {"type": "array", "items": STRING}
    for old, new, kind in (
        (definition(version(a=STRING)), definition(version()), "loses-data"),
        (definition(version(a=STRING)), definition(version(a=INTEGER)), "refuses-creates"),
        (definition(version(a={**STRING, "enum": ["x", "y"]})), definition(version(a={**STRING, "enum": ["x"]})),
         "refuses-creates"),
        (definition(version(a=strings)), definition(version(a={**strings, "x-kubernetes-list-type": "set"})),
         "refuses-creates"),
        (definition(version(ready=STRING)), definition(version(ready={**STRING, "maxLength": 1})),
         "breaks-status-writers"),
        (LOOSE, TIGHT, "refuses-creates"),
    ):  # fmt: skip
        code, report = upgrade(old, new)
        assert (code, [each["class"] for each in report["definitions"][0]["changes"]]) == (1, [kind])
        assert report["summary"]["breakingChanges"] == 1


def test_classes_that_are_allowed_do_not_count(upgrade: Upgrade) -> None:
    code, report = upgrade(LOOSE, TIGHT, widget(n=1), allow="loses-data,refuses-creates")
    assert (code, report["summary"]["verdict"]) == (0, "safe")
    assert report["summary"]["allowed"] == ["loses-data", "refuses-creates"]
    assert report["definitions"][0]["changes"][0]["class"] == "refuses-creates"
    assert (only_version(report)["verdict"], only_version(report)["classes"]) == ("safe", ["refuses-creates"])


def test_writes_of_the_status_are_tried(upgrade: Upgrade) -> None:
    rule = {"x-kubernetes-validations": [{"rule": "!has(self.spec.n) || self.spec.n > 1"}]}
    tight = definition(version(n=INTEGER))
    tight["spec"]["versions"][0]["schema"]["openAPIV3Schema"] |= {**rule, "required": ["spec"]}
    code, report = upgrade(LOOSE, tight, widget(n=1))
    shown = only_version(report)
    assert (code, report["summary"]["statusNotWritable"]) == (1, 1)
    assert [each["whyNotForgiven"] for each in shown["statusErrors"]] == ["root"]
    assert "breaks-status-writers" in shown["classes"]


def test_writes_of_the_scale_are_tried(upgrade: Upgrade) -> None:
    scale = {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}
    loose, tight = definition(version(n=INTEGER)), definition(version(n=INTEGER))
    for each in (loose, tight):
        each["spec"]["versions"][0]["subresources"]["scale"] = scale
    tight["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["status"]
    code, report = upgrade(loose, tight, widget(n=1))
    shown = only_version(report)
    assert (code, report["summary"]["notScalable"]) == (1, 1)
    assert [each["field"] for each in shown["scaleErrors"]] == ["status"]
    assert not shown["scaleRefusedBefore"]


def test_server_side_apply_is_tried(upgrade: Upgrade) -> None:
    code, report = upgrade(definition(version(a=STRING)), definition(version(b=STRING)), widget(a="x"))
    shown = only_version(report)
    assert (code, report["summary"]["notAppliable"]) == (1, 1)
    assert "field not declared in schema" in shown["applyErrors"][0]["message"]
    assert shown["classes"] == ["breaks-appliers", "loses-data"]


def webhook(*versions: Schema) -> Schema:
    client = {"clientConfig": {"url": "https://example.com/convert"}, "conversionReviewVersions": ["v1"]}
    found = definition(*versions)
    found["spec"]["conversion"] = {"strategy": "Webhook", "webhook": client}
    return found


def test_a_webhook_is_not_asked(upgrade: Upgrade) -> None:
    other = version("v2", storage=False, renamed=INTEGER)
    old = webhook(version("v1", n=INTEGER), other)
    new = webhook(version("v1", n={**INTEGER, "minimum": 5}), other)
    code, report = upgrade(old, new, widget(n=1), widget("b", version="v2", renamed=1))
    first, second = report["objects"]
    assert (code, report["summary"]["notAsked"]) == (1, 2)
    assert (first["notAsked"], [each["version"] for each in first["versions"]]) == (["v2"], ["v1"])
    assert (second["notAsked"], [each["version"] for each in second["versions"]]) == (["v1"], ["v2"])
    assert [each["field"] for each in first["versions"][0]["createErrors"]] == ["spec.n"]
    assert (second["verdict"], second["versions"][0]["pruned"]) == ("safe", [])  # v1 lacks it and is not converted


def test_an_object_whose_version_only_a_webhook_knows(upgrade: Upgrade) -> None:
    old = webhook(version("v1", n=INTEGER), version("v2", storage=False))
    new = webhook(version("v1", n=INTEGER, served=False), version("v2", storage=False))
    code, report = upgrade(old, new, widget(n=1))
    (found,) = report["objects"]
    assert (code, found["verdict"], found["notAsked"], found["versions"]) == (1, "skipped", ["v2"], [])


def test_two_items_of_one_key_get_a_reason_of_their_own(upgrade: Upgrade) -> None:
    items = {"type": "object", "required": ["k"], "properties": {"k": STRING, "v": STRING}}
    keyed = {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}
    tight = {**items, "properties": {"k": STRING, "v": {**STRING, "maxLength": 1}}}
    twice = [{"k": "a", "v": "x"}, {"k": "a", "v": "long"}]
    _, report = upgrade(
        definition(version(s={**keyed, "items": items})),
        definition(version(s={**keyed, "items": tight})),
        widget(s=twice),
    )
    shown = only_version(report)
    assert [(each["field"], each["whyNotForgiven"]) for each in shown["updateErrors"]] == [
        ("spec.s[1].v", "repeated-key")
    ]
    assert "has the keys of an item before it" in shown["updateErrors"][0]["note"]


def test_a_tightened_field_is_ratcheted_and_breaks_creates(upgrade: Upgrade) -> None:
    code, report = upgrade(LOOSE, TIGHT, widget(n=1))
    shown = only_version(report)
    assert (code, report["summary"]["verdict"]) == (1, "breaking")
    assert shown["invalidAtRest"]
    assert [each["field"] for each in shown["createErrors"]] == ["spec.n"]
    assert [(each["field"], each["compared"]) for each in shown["forgiven"]] == [("spec.n", "spec.n")]
    assert shown["updateErrors"] == []
    assert shown["refusedWrites"] == [
        {"write": "create", "changing": None},
        {"write": "update", "changing": "spec.n"},
    ]


def test_what_is_never_forgiven_stops_every_update(upgrade: Upgrade) -> None:
    tight = definition(version(n=INTEGER))
    tight["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["required"] = ["status"]
    code, report = upgrade(definition(version(n=INTEGER)), tight, widget(n=1))
    shown = only_version(report)
    assert (code, report["summary"]["notUpdatable"]) == (1, 1)
    assert [(each["field"], each["whyNotForgiven"]) for each in shown["updateErrors"]] == [("status", "root")]
    assert {"write": "update", "changing": None} in shown["refusedWrites"]


def test_a_broken_list_type_stops_no_update(upgrade: Upgrade) -> None:
    strings = {"type": "array", "items": STRING}
    code, report = upgrade(
        definition(version(s=strings)),
        definition(version(s={**strings, "x-kubernetes-list-type": "set"})),
        widget(s=["x", "x"]),
    )
    shown = only_version(report)
    assert (code, shown["invalidAtRest"], shown["updateErrors"]) == (1, True, [])
    assert shown["forgiven"][0]["note"] == "the stored object breaks list types already"
    assert shown["refusedWrites"] == [{"write": "create", "changing": None}]


def test_colours_are_for_terminals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(EXAMPLES)
    arguments = ["crd", "upgrade", "before.yaml", "after.yaml", "--objects", "stored.yaml"]
    run(arguments)
    plain = capsys.readouterr().out
    monkeypatch.setattr("kapivara.cli.reports.write.has_colour", lambda _stream: True)
    run(arguments)
    coloured = capsys.readouterr().out
    assert "\x1b" not in plain
    assert "\x1b[31mpruned     \x1b[0m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == plain


def test_what_was_refused_before_does_not_count(upgrade: Upgrade) -> None:
    code, report = upgrade(TIGHT, TIGHT, widget(n=1))
    shown = only_version(report)
    assert (code, shown["verdict"], shown["createRefusedBefore"], shown["invalidAtRest"]) == (0, "safe", True, True)


def test_an_invalid_status_is_at_rest_but_no_matter_of_creates(upgrade: Upgrade) -> None:
    tight = definition(version(ready={"type": "boolean", "enum": [True]}))
    code, report = upgrade(definition(version()), tight, widget(status={"ready": False}))
    shown = only_version(report)
    assert (code, shown["createErrors"], shown["invalidAtRest"]) == (1, [], True)
    assert (shown["verdict"], report["definitions"][0]["changes"][0]["class"]) == ("safe", "breaks-status-writers")
    assert [each["compared"] for each in shown["forgiven"]] == ["status.ready"]


def test_pruned_and_defaulted_fields(upgrade: Upgrade) -> None:
    old = definition(version(a=STRING, b={**STRING, "default": "x"}, items={"type": "array", "items": INTEGER}))
    new = definition(version(c={**STRING, "default": "y"}, items={"type": "array", "items": INTEGER}))
    code, report = upgrade(old, new, widget(a="lost", items=[1]))
    shown = only_version(report)
    assert (code, shown["verdict"]) == (1, "breaking")
    assert shown["pruned"] == [{"field": "spec.a", "value": "lost"}]  # b came only from the old default
    assert shown["defaulted"] == [{"field": "spec.c", "value": "y"}]


def test_a_new_default_alone_is_safe(upgrade: Upgrade) -> None:
    code, report = upgrade(definition(version()), definition(version(c={**INTEGER, "default": 1})), widget())
    assert (code, only_version(report)["defaulted"]) == (0, [{"field": "spec.c", "value": 1}])


def test_every_served_version_is_looked_at(upgrade: Upgrade) -> None:
    old = definition(version("v1", n=INTEGER), version("v2", storage=False, n=INTEGER))
    new = definition(version("v1", n=INTEGER), version("v2", storage=False, n={**INTEGER, "minimum": 5}))
    code, report = upgrade(old, new, widget(n=1))
    versions = report["objects"][0]["versions"]
    assert code == 1
    assert [(each["version"], each["storage"], each["verdict"]) for each in versions] == [
        ("v2", False, "breaking"),
        ("v1", True, "safe"),
    ]


def test_a_version_that_is_served_no_longer(upgrade: Upgrade) -> None:
    old = definition(version("v1"), version("v2", storage=False))
    new = definition(version("v1"), version("v2", storage=False, served=False))
    code, report = upgrade(old, new, widget())
    assert (code, report["definitions"][0]["droppedVersions"]) == (1, ["v2"])
    assert report["objects"][0]["verdict"] == "safe"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        pytest.param(
            definition(version()), definition(version(), scope="Cluster"), "field is immutable", id="an immutable field"
        ),
        pytest.param(
            definition(version(), version("v2", storage=False), status={"storedVersions": ["v2"]}),
            definition(version()),
            "v2 was previously a storage version",
            id="a version that objects are stored in",
        ),
        pytest.param(
            definition(version()),
            definition(version(n={"type": "nothing"})),
            "nothing",
            id="a schema that is not legal",
        ),
    ],
)
def test_a_change_that_the_server_refuses(upgrade: Upgrade, old: Schema, new: Schema, text: str) -> None:
    old = copy.deepcopy(old)
    if "status" in old:
        old["status"] |= {"conditions": [], "acceptedNames": {"plural": "", "kind": ""}}
    code, report = upgrade(old, new, widget())
    found = report["definitions"][0]
    assert (code, found["verdict"], found["write"]) == (1, "invalid", "update")
    assert text in " ".join(each["message"] for each in found["errors"])
    assert (report["objects"][0]["verdict"], report["summary"]["skipped"]) == ("skipped", 1)


def test_a_definition_that_is_removed(upgrade: Upgrade) -> None:
    other = definition(version())
    other["metadata"] = {"name": "gadgets.example.com"}
    other["spec"] = {**other["spec"], "names": {"plural": "gadgets", "kind": "Gadget"}}
    code, report = upgrade(definition(version()), other, widget())
    assert code == 1
    assert [each["verdict"] for each in report["definitions"]] == ["valid", "invalid"]


def test_another_kind_under_the_old_name(upgrade: Upgrade) -> None:
    renamed = definition(version())
    renamed["spec"]["names"] = {"plural": "widgets", "kind": "Gadget"}
    code, report = upgrade(definition(version()), renamed, widget())
    assert (code, report["definitions"][0]["errors"][0]["field"]) == (1, "spec.names.kind")


@pytest.mark.parametrize(
    ("objects", "problem"),
    [
        pytest.param([widget(version="v7")], "the old CRD does not serve version v7", id="an unknown version"),
        pytest.param([widget(), widget()], "already exists", id="twice"),
        pytest.param([{**widget(), "metadata": {"name": 7}}], "cannot unmarshal number", id="not readable"),
    ],
)
def test_objects_that_cannot_be_stored(upgrade: Upgrade, objects: list[Schema], problem: str) -> None:
    code, report = upgrade(definition(version()), definition(version()), *objects)
    assert (code, report["summary"]["verdict"]) == (2, "unknown")
    assert problem in report["unreadable"][0]["message"]


def test_objects_of_other_kinds_are_left_out(upgrade: Upgrade) -> None:
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "x"}}
    code, report = upgrade(definition(version()), definition(version()), namespace, widget())
    assert (code, report["summary"]["others"], report["summary"]["objects"]) == (0, 1, 1)


def test_an_old_definition_that_no_server_could_hold(upgrade: Upgrade) -> None:
    code, report = upgrade(definition(), definition(version()), widget())
    assert code == 2
    assert "a server could not store this CRD" in report["unreadable"][0]["message"]


def test_the_text_for_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert run(["crd", "upgrade", "before.yaml", "after.yaml", "--objects", "stored.yaml"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "accepted    CustomResourceDefinition ferries.harbour.example.com"
    assert lines[1] == "breaking    loses stored data, breaks server-side appliers"
    assert lines[2] == "            before.yaml:24:17  spec.flag: removed (1 of 3 objects)"
    assert "breaking    refuses creates, forgiven while unchanged" in lines
    assert "painless    CEL rules that reject the same new objects and leave stored objects valid" in lines
    start = lines.index("breaking    Ferry north/argo (stored.yaml:2:1)")
    assert lines[start + 2].strip() == "creates are rejected; updates are forgiven as long as spec.captain is unchanged"
    assert '            pruned     spec.flag: "pirate"' in lines
    assert lines[-1] == (
        "7 changes (6 breaking); 3 objects: 1 safe, 2 breaking (1 invalid at rest, 1 not creatable, "
        "1 not appliable, 1 pruned, 3 defaulted); the upgrade is breaking"
    )


def test_the_text_of_what_is_allowed_and_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    other = version("v2", storage=False)
    files = {
        "old.json": webhook(version("v1", n=INTEGER), other),
        "new.json": webhook(version("v1", n={**INTEGER, "minimum": 5}), other),
        "object.json": widget(n=7),
    }
    for name, content in files.items():
        Path(name).write_text(json.dumps(content))
    arguments = ["old.json", "new.json", "--objects", "object.json", "--allow", "refuses-creates"]
    assert run(["crd", "upgrade", *arguments]) == 0
    output = capsys.readouterr().out
    assert "allowed     refuses creates, forgiven while unchanged\n" in output
    assert "v1 spec.n: minimum 5, was none (none of 1 object)\n" in output.replace("  ", " ")
    assert "not asked   Widget a (object.json:1:1) in v2: only a webhook can convert it\n" in output
    assert output.endswith("the upgrade is safe, except for objects that only a webhook can convert\n")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        pytest.param(["before.yaml"], "Missing argument 'NEW_CRD'", id="one side only"),
        pytest.param(["before.yaml", "after.yaml", "stored.yaml"], "put objects after --objects", id="stray objects"),
        pytest.param(["-", "-"], "standard input (-) can be read only once", id="standard input twice"),
        pytest.param(["before.yaml", "after.yaml", "--allow", "safe"], "--allow: there is no class safe", id="class"),
    ],
)
def test_wrong_usage(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["crd", "upgrade", *arguments]) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        pytest.param(["nope.yaml", "after.yaml"], "no such file", id="no such file"),
        pytest.param(["stored.yaml", "after.yaml"], "no CustomResourceDefinitions in this input", id="no definitions"),
        pytest.param(["git:nowhere", "after.yaml"], "git:nowhere: ", id="no such revision"),
    ],
)
def test_unreadable_input(
    arguments: list[str], text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert run(["crd", "upgrade", *arguments, "--objects", "stored.yaml"]) == 2
    output = capsys.readouterr().out
    assert text in output
    assert output.endswith("; the upgrade cannot be assessed\n")


def test_several_files_behind_one_option(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(EXAMPLES)
    arguments = ["before.yaml", "before.yaml", "--objects", "stored.yaml", "before.yaml"]
    assert run(["crd", "upgrade", *arguments]) == 0
    assert capsys.readouterr().out.endswith("\n0 changes; 3 objects: 3 safe; the upgrade is safe\n")


def test_the_old_side_from_git_as_a_process(tmp_path: Path) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    crd = tmp_path / "crd.yaml"
    crd.write_bytes((EXAMPLES / "before.yaml").read_bytes())
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)
    crd.write_bytes((EXAMPLES / "after.yaml").read_bytes())
    command = [sys.executable, "-P", "-m", "kapivara", "crd", "upgrade", "git:HEAD", "crd.yaml", "-o", "json"]
    objects = ["--objects", str(EXAMPLES / "stored.yaml")]
    finished = subprocess.run([*command, *objects], cwd=tmp_path, capture_output=True, check=False)
    assert (finished.returncode, finished.stderr) == (1, b"")
    assert json.loads(finished.stdout)["summary"]["breaking"] == 2
