"""The generated descriptions of built-in types: in step with their `types.go`, and sufficient for a new group."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.server.feature_gates import FeatureGates, RolloutStage
from kapivara.apis.machinery.validation.declared_rules import DeclaredRules
from kapivara.codec import known_shapes
from kapivara.codec.shapes import Custom, Scalar
from kapivara.codec.typed.described import DescribedTypes, Table, described
from kapivara.field import FieldPath, Operation, Verb, invalid
from kapivara.generator.idl.files import generated_files
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.own_json import KNOWN
from kapivara.generator.well_known import PACKAGE, described_files, import_path
from kapivara.meta import GroupVersionKind
from kapivara.registry.openapi.type_schemas import describe_types
from kapivara.registry.openapi.v3 import V3
from kapivara.values import ABSENT, Absent, JsonObject

WIDGETS = """// Widgets.
package v1 // import "k8s.io/api/shop/v1"

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"time"
)

// A thing that is sold.
// +k8s:supportsSubresource="/status"
type Widget struct {
	metav1.TypeMeta `json:",inline"`
	// Its metadata.
	metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	// What it is to be.
	//
	// In two paragraphs.
	Spec WidgetSpec `json:"spec" protobuf:"bytes,2,opt,name=spec"`
}

type WidgetSpec struct {
	// +k8s:optional
	// +k8s:maxLength=4
	// +default="a b"
	Mode Mode `json:"mode,omitempty" protobuf:"1"`
	// +listType=map
	// +listMapKey=name
	// +listMapKey=port
	Parts []*Part `json:"parts" patchStrategy:"merge,retainKeys" patchMergeKey:"name" protobuf:"2"`
	// +mapType=atomic
	Limits corev1.ResourceList `json:"limits,omitempty" protobuf:"3"`
	// +optional
	Port    intstr.IntOrString           `json:"port" protobuf:"4"`
	Sizes   map[string]resource.Quantity `json:"x-sizes,omitempty" protobuf:"5"`
	Next    *WidgetSpec                  `json:"next,omitempty" protobuf:"6"`
	Raw     []byte                       `json:"raw,omitempty" protobuf:"7"`
	// +k8s:customValidation
	Color   string `json:"color,omitempty" protobuf:"8"`
	Ignored string `json:"-"`
}

// +structType=atomic
type Part struct {
	Name string `json:"name" protobuf:"1"`
	Port int32  `json:"port,omitempty" protobuf:"2"`
}

// +protobuf.nullable=true
type Names []string

// +kapivara:json=codec.known_shapes.DURATION
type Delay struct {
	time.Duration `protobuf:"1"`
	unit          string `protobuf:"2,name=Unit"`
	Other         string `protobuf:"-"`
}

// How it works.
// +enum
type Mode string

const (
	ModeSlow  Mode = "Slow"
	ModeFast  Mode = "Fast"
	ModeOther Mode = "Slow, or fast"
)

// +union
type Source struct {
	// +unionDiscriminator
	Kind string `json:"kind"`
	// +optional
	// +default=ref(ModeFast)
	HTTP Mode `json:"http,omitempty"`
	// +required
	Port corev1.NamespacePhase `json:"port,omitempty"`
}
"""
DOC = """// +k8s:validation-gen=TypesWithField=TypeMeta

package v1 // import "k8s.io/api/shop/v1"
"""
BY_HAND = """
from kapivara.field import invalid


def validate_custom_WidgetSpec_color(op, path, new, old):
    return [invalid(path, new, "is dull")] if new == "grey" else []
"""
TABLE = {
    "Widget": """\
struct
0 - meta.v1.TypeMeta
1 metadata meta.v1.ObjectMeta omitempty go=ObjectMeta
2 spec WidgetSpec
""",
    "WidgetSpec": """\
struct
1 mode Mode omitempty default="a\\u0020b"
2 parts []*Part list=map keys=name,port patch=merge,retainKeys mergekey=name
3 limits apis.groups.core.v1.ResourceList omitempty map=atomic
4 port meta.intstr.IntOrString optional
5 x-sizes map[string]meta.resource.Quantity omitempty go=Sizes
6 next *WidgetSpec omitempty
7 raw []byte omitempty
8 color string omitempty
""",
    "Part": """\
struct map=atomic
1 name string
2 port int32 omitempty
""",
    "Names": "[]string message",
    "Delay": "=codec.known_shapes.DURATION\n1 Duration time.Duration:int64\n2 Unit string\n",
    "Mode": "string enum=Fast,Slow,Slow%2C%20or%20fast",
    "Source": """\
struct union
0 kind string discriminator
0 http Mode omitempty optional default="Fast" go=HTTP member
0 port apis.groups.core.v1.NamespacePhase omitempty required
""",
}
TYPED = """class Widget(TypedDict, total=False):
    kind: str
    apiVersion: str
    metadata: Required[meta_v1.ObjectMeta]
    spec: Required[WidgetSpec]


WidgetSpec = TypedDict(
    "WidgetSpec",
    {
        "mode": "str",
        "parts": "Required[list[Part] | None]",
        "limits": "dict[str, Any]",
        "port": "Required[Any]",
        "x-sizes": "dict[str, Any]",
        "next": "WidgetSpec",
        "raw": "str",
        "color": "str",
    },
    total=False,
)
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new group, beside all existing ones."""
    top = tmp_path_factory.mktemp("package")
    for file in described_files():
        target = top / file.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    folder = top / "apis" / "groups" / "shop" / "v1"
    folder.mkdir(parents=True)
    (folder / "types.go").write_text(WIDGETS)
    (folder / "doc.go").write_text(DOC)
    (folder / "validations.py").write_text(BY_HAND)
    for file, text in generated_files(top).items():
        file.write_text(text)
    return folder


def load(file: Path) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(file.read_text(), file.name, "exec"), names)
    return names


def test_committed_files_are_in_step() -> None:
    made = generated_files()
    stale = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    assert stale == [], "scripts/regen types brings them up to date"
    there = {file for folder in ("meta", "apis") for file in (PACKAGE / folder).rglob("zz_generated_*.py")}
    there -= set((PACKAGE / "apis").rglob("zz_generated_internal.py"))  # collected, not made from types.go
    assert there == set(made), "files that nothing generates any more"


def test_tags_of_a_new_group(shop: Path) -> None:
    assert load(shop / "zz_generated_tags.py")["TAGS"] == {
        "WidgetSpec": {"mode": ("+k8s:optional", "+k8s:maxLength=4"), "color": ("+k8s:customValidation",)}
    }
    assert not (shop.parents[1] / "apidiscovery" / "v2" / "zz_generated_tags.py").exists()
    assert described("apis.groups.apidiscovery.v2").tags("APIGroupDiscovery") == {}


def test_a_new_group_needs_its_declarations_only(shop: Path) -> None:
    table = load(shop / "zz_generated_table.py")
    assert table["PACKAGE"] == "k8s.io/api/shop/v1"
    assert table["VALIDATED"] == ("Widget",)
    assert table["TYPES"] == TABLE
    assert load(shop / "zz_generated_texts.py")["TEXTS"] == {
        "Widget": {
            "": "A thing that is sold.",
            "metadata": "Its metadata.",
            "spec": "What it is to be.\n\nIn two paragraphs.",
        },
        "Mode": {"": "How it works."},
    }
    assert TYPED in (shop / "zz_generated_types.py").read_text()


def test_typed_dicts_are_python(shop: Path) -> None:
    source = (shop / "zz_generated_types.py").read_text()
    finished = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


def test_its_types_can_be_used(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    types = DescribedTypes("apis.groups.shop.v1", lambda: Table("k8s.io/api/shop/v1", TABLE), described)
    monkeypatch.setitem(described.__globals__["_described"], "apis.groups.shop.v1", types)
    texts = ModuleType("kapivara.apis.groups.shop.v1.zz_generated_texts")
    vars(texts)["TEXTS"] = {}
    for each in (ModuleType("kapivara.apis.groups.shop"), ModuleType("kapivara.apis.groups.shop.v1"), texts):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    spec = types.struct("WidgetSpec").tables.by_name
    assert spec["parts"].shape.go_name == "[]*v1.Part"
    assert spec["limits"].shape.go_name == "v1.ResourceList"
    assert spec["x-sizes"].shape.go_name == "map[string]resource.Quantity"
    assert spec["next"].shape is types.struct("WidgetSpec")
    assert [each.number for each in types.struct("Widget").tables.fields] == [1, 2, 1, 2]
    assert types.struct("Part").tables.atomic
    mode = types.shape("Mode")
    assert isinstance(mode, Scalar)
    assert mode.enum == ("Fast", "Slow", "Slow, or fast")
    assert describe_types(V3(), types.struct("Source"))["io.k8s.api.shop.v1.Source"] == {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "default": ""},
            "http": {"type": "string", "enum": ["Fast", "Slow", "Slow, or fast"], "default": "Fast"},
            "port": {"type": "string", "enum": ["Active", "Terminating"]},
        },
        "required": ["kind", "port"],
        "x-kubernetes-unions": [{"discriminator": "kind", "fields-to-discriminateBy": {"http": "HTTP"}}],
    }


def test_its_tags_are_enforced(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    types = DescribedTypes("apis.groups.shop.v1", lambda: Table("k8s.io/api/shop/v1", TABLE, ("Widget",)), described)
    monkeypatch.setitem(described.__globals__["_described"], "apis.groups.shop.v1", types)
    module = ModuleType("kapivara.apis.groups.shop.v1.zz_generated_validations")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    by_hand_too = ModuleType("kapivara.apis.groups.shop.v1.validations")
    exec(BY_HAND, vars(by_hand_too))
    folder = ModuleType("kapivara.apis.groups.shop.v1")
    vars(folder)["validations"] = by_hand_too
    for each in (folder, by_hand_too, ModuleType("kapivara.apis.groups.shop")):
        monkeypatch.setitem(sys.modules, each.__name__, each)
    source = (shop / "zz_generated_validations.py").read_text()
    exec(compile(source, module.__name__, "exec"), vars(module))
    by_hand = [invalid(FieldPath.of("spec", "parts"), None, "by hand")]
    surroundings = SimpleNamespace(rollout_stage=RolloutStage.LEVELS, feature_gates=FeatureGates({}))
    kind = SimpleNamespace(
        shape=types.struct("Widget"),
        surroundings=surroundings,
        gvk=GroupVersionKind("shop", "v1", "Widget"),
        normalization_rules=Kind.normalization_rules,
        short_circuit_mismatch=Kind.short_circuit_mismatch,
    )
    rules = DeclaredRules(cast("Kind", kind))

    def judge(mode: str, old: JsonObject | Absent = ABSENT, color: str = "") -> list[str]:
        new = {"metadata": {"generation": -1}, "spec": {"mode": mode, "parts": None, "color": color}}
        verb = Verb.CREATE if old is ABSENT else Verb.UPDATE
        verdict = rules.verdict(by_hand, Operation(verb), new, old)
        return [f"{each.field} {each.origin}".rstrip() for each in verdict.errors]

    assert judge("Slow") == ["spec.parts"]
    assert judge("Slower") == ["spec.parts", "spec.mode maxLength"]
    assert judge("Slower", {"metadata": {}, "spec": {"mode": "Slower"}}) == ["spec.parts"], "what has not changed"
    assert judge("Slow", color="grey") == ["spec.parts", "spec.color"]
    assert "shapes.Struct" not in source, "the tables have all shapes"


def test_what_is_only_compared_has_a_validator_too() -> None:
    assert described("apis.groups.core.v1").has_validator("Namespace")
    assert not described("apis.groups.core.v1").has_validator("Binding")


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("A other.Thing", "is declared nowhere here"),
        ("A struct{ B string }", "cannot stand in a table"),
        ("// +default=word\n\tA string", "cannot read the default word"),
        ("// +default=ref(Nothing)\n\tA string", "cannot read the default ref(Nothing)"),
    ],
)
def test_what_no_table_can_have_is_refused(field: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "apis" / "shop" / "v1"
    folder.mkdir(parents=True)
    (folder / "types.go").write_text(
        f'package v1 // import "k8s.io/api/shop/v1"\n\nimport "example.com/other"\n\ntype T struct {{\n\t{field}\n}}\n'
    )
    with pytest.raises(AuthorErrors) as refused:
        generated_files(tmp_path)
    assert message in str(refused.value)


def test_types_of_the_server_are_written_down_once() -> None:
    """No other struct than those of the tables has the name of a type of Kubernetes."""
    sources = [file for file in PACKAGE.rglob("*.py") if not file.name.startswith("zz_generated")]
    written = [file for file in sources if re.search(r'Struct\(\s*f?"(v\d\w*|\{\w+\})\.[A-Z]', file.read_text())]
    assert written == []
    declared = [file for file in PACKAGE.rglob("*.go") if "type ObjectMeta struct" in file.read_text()]
    assert declared == [PACKAGE / "meta" / "v1" / "types.go"]


def test_a_package_says_its_import_path(tmp_path: Path) -> None:
    (tmp_path / "types.go").write_text("package v1\n")
    with pytest.raises(ValueError, match="needs its import path"):
        import_path(tmp_path / "types.go")


def test_generated_validators_and_tables_know_the_same_types_with_json_of_their_own() -> None:
    """`own_json` lists them by name, for packages with sources; declarations mark them."""
    for name, constant in KNOWN.items():
        shape = getattr(known_shapes, constant)
        if isinstance(shape, Custom) and shape.folder:
            assert described(shape.folder).path == name.package
            assert described(shape.folder).shape(name.name) is shape
