"""Constants: their values, types and comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.model.types import Constant
from kapivara.generator.sources.loading import read_sources


def constants(folder: Path, text: str) -> dict[str, Constant]:
    (folder / "types.go").write_text(f'package v1\nimport "time"\ntype Mode string\ntype Level int32\n{text}\n')
    sources = read_sources([folder])
    return {each.name.name: each for each in sources.universe.packages[sources.packages[0]].constants}


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ('const X Mode = "a"', "a", "Mode"),
        ('const X = Mode("a")', "a", "Mode"),
        ('const X = (Mode)("a")', "a", "Mode"),
        ("const X Mode = `a\\b`", "a\\b", "Mode"),
        ('const X Mode = "a" + "b"', "ab", "Mode"),
        ('const X = Mode("a") + "b"', "ab", "Mode"),
        ('const X = "b" + Mode("a")', "ba", "Mode"),
        ('const Y = "y"\nconst X Mode = Y', "y", "Mode"),
        ('const X Mode = Y\nconst Y = "y" + Z\nconst Z = "z"', "yz", "Mode"),
        ('const X Mode = Mode(string("a"))', "a", "Mode"),
        (r'const X Mode = "\"\x41\101\u00e4\U0001F600\n"', '"AAä😀\n', "Mode"),
        (r'const X Mode = "\xff"', "\ufffd", "Mode"),
        ('const (\n\tA, X Mode = "a", "x"\n)', "x", "Mode"),
        ("const X Level = 0x10 + 1_0", 26, "Level"),
        ("const X Level = -7 / 2", -3, "Level"),
        ("const X Level = -7 % 2", -1, "Level"),
        ("const X Level = 'a'", 97, "Level"),
        ("const X Level = 1 << 3 | 1", 9, "Level"),
        ('const X Level = Level(len("größe"))', 7, "Level"),
        ("const (\n\tA Level = iota\n\tB\n\tX\n)", 2, "Level"),
        ("const (\n\tA Level = 1 << (iota + 1)\n\t_\n\tX\n)", 8, "Level"),
        ("const (\n\tA, B = iota, Level(iota) * 10\n\tC, X\n)", 10, "Level"),
        ("const X = 2 * time.Second", 2_000_000_000, "time.Duration"),
        ("const X = 1.5", 1.5, "untyped float"),
        ("const X = 1 + 'a'", 98, "untyped rune"),
        ("const X = 1 < 2", True, "untyped bool"),
        ("const X bool = !true", False, "bool"),
        ("const X = 010", 8, "untyped int"),
    ],
)
def test_a_constant_has_its_value_and_type(tmp_path: Path, text: str, value: object, kind: str) -> None:
    found = constants(tmp_path, text)["X"]
    assert (found.value, str(found.type).removeprefix(f"{tmp_path.name}.")) == (value, kind)
    assert type(found.value) is type(value)


def test_constants_keep_their_comments(tmp_path: Path) -> None:
    first = '\t// A is the first.\n\t// +k8s:enumExclude\n\tA Mode = "a"'
    found = constants(tmp_path, f'// +k8s:group\nconst (\n{first}\n\n\tB Mode = "b" // +k8s:behind\n)')
    assert [line.text for line in found["A"].comments] == ["A is the first.", "+k8s:enumExclude"]
    assert found["B"].comments == ()
    assert (found["A"].place.line, found["A"].place.column) == (9, 2)


@pytest.mark.parametrize(
    "text",
    [
        "const X = time.Unknown",
        "const X = 1 / 0",
        "const X = unknown()",
        "const X = X",
        'const X = -"a"',
        "const X = 1 << 100000",
        'const X = "a" + 1',
        f"const X = {'(' * 300}1{')' * 300}",
        "const X time.Duration = time.Unknown",
    ],
)
def test_what_cannot_be_told_is_left_out(tmp_path: Path, text: str) -> None:
    assert constants(tmp_path, text) == {}


def test_texts_do_not_grow_without_end(tmp_path: Path) -> None:
    lines = ['const A0 = "0123456789abcdef"', *(f"const A{n + 1} = A{n} + A{n}" for n in range(40))]
    assert "A40" not in constants(tmp_path, "\n".join(lines))


def test_enums_need_values(tmp_path: Path) -> None:
    with pytest.raises(AuthorErrors) as raised:
        constants(tmp_path, "const X Mode = compute()")
    (error,) = raised.value.errors
    assert error.message == "the value of constant X cannot be computed: compute() is no constant"
    assert (error.place.line, error.place.column) == (5, 7)  # type: ignore[union-attr]
    assert error.hint
