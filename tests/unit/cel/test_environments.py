"""The server's environment has exactly the server's functions."""

import pytest

from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.errors import CelIssuesError

SERVER = kubernetes_env()

PRESENT = {
    "strings": "'a'.upperAscii() == strings.quote('a') || '%s'.format([1]) == '' || ['a'].join() == ''",
    "lists": "[1].sum() + [1].min() > 0 && [1].isSorted() && [1].indexOf(1) == 0",
    "newer lists": "[2, 1].sort() == [1, 2].sortBy(x, -x) && [lists.range(2).reverse().distinct()].flatten() == []",
    "sets": "sets.contains([1], [1])",
    "regex": "'a'.find('a') == 'a' && 'a'.findAll('a') == []",
    "url": "url('a').getHost() == '' && isURL('a')",
    "ip": "ip('::1').family() == 6 && cidr('::/0').containsIP('::1')",
    "quantity": "quantity('1').add(1).isGreaterThan(quantity('2'))",
    "semver": "semver('1.0.0').major() == 1 && isSemver('v1.0', true)",
    "named formats": "format.dns1123Label().validate('a').hasValue() && format.named('uri').hasValue()",
    "optionals": "optional.of(1).orValue(2) == 1 && [1][?0].hasValue() && {}.?a.optMap(x, x).hasValue()",
    "newer optionals": "[1].first() == [1].last() && [optional.of(1)].unwrapOpt() == [1]",
    "two variables": "[1].all(i, v, v > i) && {'a': 1}.transformMap(k, v, v) == {}",
    "cross-type comparison": "1 < 2.0 && 1u >= 0",
    "messages": "google.protobuf.Int64Value{value: 1} == 1 && google.protobuf.Empty{} == google.protobuf.Empty{}",
    "types": "[type(ip('::1')) == net.IP, type(1) == int].all(x, x)",
}


@pytest.mark.parametrize("text", PRESENT.values(), ids=PRESENT.keys())
def test_present(text: str) -> None:
    """The server of 1.37 accepts such new expressions."""
    assert str(SERVER.compile(text).result_type) == "bool"


ABSENT = {
    "bind": "cel.bind(x, 1, x == 1)",
    "math": "math.greatest(1, 2) == 2",
    "encoders": "base64.encode(b'a') == ''",
    "string reverse": "'ab'.reverse() == 'ba'",
    "includes": "[1].includes(1)",
    "regex extension": "regex.replace('a', 'a', 'b') == 'b'",
    "authorizer": "authorizer.path('/').check('get').allowed()",
    "name of a quantity's type": "type(quantity('1')) == kubernetes.Quantity",
}


@pytest.mark.parametrize("text", ABSENT.values(), ids=ABSENT.keys())
def test_absent(text: str) -> None:
    """The server of 1.37 does not know these in new expressions."""
    with pytest.raises(CelIssuesError, match=r"undeclared reference|found no matching overload"):
        SERVER.compile(text)


SINCE = {
    "optionals": ((1, 28), "optional.of(1).hasValue()"),
    "quantities": ((1, 28), "isQuantity('1')"),
    "join": ((1, 29), "'%s'.format([1]) == ''"),
    "sets": ((1, 29), "sets.contains([1], [1])"),
    "addresses": ((1, 30), "isIP('::1')"),
    "formats": ((1, 31), "format.named('uri').hasValue()"),
    "two variables": ((1, 32), "[1].all(i, v, true)"),
    "semver": ((1, 33), "isSemver('1.0.0')"),
    "sort": ((1, 34), "[1].sortBy(x, x) == []"),
    "includes": ((1, 37), "[1].includes(1)"),
}


@pytest.mark.parametrize(("version", "text"), SINCE.values(), ids=SINCE.keys())
def test_since(version: tuple[int, int], text: str) -> None:
    """A version has its own functions, the version before does not."""
    kubernetes_env(version).compile(text)
    with pytest.raises(CelIssuesError):
        kubernetes_env((version[0], version[1] - 1)).compile(text)


def test_names_of_the_authorizer_are_taken() -> None:
    """Its functions are declared, although no declared value has their types."""
    with pytest.raises(CelIssuesError, match=r"found no matching overload for 'check' applied to 'string\.\(string\)'"):
        SERVER.compile("'a'.check('b')")


def test_overloads_keep_the_order_of_the_libraries() -> None:
    """The server declares its own lists before the strings."""
    assert [each.id for each in SERVER.functions["indexOf"].overloads] == [
        "list_a_index_of_int",
        "string_index_of_string",
        "string_index_of_string_int",
    ]


STANDARD = {
    "bind": "cel.bind(x, 1, x == 1)",
    "math": "math.greatest(1, 2) == 2 && math.abs(-1) == 1",
    "encoders": "base64.encode(b'a') == 'YQ=='",
    "reverse": "'ab'.reverse() == 'ba'",
    "mixed lists": "[1, 'a'].size() == 2",
    "server's libraries": "quantity('1').isLessThan(quantity('2')) && ip('::1').isLoopback()",
}


@pytest.mark.parametrize("text", STANDARD.values(), ids=STANDARD.keys())
def test_standard(text: str) -> None:
    """The standard environment has all functions."""
    assert str(standard_env().compile(text).result_type) == "bool"


def test_environments_are_made_once() -> None:
    """Each call returns the same environment."""
    assert kubernetes_env((1, 36)) is kubernetes_env((1, 36))
    assert standard_env() is standard_env()
