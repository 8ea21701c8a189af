"""Values that the fields of message literals accept; outcomes were recorded from cel-go with the server's options."""

import re

import pytest

from kapivara.cel import types
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import CelError
from kapivara.cel.program import Program

ENV = kubernetes_env().extend(variables={"ints": types.list_of(types.INT)})
MESSAGE = re.compile(r"\b([A-Z]\w+)(?=\{)")

HOLDING = [
    "BytesValue{value: dyn([1u, 2u])} == b'\\x01\\x02'",
    "FloatValue{value: 1e300} > 1.0",
    "StringValue{value: dyn(optional.of('a'))} == 'a'",
    "StringValue{value: dyn(ip('1.1.1.1'))} == '1.1.1.1'",
    "StringValue{value: dyn(quantity('1500m'))} == '1500m'",
    "Duration{seconds: 9223372036854775807} == duration('9223372036854775807ns')",
    "Timestamp{seconds: 9223372036854775807} < timestamp(0)",
    "Struct{fields: {'a': b'x'}} == {'a': 'eA=='}",
    "Struct{fields: {'a': timestamp(0)}} == {'a': '1970-01-01T00:00:00Z'}",
    "Struct{fields: {'a': duration('90s')}} == {'a': '90s'}",
    "Struct{fields: {'a': 9007199254740992}} == {'a': '9007199254740992'}",
    "Struct{fields: {'a': [5u, 6u]}} == {'a': [5.0, 6.0]}",
    "Struct{fields: {'a': {'b': [null]}}} == {'a': {'b': [null]}}",
    "ListValue{values: ints} == [1.0, 2.0, 3.0, 4.0, 5.0]",
    "Value{list_value: [1, 2]} == [1.0, 2.0]",
    "Value{null_value: 5} == null",
    "Value{} == null",
    "Empty{} == Empty{}",
]
UNFIT = [
    ("Int64Value{value: dyn('a')}", "unsupported native conversion from string to 'int64'"),
    ("Int64Value{value: dyn(null)}", "type conversion error from 'null_type' to 'int64'"),
    ("Int64Value{value: dyn(1u)}", "unsupported type conversion from 'uint' to int64"),
    ("UInt64Value{value: dyn(1)}", "unsupported type conversion from 'int' to uint64"),
    ("StringValue{value: dyn(1)}", "unsupported type conversion from 'int' to string"),
    ("BoolValue{value: dyn(1.5)}", "type conversion error from Double to 'bool'"),
    ("BytesValue{value: dyn('a')}", "unsupported native conversion from string to '[]uint8'"),
    ("BytesValue{value: dyn([256u])}", "unsigned integer overflow"),
    ("BytesValue{value: dyn([1])}", "unsupported type conversion from 'int' to uint8"),
    ("FloatValue{value: dyn(b'a')}", "type conversion error from Bytes to 'float32'"),
    ("StringValue{value: dyn([1])}", "type conversion error from list to 'string'"),
    ("StringValue{value: dyn({'a': 1})}", "type conversion error from map to 'string'"),
    ("StringValue{value: dyn(timestamp(0))}", "type conversion error from 'Timestamp' to 'string'"),
    ("StringValue{value: dyn(duration('1s'))}", "type conversion error from 'Duration' to 'string'"),
    ("StringValue{value: dyn(int)}", "type conversion not supported for 'type'"),
    ("StringValue{value: dyn(optional.none())}", "optional.none() dereference"),
    ("StringValue{value: dyn(format.named('uuid').value())}", "type conversion error from 'Format' to 'string'"),
    ("Int32Value{value: dyn(true)}", "type conversion error from bool to 'int32'"),
    ("Int32Value{value: 2147483648}", "integer overflow"),
    ("UInt32Value{value: 4294967296u}", "unsigned integer overflow"),
    ("Duration{nanos: 2147483648}", "integer overflow"),
    ("Struct{fields: {'a': int}}", "type conversion not supported for 'type'"),
    ("Struct{fields: {'a': ip('1.1.1.1')}}", "type conversion error from 'IP' to '*structpb.Value'"),
    ("Struct{fields: {'a': {true: 2}}}", "type conversion error from bool to 'string'"),
    ("Value{list_value: dyn(1)}", "unsupported type conversion from 'int' to *structpb.ListValue"),
    ("Value{struct_value: dyn([1])}", "type conversion error from list to '*structpb.Struct'"),
    ("Value{null_value: dyn('a')}", "unsupported native conversion from string to 'protoreflect.EnumNumber'"),
]
UNSUPPORTED = [
    ("Struct{fields: dyn(5)}", "unsupported field type for Struct.fields: int"),
    ("ListValue{values: dyn('a')}", "unsupported field type for ListValue.values: string"),
]


def evaluate(text: str) -> object:
    """Evaluates an expression in which messages have no package name."""
    checked = ENV.compile(MESSAGE.sub(r"google.protobuf.\1", text))
    return Program(ENV, checked).evaluate({"ints": [1, 2, 3, 4, 5]})


@pytest.mark.parametrize("text", HOLDING)
def test_values_that_fit(text: str) -> None:
    assert evaluate(text) is True


@pytest.mark.parametrize(("text", "why"), UNFIT)
def test_values_that_do_not(text: str, why: str) -> None:
    with pytest.raises(CelError) as caught:
        evaluate(text)
    message, field = re.split(r"[{:]", text)[:2]
    assert str(caught.value) == f"field type conversion error for google.protobuf.{message}.{field} value type: {why}"


@pytest.mark.parametrize(("text", "wanted"), UNSUPPORTED)
def test_what_is_no_container(text: str, wanted: str) -> None:
    with pytest.raises(CelError) as caught:
        evaluate(text)
    assert str(caught.value) == wanted.replace("for ", "for google.protobuf.")
