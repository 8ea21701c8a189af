"""The grammar of the language, rule by rule.

Rules are written in EBNF: alternatives with `|`, groups with `?`, `*`, `+`, tokens in quotes or in capitals, other
rules by name. `name=` stores a match as a part of the phrase, `name+=` collects several. An alternative may begin with
`#Name`, the kind of its phrase. Left-recursive rules are written as their first part and their suffixes, each with its
precedence; `calc[2]` includes only suffixes of at least that precedence.
Upstream: cel-go parser/gen/CEL.g4.
"""

from __future__ import annotations

from kapivara.values.record import record


@record(eq=False)
class LeftRecursive:
    """A rule `first (suffix)*`; `left` is the name of the part with the phrase before a suffix."""

    first: str
    left: str
    suffixes: tuple[tuple[int, str], ...]


RULES: dict[str, str | LeftRecursive] = {
    "start": "e=expr EOF",
    "expr": "e=conditionalOr (op='?' e1=conditionalOr ':' e2=expr)?",
    "conditionalOr": "e=conditionalAnd (ops+='||' e1+=conditionalAnd)*",
    "conditionalAnd": "e=relation (ops+='&&' e1+=relation)*",
    "relation": LeftRecursive("calc=calc", "left", ((1, "op=('<'|'<='|'>='|'>'|'=='|'!='|'in') right=relation[2]"),)),
    "calc": LeftRecursive(
        "unary=unary", "left", ((2, "op=('*'|'/'|'%') right=calc[3]"), (1, "op=('+'|'-') right=calc[2]"))
    ),
    "unary": "#MemberExpr member=member | #LogicalNot (ops+='!')+ member=member | #Negate (ops+='-')+ member=member",
    "member": LeftRecursive(
        "#PrimaryExpr primary=primary",
        "member",
        (
            (3, "#Select op='.' (opt='?')? id=escapeIdent"),
            (2, "#MemberCall op='.' id=IDENTIFIER open='(' (args=exprList)? ')'"),
            (1, "#Index op='[' (opt='?')? index=expr ']'"),
        ),
    ),
    "primary": """
        #Ident (leadingDot='.')? id=IDENTIFIER
        | #GlobalCall (leadingDot='.')? id=IDENTIFIER op='(' (args=exprList)? ')'
        | #Nested '(' e=expr ')'
        | #CreateList op='[' (elems=listInit)? (',')? ']'
        | #CreateStruct op='{' (entries=mapInitializerList)? (',')? '}'
        | #CreateMessage (leadingDot='.')? ids+=IDENTIFIER (ops+='.' ids+=IDENTIFIER)*
          op='{' (entries=fieldInitializerList)? (',')? '}'
        | #ConstantLiteral literal=literal
        """,
    "exprList": "e+=expr (',' e+=expr)*",
    "listInit": "elems+=optExpr (',' elems+=optExpr)*",
    "fieldInitializerList": "fields+=optField cols+=':' values+=expr (',' fields+=optField cols+=':' values+=expr)*",
    "optField": "(opt='?')? escapeIdent=escapeIdent",
    "mapInitializerList": "keys+=optExpr cols+=':' values+=expr (',' keys+=optExpr cols+=':' values+=expr)*",
    "escapeIdent": "#SimpleIdentifier id=IDENTIFIER | #EscapedIdentifier id=ESC_IDENTIFIER",
    "optExpr": "(opt='?')? e=expr",
    "literal": """
        #Int (sign='-')? tok=NUM_INT | #Uint tok=NUM_UINT | #Double (sign='-')? tok=NUM_FLOAT | #String tok=STRING
        | #Bytes tok=BYTES | #BoolTrue tok='true' | #BoolFalse tok='false' | #Null tok='null'
        """,
}

SYMBOLS = (
    *("==", "!=", "in", "<", "<=", ">=", ">", "&&", "||"),
    *("[", "]", "{", "}", "(", ")", ".", ",", "-", "!", "?", ":", "+", "*", "/", "%"),
    *("true", "false", "null"),
)
"""The tokens with one spelling, in the order in which messages list them; the others follow."""

NAMED_TOKENS = ("NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES", "IDENTIFIER", "ESC_IDENTIFIER")
