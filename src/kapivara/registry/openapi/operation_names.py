"""The names of operations: ids for generated clients, tags that group them, and a description.

Upstream: apiserver/pkg/endpoints/openapi/openapi.go GetOperationIDAndTags, pkg/endpoints/installer.go (1.37).
"""

from __future__ import annotations

_VERBS = ("connect", "create", "delete", "get", "list", "patch", "read", "replace", "watch")
"""The verbs of operation names. Kept: a deletecollection is a delete of a collection."""


def operation_id(operation: str, path: str) -> str:
    """Returns the id of an operation: its verb, then the group and version of its path, then the rest."""
    verb = next(each for each in _VERBS if operation.startswith(each))
    parts = (*_group_version(path), operation.removeprefix(verb))
    return verb + "".join(_identifier(part, capital=True) for part in parts)


def operation_tag(path: str) -> str:
    """Returns the tag of the operations at a path: its group and version, or else the first part of the path."""
    parts = _group_version(path) or path.strip("/").split("/")[:1]
    return "_".join(_identifier(part) for part in parts)


def _group_version(path: str) -> list[str]:
    """Returns the group of a path, and the version if the path has one."""
    first, *parts = path.strip("/").split("/")
    if first == "api":
        return ["core", *parts[:1]]
    return [part.removesuffix(".k8s.io") for part in parts[:2]] if first == "apis" else []


def _identifier(text: str, *, capital: bool = False) -> str:
    """Returns a text in camel case as part of an identifier; invalid characters separate words."""
    made = []
    for position, letter in enumerate(text):
        if letter.isalpha() or letter == "_" or (position and letter.isdigit()):
            made.append(letter.upper() if capital else letter)
            capital = False
        else:
            capital = True
    return "".join(made)


def describe_operation(operation: str, kind: str, subresource: str) -> str:
    """Returns the description of an operation on objects of a kind."""
    below = f" {subresource} of" if subresource else ""
    match operation:
        case "list":
            return f"list objects of kind {kind}"
        case "deletecollection":
            return f"delete collection of {kind}"
        case "watch":
            return f"watch objects of kind {kind}, as list does where it is asked to watch"
        case "patch":
            return f"partially update{below} the specified {kind}"
        case "connect":
            return f"connect to{below} the specified {kind}"
        case "read" | "replace":
            return f"{operation}{below} the specified {kind}"
        case _:
            return f"{operation}{below}{_article(kind)}{kind}"


def _article(noun: str) -> str:
    """Returns the article for a noun, surrounded by spaces; nouns that look plural have none.

    Upstream: installer.go GetArticleForNoun.
    """
    if noun.endswith("s") and not noun.endswith("ss"):
        return " "
    return " an " if noun[0].lower() in "aeiou" else " a "
