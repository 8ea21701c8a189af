"""Types in Python: the model types of dataclasses, enums and new types."""

from pathlib import Path
from textwrap import dedent

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.natives import native_type
from kapivara.generator.model.types import TypeKind, Universe
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.handwritten import canonical_name
from kapivara.generator.sources.python import front_end


def read_package(path, universe):
    package, errors = front_end.try_package(path, universe, Loader(universe).shared_type)
    if errors:
        raise AuthorErrors(errors)
    return package


HEADER = """\
from dataclasses import KW_ONLY, InitVar, dataclass, field
from enum import Enum, StrEnum, auto
import typing as t
from typing import *
from kapivara.generator.python.names import *

"""


@pytest.fixture
def project(tmp_path):
    """Writes files below a folder and reads the package of one folder."""

    def read(files, ask="v1", universe=None):
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text))
        return read_package(tmp_path / ask, Universe() if universe is None else universe)

    return read


@pytest.fixture
def package(project):
    """Reads a types.py with the usual imports."""
    return lambda text: project({"v1/types.py": HEADER + dedent(text)})


def only_field(package, annotation):
    made = package(
        f"Word = NewType('Word', str)\nWords = NewType('Words', list[Word])\nAlias = dict[str, 'Word']\n"
        f"class Phase(StrEnum):\n    A = 'A'\n\n@dataclass\nclass Part:\n    id: str\n\n"
        f"@dataclass\nclass Whole:\n    x: {annotation}\n"
    )
    return made.types["Whole"].members[0].type


ANNOTATIONS = {
    "str": "string",
    "int": "int64",
    "float": "float64",
    "bool": "bool",
    "bytes": "[]byte",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "uint": "uint",
    "uint8": "byte",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "float32": "float32",
    "Any": "interface{}",
    "object": "interface{}",
    "list[str]": "[]string",
    "List[int32]": "[]int32",
    "t.List[t.Optional[Part]]": "[]*v1.Part",
    "Sequence[Word]": "[]v1.Word",
    "dict[str, Part]": "map[string]v1.Part",
    "Dict[Word, list[str]]": "map[v1.Word][]string",
    "Mapping[str, str]": "map[string]string",
    "Part | None": "*v1.Part",
    "None | Part": "*v1.Part",
    "Optional[Phase]": "*v1.Phase",
    "Union[str, None]": "*string",
    "Optional[Optional[str]]": "*string",
    "list[str] | None": "[]string",
    "Optional[dict[str, str]]": "map[string]string",
    "bytes | None": "[]byte",
    "Words | None": "v1.Words",
    "Any | None": "interface{}",
    "Alias": "map[string]v1.Word",
    "'Part'": "v1.Part",
    "'Whole | None'": "*v1.Whole",
    "list['Whole']": "[]v1.Whole",
    "Annotated[int32, 'seconds']": "int32",
    "Final[str]": "string",
}


@pytest.mark.parametrize(("annotation", "expected"), ANNOTATIONS.items(), ids=ANNOTATIONS)
def test_annotations(package, annotation, expected):
    assert str(only_field(package, annotation)) == expected


def test_new_types_keep_their_chain(package):
    made = package("""
        # +k8s:maxLength=5
        Word = NewType("Word", str)
        Inner = NewType("Inner", "Word")
        Outer = NewType("Outer", "Inner")
        Words = NewType("Words", list[Word])
        ByWord = NewType("ByWord", dict[Word, int32])
        Loose = NewType("Loose", Phase)
        Copy = NewType("Copy", "Part")
        Nest = NewType("Nest", "list[Nest]")

        class Phase(StrEnum):
            A = "A"

        @dataclass
        class Part:
            id: str
    """).types
    assert {name: str(kind.underlying) for name, kind in made.items()} == {
        "Word": "string",
        "Inner": "string",
        "Outer": "string",
        "Words": "[]v1.Word",
        "ByWord": "map[v1.Word]int32",
        "Loose": "string",
        "Copy": "None",
        "Nest": "[]v1.Nest",
        "Phase": "string",
        "Part": "None",
    }
    assert list(map(str, made["Outer"].chain())) == ["v1.Inner", "v1.Word", "string"]
    assert made["Copy"].kind is TypeKind.STRUCT
    assert [each.name for each in made["Copy"].members] == ["Id"]
    assert made["Copy"].written is made["Part"]
    assert native_type(made["Nest"]).elem is made["Nest"]
    assert [each.text for each in made["Word"].comments] == [" +k8s:maxLength=5"]


def test_names_and_tags_in_json(package):
    members = (
        package("""
        @dataclass
        class Widget:
            name: str
            max_value: int32
            from_: str
            alreadyCamel: str
            default_none: str | None = None
            default_factory: list[str] = field(default_factory=list)
            plain_field: str = field(kw_only=True)
            renamed: str = field(metadata={"json": "other,omitempty"})
            tagged: str = field(metadata={"doc": "x", "json": "kept"}, default="")
            # json: above
            said_above: str
            said_behind: str  # json: behind,omitempty
            no_place: str = field(metadata={"json": "-"})
            omitted: str = field(metadata={"json": ",omitempty"})
            _private: str = ""
            constant: ClassVar[int] = 3
            init_only: InitVar[int] = 3
            _: KW_ONLY
            unannotated = 5

            def method(self) -> None: ...
    """)
        .types["Widget"]
        .members
    )
    assert [(each.name, each.json.name, each.json.omit_empty) for each in members] == [
        ("Name", "name", False),
        ("MaxValue", "maxValue", False),
        ("From", "from", False),
        ("AlreadyCamel", "alreadyCamel", False),
        ("DefaultNone", "defaultNone", True),
        ("DefaultFactory", "defaultFactory", True),
        ("PlainField", "plainField", False),
        ("Renamed", "other", True),
        ("Tagged", "kept", True),
        ("SaidAbove", "above", False),
        ("SaidBehind", "behind", True),
        ("NoPlace", "", False),
        ("Omitted", "omitted", True),
        ("private", "", False),
    ]
    assert [each.name for each in members if each.json.ignored] == ["NoPlace"]
    assert [each.name for each in members if not each.exported] == ["private"]


def test_enums(package):
    made = package("""
        # +k8s:enum
        class Phase(StrEnum):
            '''Where a thing stands.'''

            # Not yet.
            # +k8s:enumExclude
            PENDING = "Pending"
            RUNNING = auto()
            ALSO_RUNNING = "running"
            _ignore_ = "x"

            def method(self): ...

        class Old(str, Enum):
            A: str = "a"

        class Base(StrEnum): ...

        class Derived(Base):
            B = "b"
    """)
    assert [(str(each.name), each.value, str(each.type)) for each in made.constants] == [
        ("v1.Phase.PENDING", "Pending", "v1.Phase"),
        ("v1.Phase.RUNNING", "running", "v1.Phase"),
        ("v1.Old.A", "a", "v1.Old"),
        ("v1.Derived.B", "b", "v1.Derived"),
    ]
    assert [each.text for each in made.constants[0].comments] == [" Not yet.", " +k8s:enumExclude"]
    assert made.types["Phase"].kind is TypeKind.ALIAS
    assert [each.text for each in made.types["Phase"].comments] == [" +k8s:enum"]


def test_bases_are_embedded(package):
    made = (
        package("""
        import abc

        @dataclass
        class Base(abc.ABC):
            name: str

        @dataclass
        class More(object):
            size: int32

        class Mixin:
            def method(self): ...

        @dataclass
        class Widget(Base, More, Mixin):
            color: str
            # json: ,inline
            inner: "Inner | None" = None

        @dataclass
        class Inner:
            x: str
    """)
        .types["Widget"]
        .members
    )
    assert [(each.name, str(each.type), each.embedded, each.json.inline) for each in made] == [
        ("Base", "v1.Base", True, True),
        ("More", "v1.More", True, True),
        ("Color", "string", False, False),
        ("Inner", "*v1.Inner", True, True),
    ]


def test_comments_belong_to_what_is_below(package):
    made = package("""
        # Far away.

        # The type.
        #
        # +k8s:one
        @dataclass(kw_only=True)
        # +k8s:two
        class Widget:
            # Lost: a blank line follows.
            # +k8s:lost

            # +k8s:required
            #
            # +k8s:maxLength=5
            name: str  # prose behind
            other: str
            text: str = "# +k8s:noComment"
            # +k8s:last
    """).types["Widget"]
    assert [each.text for each in made.comments] == [" The type.", "", " +k8s:one", " +k8s:two"]
    assert [each.text for each in made.detached] == [" Far away."]
    name, other, text = made.members
    assert [each.text for each in name.comments] == [" +k8s:required", "", " +k8s:maxLength=5"]
    assert other.comments == text.comments == ()


def test_places_count_characters(project):
    made = project({"v1/types.py": "from dataclasses import dataclass\n@dataclass\nclass Ü:\n    é: str; ß: int\n"})
    kind = made.types["Ü"]
    assert (kind.place.line, kind.place.column) == (3, 1)
    assert [(each.place.line, each.place.column) for each in kind.members] == [(4, 5), (4, 13)]


def test_places_of_comments(package):
    comment = package("@dataclass\nclass A:\n    # +k8s:required\n    é: str").types["A"].members[0].comments[0]
    line = HEADER.count("\n") + 3
    assert (comment.text, comment.place.line, comment.place.column) == (" +k8s:required", line, 6)


MARKERS = {
    "none": ("import os\n", "", []),
    "top": ("# +k8s:validation-gen=TypesWithField=x\nimport os\n", "", [" +k8s:validation-gen=TypesWithField=x"]),
    "below the docstring": (
        "'''Docs.\n\n# +k8s:validation-gen=no\n'''\n\n# +k8s:validation-gen=*\n\n# more\nimport os\n",
        "",
        [" +k8s:validation-gen=*", " more"],
    ),
    "of the first class": ("# mark\n\n# +k8s:opaqueType\n@dataclass\nclass A: ...\n", "", [" mark"]),
    "beside": ("import os\n", "x = 1\n# +k8s:validation-gen=*\n", [" +k8s:validation-gen=*"]),
    "both": ("# a\nimport os\n# b\n", "# c\n", [" a", " c"]),
    "comments alone": ("# a\n", "", [" a"]),
}


@pytest.mark.parametrize(("types", "init", "expected"), MARKERS.values(), ids=MARKERS)
def test_package_markers(project, types, init, expected):
    made = project({"v1/types.py": types, **({"v1/__init__.py": init} if init else {})})
    assert [each.text for each in made.markers] == expected


def test_hand_written_functions(project):
    made = project(
        {
            "v1/types.py": "",
            "v1/validations.py": "def validate_custom_Widget(op, path, new, old):\n    return []\n",
        }
    )
    assert list(made.functions) == ["validate_custom_Widget"]


@pytest.mark.parametrize("ask", ["v1", "v1/types.py"])
def test_folder_or_file(project, ask):
    made = project({"v1/types.py": HEADER + "Word = NewType('Word', str)\n"}, ask)
    assert (made.path, made.name, list(made.types)) == ("v1", "v1", ["Word"])
    assert [Path(each).name for each in made.files] == ["types.py"]


def test_windows_and_byte_order_mark(project, tmp_path):
    project({"v1/types.py": ""})
    text = "\ufeff# top\r\n\r\nfrom typing import NewType\r\n\r\n# doc\r\nWord = NewType('Word', str)\r\n"
    (tmp_path / "v1/types.py").write_bytes(text.encode())
    made = read_package(tmp_path / "v1", Universe())
    assert [each.text for each in made.types["Word"].comments] == [" doc"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("validate_custom_Widget", "ValidateCustom_Widget"),
        ("validate_custom_Widget_max_value", "ValidateCustom_Widget_MaxValue"),
        ("validate_custom_Widget_MaxValue", "ValidateCustom_Widget_MaxValue"),
        ("ValidateCustom_Widget_Size", "ValidateCustom_Widget_Size"),
        ("validate_widget", None),
    ],
)
def test_names_of_hand_written_functions(name, expected):
    assert canonical_name(name) == expected
