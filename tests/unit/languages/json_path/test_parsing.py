"""Tests of `languages/json_path/parsing.py`."""

import pytest

from kapivara.languages.json_path.parsing import PathSyntaxError, parse_template


@pytest.mark.parametrize(
    "path",
    [
        ".spec[0",
        ".spec[a]",
        ".spec[-]",
        ".spec[99999999999999999999]",
        ".spec[?(@.a",
        ".spec[?(@.a)",
        ".spec.d[?(@.e==)]",
        ".spec....a",
        ".spec..*",
        ".spec 'a",
        ".spec '\\q'",
        ".spec +",
        ".spec 1.2.3",
        pytest.param(".spec " + "9" * 5000, id="a number beyond all floats"),
        ".spec,",
        ".spec\n.a",
        ".spec\t.a",
        ".spec{",
        ".spec}{.a[",
    ],
)
def test_texts_that_are_no_paths(path):
    with pytest.raises(PathSyntaxError):
        parse_template(f"{{{path}}}")


@pytest.mark.parametrize(("sign", "shown"), [("/", "U+002F '/'"), ("\t", "U+0009"), ("€", "U+20AC '€'")])
def test_a_character_that_no_path_has_is_told_by_its_number(sign, shown):
    with pytest.raises(PathSyntaxError) as failed:
        parse_template(f"{{{sign}}}")
    assert str(failed.value) == f"unrecognized character in action: {shown}"
