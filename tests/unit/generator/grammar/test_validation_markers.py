"""The markers +k8s:validation:… : their grammar, their schemas, and upstream's error messages."""

from __future__ import annotations

import pytest

from kapivara.generator.grammar.validation_markers import ValidationMarkerError, read_validation_markers
from kapivara.generator.model.types import (  # fmt: skip
    BUILTIN,
    STRING,
    CommentLine,
    JsonName,
    Member,
    Position,
    Type,
    TypeKind,
    TypeName,
    list_of,
    map_of,
    pointer_to,
)

HERE = Position("types.go", 1, 1)
INT, FLOAT = BUILTIN["int32"], BUILTIN["float64"]
STRUCT = Type(TypeName("v1", "Sub"), TypeKind.STRUCT)
STRUCT.members = [Member("Name", STRING, JsonName(given=True, name="name"), HERE, embedded=False, comments=())]


def read(kind, *lines):
    return read_validation_markers(tuple(CommentLine(f"+k8s:validation:{line}", HERE) for line in lines), kind)


@pytest.mark.parametrize(
    ("kind", "lines", "said"),
    [
        (STRING, ["maxLength=10", "minLength=1"], {"maxLength": 10, "minLength": 1}),
        (pointer_to(STRING), ['pattern="^a$"', 'format="date"'], {"pattern": "^a$", "format": "date"}),
        (STRING, ["pattern>^a$"], {"pattern": "^a$"}),
        (INT, ["minimum=1", "exclusiveMinimum"], {"minimum": 1, "exclusiveMinimum": True}),
        (INT, ["minimum=1", "exclusiveMinimum=false"], {"minimum": 1}),
        (FLOAT, ["multipleOf=0.5"], {"multipleOf": 0.5}),
        (STRING, ['enum=["a","b"]'], {"enum": ["a", "b"]}),
        (list_of(STRING), ["items:maxLength=3"], {"items": {"maxLength": 3}}),
        (map_of(STRING, INT), ["additionalProperties:minimum=3"], {"additionalProperties": {"minimum": 3}}),
        (STRUCT, ["properties:name:minLength=1"], {"properties": {"name": {"minLength": 1}}}),
        (STRING, ["unknown=1", "maxLength=ref(Most)"], {}),
        (
            STRUCT,
            [
                *('cel[0]:rule="self.name != \'\'"', 'cel[0]:message="no"'),
                *("cel[1]:rule> a &&", "cel[1]:rule> b", "cel[1]:message>x"),
            ],
            {
                "x-kubernetes-validations": [
                    {"rule": "self.name != ''", "message": "no"},
                    {"rule": "a &&\nb", "message": "x"},
                ]
            },
        ),
    ],
)  # fmt: skip
def test_they_say_keywords(kind, lines, said):
    assert read(kind, *lines) == said


@pytest.mark.parametrize(
    ("kind", "lines", "message"),
    [
        (STRING, ["maxLength=-1"], "invalid marker comments: maxLength cannot be negative"),
        (STRING, ["minLength=3", "maxLength=2"], "invalid marker comments: minLength 3 is greater than maxLength 2"),
        (INT, ["minimum=3", "maximum=2"], "minimum 3.000000 is greater than maximum 2.000000"),
        (INT, ["minimum=2", "maximum=2", "exclusiveMaximum"], "cannot be set when minimum == maximum"),
        (INT, ["multipleOf=0"], "multipleOf cannot be 0"),
        (INT, ["maxLength=3"], "maxLength can only be used on string types"),
        (STRING, ["minimum=3"], "minimum can only be used on numeric types"),
        (STRING, ["maxItems=3"], "maxItems can only be used on array types"),
        (STRING, ["maxProperties=3"], "maxProperties can only be used on map types"),
        (STRUCT, ["properties:colour:minLength=1"], 'property used in comment tag "colour" not found in struct v1.Sub'),
        (STRUCT, ["properties:name:minimum=1"], 'property "name": minimum can only be used on numeric types'),
        (STRING, ["maxLength=1", "maxLength=2"], "cannot have multiple values for key 'maxLength'"),
        (STRING, ["maxLength=a"], "failed to parse value for key maxLength as JSON"),
        (STRING, ['maxLength="a"'], "cannot unmarshal string into Go struct field commentTags.maxLength of type int64"),
        (STRING, ["=1"], "cannot have empty key for marker comment"),
        (STRING, ["max length=1"], "expected `+key=<json formatted value>` pattern"),
        (STRING, ["cel[1]:rule>a"], "non-consecutive index 1 for key 'cel'"),
        (STRING, ["cel[x]:rule>a"], "expected integer index in key 'cel[x]:rule'"),
        (STRING, ["cel[0]:rule>a"], "invalid CEL tag at index 0: message or messageExpression must be set"),
        (STRING, ["cel[0]:message>a"], "invalid CEL tag at index 0: rule cannot be empty"),
        (STRING, ["cel[0]:rule>a", "maxLength=1", "cel[0]:rule>b"], "to key 'cel[0]:rule' must be consecutive"),
        (STRING, ["pattern>("], 'invalid pattern "("'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_upstreams_words(kind, lines, message):
    with pytest.raises(ValidationMarkerError) as error:
        read(kind, *lines)
    assert message in str(error.value)
