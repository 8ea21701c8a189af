"""CEL expressions over `self`: from a grammar that mostly ignores types, and some that use much time or memory."""

from __future__ import annotations

from random import Random

from bench.hostile_inputs.patterns import pattern

LEAVES = (
    *("self", "self.a", "self.b", "self.items", "self.text", "self.map", "oldSelf", "self.missing", "x", "y", "true"),
    "false",
    *("null", "0", "1", "-1", "9223372036854775807", "1.5", "1u", "''", "'a'", "b'a'", "[]", "{}", "[1, 2]"),
    *("{'a': 1}", "dyn(1)"),
    *("duration('1h')", "timestamp('2020-01-01T00:00:00Z')", "'x'.split('')", "self.text + self.text", "type(self)"),
    "int",
    *("quantity('1Ki')", "ip('::1')", "cidr('10.0.0.0/8')", "semver('1.2.3')", "optional.none()", "optional.of(1)"),
    "1e308 * 10.0",
)
BINARY = ("&&", "||", "==", "!=", "<", "<=", ">", "+", "-", "*", "/", "%", "in")
CALLS = (
    *("size({a})", "string({a})", "int({a})", "double({a})", "bytes({a})", "uint({a})", "dyn({a})", "type({a})"),
    "duration({a})",
    *("timestamp({a})", "bool({a})", "has(self.a)", "has({a}.b)", "{a}.size()", "{a}.startsWith({b})"),
    "{a}.contains({b})",
    *("{a}.matches({b})", "{a}.find({b})", "{a}.findAll({b})", "{a}.findAll({b}, 3)", "{a}.split({b})"),
    "{a}.join({b})",
    *("{a}.replace({b}, {c})", "{a}.substring({b})", "{a}.substring({b}, {c})", "{a}.charAt({b})", "{a}.indexOf({b})"),
    *("{a}.lowerAscii()", "{a}.upperAscii()", "{a}.trim()", "{a}.format([{b}])", "{a}.format([{b}, {c}])"),
    "{a}.reverse()",
    *("url({a})", "isURL({a})", "ip({a})", "isIP({a})", "cidr({a}).containsIP({b})", "quantity({a}).add({b})"),
    "isQuantity({a})",
    *("semver({a})", "isSemver({a}, true)", "format.dns1123Label().validate({a})", "{a}.isSorted()", "{a}.sum()"),
    "{a}.min()",
    *("{a}.indexOf({b})", "{a}.lastIndexOf({b})", "sets.contains({a}, {b})", "sets.intersects({a}, {b})"),
    "sets.equivalent({a}, {b})",
    *("{a}.?b", "{a}[?{b}]", "{a}.orValue({b})", "{a}.optMap(v, {b})", "{a}.hasValue()", "{a}[{b}]", "{a}.b"),
    "[{a}, {b}]",
    *("{{{a}: {b}}}", "{{'k': {a}, 'l': {b}}}", "[?{a}]", "{a} ? {b} : {c}", "!{a}", "-{a}", "({a})"),
    "{a}.getFullYear()",
    *("{a}.getHours('Europe/Berlin')", "lists.range({a})", "{a}.flatten()", "{a}.distinct()", "{a}.slice({b}, {c})"),
    "{a}.sort()",
    *("math.greatest({a}, {b})", "math.bitAnd({a}, {b})", "base64.encode({a})", "base64.decode({a})"),
    "strings.quote({a})",
    *("regex.replace({a}, {b}, {c})", "regex.extract({a}, {b})", "regex.extractAll({a}, {b})"),
    "cel.bind(v, {a}, v + v)",
)
MACROS = (
    *("{a}.all(x, {b})", "{a}.exists(x, {b})", "{a}.exists_one(x, {b})", "{a}.map(x, {b})", "{a}.map(x, {b}, {c})"),
    *("{a}.filter(x, {b})", "{a}.all(x, y, {b})", "{a}.transformList(x, y, {b})", "{a}.transformMap(x, y, {b})"),
    *("{a}.sortBy(x, {b})", "{a}.existsOne(x, y, {b})"),
)
HUNGRY = (
    "self.text.replace('', self.text).replace('', self.text).size() > 0",
    "self.items.all(x, isURL('http://' + self.text.replace('', self.text)))",
    "[self.items].map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x)[0].size() >= 0",
    "self.text.findAll('').size() >= 0",
    "self.items.all(x, self.items.all(y, self.items.all(x, true)))",
    "self.items.map(x, self.text).join(self.text).size() >= 0",
    "cel.bind(a, self.text + self.text, cel.bind(b, a + a, cel.bind(c, b + b, c + c))).size() >= 0",
    "'%s%s%s'.format([self.text, self.text, self.text]).size() >= 0",
    "lists.range(1000000).size() > 0",
    "duration(self.text) > duration('1s')",
    "self.text.matches('^[ab]*a[ab]{500}$')",
    "self.text.split('').join(',').split(',').size() >= 0",
    "self.items.map(x, self.items.map(y, self.items))[0] == []",
    "(" * 200 + "true" + ")" * 200,
    "!" * 300 + "true",
    " + ".join(["1"] * 400) + " > 0",
    "[" * 40 + "]" * 40 + " != []",
    "self.text" + ".lowerAscii()" * 300 + " == ''",
    "true" + " || true" * 1000,
    "'" + "x" * 20_000 + "' != self.text",
    "self.text + '" + "\\U0001F9AB" * 500 + "' != ''",
)


def expression(random: Random) -> str:
    """Returns an expression; most have a type error, which the checker must report."""
    if random.random() < 0.15:
        return random.choice(HUNGRY)
    body = _part(random, random.randrange(1, 5))
    return body if random.random() < 0.3 else f"{body} {random.choice(('==', '!=', '<'))} {_part(random, 1)}"


def small_expression(random: Random) -> str:
    """Returns a short expression that is not meant to be slow."""
    body = _part(random, random.choice((1, 1, 2)))
    return (
        body if random.random() < 0.5 else f"{body} {random.choice(('==', '!=', '<', '&&', 'in'))} {_part(random, 1)}"
    )


def _part(random: Random, depth: int) -> str:
    chance = random.random()
    if depth == 0 or chance < 0.2:
        return _literal(random) if chance < 0.05 else random.choice(LEAVES)
    parts = {name: _part(random, depth - 1) for name in "abc"}
    if chance < 0.4:
        return f"({parts['a']} {random.choice(BINARY)} {parts['b']})"
    return random.choice(MACROS if chance < 0.6 else CALLS).format(**parts)


def _literal(random: Random) -> str:
    return "r'" + pattern(random).replace("'", "").replace("\n", "").rstrip("\\") + "'"
