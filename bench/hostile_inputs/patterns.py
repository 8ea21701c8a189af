"""Regular expressions: valid, invalid, large, and slow in other engines."""

from __future__ import annotations

from random import Random

ATOMS = (
    *("a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\pL", r"\p{Greek}", r"[[:alpha:]]", r"\x{10FFFF}", "é", r"\Q+*\E"),
    *(r"[\pL\pN]", r"\S", r"\b", "^", "$", r"\A", r"\z", "(?:a|b)", "(a)", "(?i:k)", "(?P<n>a)", r"\.", "ſ"),
    "[a-z0-9]",
)
REPEATS = ("", "", "", "*", "+", "?", "*?", "{0}", "{2}", "{3,}", "{1,5}", "{0,63}", "{1000}", "{999,1000}")
ODD = (
    *("(", ")", "[", "a{1001}", "(?=a)", r"\1", "(?<n>a)", "a**", "a++", "[b-a]", r"\C", r"\p{X}", "(?", "{"),
    *("a{2,1}", r"\8"),
    *("(a*)*b", "(a|a)*b", "^[ab]*a[ab]{500}$", "(?i)[\\pL\\pN]{1000}", "((a{100}){100}){10}", "(x{10}){10}" * 3),
    "(" * 900 + ")" * 900,
    *("(?:a?){50}a{50}", "[[:word:]-z]", "a|" * 1000, "\\", "\x00", "(?s).", "(?U)a+", "[" + "a-b" * 500 + "]"),
    "(?i)" + "ſK" * 100,
)


def pattern(random: Random) -> str:
    """Returns a pattern: mostly one that compiles."""
    if random.random() < 0.25:
        return random.choice(ODD)
    parts = [random.choice(ATOMS) + random.choice(REPEATS) for _ in range(random.randrange(1, 6))]
    joined = random.choice(("", "|")).join(parts)
    return random.choice(("{}", "^{}$", "^({})*$", "(?i){}", "({}){{2}}")).format(joined)


def matching(random: Random) -> str:
    """Returns an expression that searches for a pattern in a text."""
    made = pattern(random).replace("\\", "\\\\").replace('"', '\\"').replace("\x00", "\\x00")
    return random.choice(('self.text.matches("{}")', 'self.text.find("{}")', 'self.text.findAll("{}").size()')).replace(
        "{}", made
    )
