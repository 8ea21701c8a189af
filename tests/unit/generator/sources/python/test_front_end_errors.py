"""Errors of Python files that cannot be read: place, message and hint."""

from textwrap import dedent

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Universe
from kapivara.generator.sources.go.loader import Loader
from kapivara.generator.sources.python import front_end


def read_package(path, universe):
    package, errors = front_end.try_package(path, universe, Loader(universe).shared_type)
    if errors:
        raise AuthorErrors(errors)
    return package


HEADER = "from dataclasses import *; from enum import *; from typing import *\n"


@pytest.fixture
def errors(tmp_path):
    """Reads an invalid package; returns its errors, without the folder."""

    def read(source, **others):
        folder = tmp_path / "v1"
        folder.mkdir(exist_ok=True)
        data = source if isinstance(source, bytes) else (HEADER + dedent(source)).encode()
        for name, text in {"types": data, **others}.items():
            (folder / f"{name}.py").write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(AuthorErrors) as caught:
            read_package(folder, Universe())
        assert all(each.place and each.hint for each in caught.value.errors)
        return [str(each).replace(f"{folder}/", "") for each in caught.value.errors]

    return read


FILES = {
    "not Python": (b"class A(:\n", "types.py:1:9: not Python: "),
    "Go": (b"package v1\n\ntype X struct {}\n", "types.py:1:9: not Python: "),
    "open bracket": (b"x = [\n", "types.py:1:5: not Python: "),
    "not UTF-8": (b"# fine\nx = '\xe9'\n", "types.py:2:6: not UTF-8"),
    "another encoding": (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "types.py:2:6: not UTF-8"),
    "null byte": (b"x = '\0'\n", "types.py:1:"),
    "deep brackets": (b"x = " + b"(" * 9000, "types.py:1:"),
    "long chain": (b"x = " + b"|".join([b"a"] * 30_000), "types.py:1:1: not Python: nested too deeply"),
    "too large": (b"#" * (4 << 20) + b"#", "types.py:1:1: larger than 4194304 bytes"),
}


@pytest.mark.parametrize(("source", "message"), FILES.values(), ids=FILES)
def test_files(errors, source, message):
    (told,) = errors(source)
    assert told.startswith(message)


def test_no_file(tmp_path):
    with pytest.raises(AuthorErrors, match=r"types\.py:1:1: cannot be read: No such file"):
        read_package(tmp_path, Universe())


FIELDS = {
    "tuple[int, ...]": "unsupported annotation tuple[int, ...] (use list[T])",
    "set[str]": "unsupported annotation set[str] (use list[T] with +k8s:listType=set)",
    "FrozenSet[str]": "unsupported annotation FrozenSet[str] (use list[T] with +k8s:listType=set)",
    "int | str": "unsupported annotation int | str (a field has one type, or T | None; "
    "for one of several, give a dataclass one +k8s:unionMember each)",
    "Union[int, str, None]": "unsupported annotation Union[int, str, None] (a field has one type, or T | None; "
    "for one of several, give a dataclass one +k8s:unionMember each)",
    "Literal['a']": "unsupported annotation Literal['a'] (use a StrEnum with +k8s:enum)",
    "list": "list does not declare the type of its items (write list[str], say)",
    "Dict": "Dict does not declare the type of its items (write dict[str, str], say)",
    "datetime": "unsupported annotation datetime (use Time of kapivara.generator.python.names)",
    "None": "unsupported annotation None (name the other type of the field: T | None)",
    "Strng": "unknown type Strng (declare it in the file, or import it from a file of the project)",
    "Widgett": "unknown type Widgett (did you mean Widget? If not, declare it in the file, "
    "or import it from a file of the project)",
    "Gone": "unknown type Gone: the project has no module .gone (import it from a file of the project)",
    "Plain": "class Plain is neither a dataclass nor a StrEnum (decorate it with @dataclass, "
    "or derive it from StrEnum)",
    "Loop": "the alias stands for itself (a chain of types must end at one that is built in, a list, a dict, "
    "a dataclass or an enum)",
    "'list['": "unsupported annotation 'list[' (fields are str, int32, int64, float, bool, bytes, list, dict, "
    "dataclasses and enums)",
    "list[str, int]": "unsupported annotation list[str, int] (fields are str, int32, int64, float, bool, bytes, list, "
    "dict, dataclasses and enums)",
    "3": "unsupported annotation 3 (fields are str, int32, int64, float, bool, bytes, list, dict, "
    "dataclasses and enums)",
}


@pytest.mark.parametrize(("annotation", "message"), FIELDS.items(), ids=FIELDS)
def test_annotations(errors, annotation, message):
    source = f"""
        from .gone import Gone
        class Plain:
            x: int
        Loop = Optional["Loop"]
        @dataclass
        class Widget:
            fine: str
            x: {annotation}
    """
    (told,) = errors(source)
    place = "types.py:6:1" if annotation == "Loop" else "types.py:10:8"
    assert told == f"{place}: {message}"


def test_deep_annotations(errors):
    (told,) = errors("@dataclass\nclass A:\n    x: " + "list[" * 60 + "int" + "]" * 60)
    assert "annotation is nested too deeply (give the inner type a name)" in told


def test_all_errors_are_told_in_order(errors):
    told = errors("""
        @dataclass
        class A:
            x: set[str]
            y: Gone
        B = NewType("C", str)
    """)
    assert [each.split(":")[1] for each in told] == ["5", "6", "7"]


JSON = {
    "duplicate": ("maxValue: int\n    max_value: int", 'duplicate JSON name "maxValue": types.py:4:5 has it already'),
    "duplicate by tag": ("a: int\n    b: int = field(metadata={'json': 'a'})", 'duplicate JSON name "a": types.py:4:5'),
    "nearly the same": ("a: int\n    a_: int  # json: b", "types.py:4:5 has a field of nearly the same name"),
    "option": (
        "\n    b: int = field(metadata={'json': 'a,string'})",
        'unknown option "string" in the JSON tag "a,string"',
    ),
    "no text": ("\n    b: int = field(metadata={'json': NAME})", "the JSON tag is no plain text"),
    "two": ("\n    # json: a\n    b: int  # json: b", "the field has two JSON tags"),
    "inline": ("\n    b: int  # json: ,inline", "only a dataclass can stand in line"),
    "inline with a name": (
        "\n    b: int  # json: b,inline",
        'the JSON tag "b,inline" gives a name to what stands in line',
    ),
    "tag behind": ("\n    b: int  # +k8s:minimum=1", "the tag behind the field is not read: +k8s:minimum=1"),
}


@pytest.mark.parametrize(("fields", "message"), JSON.values(), ids=JSON)
def test_json_names(errors, fields, message):
    (told,) = errors(f"@dataclass\nclass A:\n    {fields}\n")
    assert message in told


DECLARATIONS = {
    "cyclic new types": ("A = NewType('A', 'B')\nB = NewType('B', 'A')", "2:1: type v1.A is defined from itself"),
    "new type of itself": ("A = NewType('A', 'A')", "2:1: type v1.A is defined from itself"),
    "name of a new type": ("A = NewType('B', str)", "2:13: NewType is given another name"),
    "new type of nothing": ("A = NewType('A')", "2:5: NewType takes a name and a type"),
    "by value": ("@dataclass\nclass A:\n    a: 'A'", "4:5: invalid recursive type v1.A: v1.A holds it by value"),
    "by value, around": (
        "@dataclass\nclass A:\n    b: 'B'\n@dataclass\nclass B:\n    a: A",
        "7:5: invalid recursive type v1.A: v1.B holds it by value",
    ),
    "own base": ("@dataclass\nclass A(A): ...", "3:9: invalid recursive type v1.A: v1.A holds it by value"),
    "generic base": ("@dataclass\nclass A(Generic[T]): ...", "3:9: unsupported base Generic[T]"),
    "unknown base": ("@dataclass\nclass A(Mixin): ...", "3:9: unknown type Mixin"),
    "plain base": (
        "class P:\n    x: str\n@dataclass\nclass A(P): ...",
        "5:9: class P is neither a dataclass nor a StrEnum",
    ),
    "base of strings": ("@dataclass\nclass A(str): ...", "3:9: unsupported base string"),
    "no dataclass": ("class A:\n    # +k8s:required\n    a: str", "2:1: class A has tags but is neither a dataclass"),
    "enum of numbers": ("class P(StrEnum):\n    A = 1", "3:5: P.A is no string"),
    "enum of numbers made up": ("class P(str, Enum):\n    A = auto()", "3:5: P.A is no string"),
}


@pytest.mark.parametrize(("source", "message"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_declarations(errors, source, message):
    (told,) = errors(source)
    assert told.startswith(f"types.py:{message}")


def test_broken_imports_are_told_once(errors):
    told = errors(
        "from .broken import X, Y\n@dataclass\nclass A:\n    x: X\n    y: Y\n",
        broken="class (:\n",
    )
    assert [each.split(" (")[0] for each in told] == ["broken.py:1:7: not Python: invalid syntax"]


def test_types_declared_twice(errors):
    told = errors(
        "from .more import A as B\n@dataclass\nclass A:\n    x: str\n    b: 'B | None'\n",
        more="from dataclasses import dataclass\n@dataclass\nclass A:\n    y: str\n",
    )
    assert [each.split(" (")[0] for each in told] == [
        "more.py:3:1: type A is declared twice in the package: here and in types.py:4:1"
    ]


def test_types_declared_twice_in_one_file(errors):
    told = errors(
        "@dataclass\nclass A:\n    x: str\n\n@dataclass\nclass A:\n    y: str\n"
        "N = NewType('N', str)\nN = NewType('N', int)\nvalue = A\nvalue = N\n",
    )
    assert [each.split(" (")[0] for each in told] == [
        "types.py:7:1: type A is declared twice in the package: here and in types.py:3:1",
        "types.py:10:1: type N is declared twice in the package: here and in types.py:9:1",
    ]


def test_imports_in_a_circle(errors):
    (told,) = errors("from .a import X\n@dataclass\nclass A:\n    x: X\n", a="from .b import X", b="from .a import X")
    assert told.startswith("types.py:5:8: unknown type X: the file that it is imported from does not have it")


LONG = {
    "optional new types": "\n".join(f"A{n} = NewType('A{n}', 'list[A{n + 1} | None]')" for n in range(3000)),
    "aliases": "\n".join(f"A{n} = A{n + 1}" for n in range(3000)) + "\n@dataclass\nclass A:\n    x: A0",
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG)
def test_endless_chains(errors, source):
    assert "too deeply" in errors(source)[0]


def test_long_chains_of_new_types(tmp_path):
    lines = [f"A{number} = NewType('A{number}', 'A{number + 1}')" for number in range(3000)]
    (tmp_path / "types.py").write_text("\n".join([HEADER, *lines, "A3000 = NewType('A3000', str)"]))
    made = read_package(tmp_path, Universe())
    assert {str(each.underlying) for each in made.types.values()} == {"string"}
