"""Named formats: DNS labels, label values, URIs, dates and others, with the errors of invalid strings.

Upstream: k8s.io/apiserver/pkg/cel/library/format.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kapivara.cel.cost.library_table import VALIDATE
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.library.kubernetes.urls import url_complaint
from kapivara.cel.types import STRING, list_of, object_type, optional_of
from kapivara.cel.values.optional_value import NONE, OptionalValue
from kapivara.values.record import record

FORMAT_TYPE = object_type("kubernetes.NamedFormat")
_MESSAGES = optional_of(list_of(STRING))


@record(eq=False)
class NamedFormat:
    """A format as a value: its name, its check, and the length of an equivalent regular expression.

    That length is the cost of a check.
    """

    name: str
    check: Callable[[str], list[str]]
    regex_size: int

    cel_type = FORMAT_TYPE
    go_class = "cel.Format"
    cel_key = "none"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NamedFormat):
            raise CelError("no such overload")
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


def _name_check(function_name: str, prefix: bool = False) -> Callable[[str], list[str]]:
    def check(text: str) -> list[str]:
        from kapivara.content import names

        found: list[str] = getattr(names, function_name)(text, prefix)
        return found

    return check


def _label_check(function_name: str) -> Callable[[str], list[str]]:
    def check(text: str) -> list[str]:
        from kapivara.content import names

        found: list[str] = getattr(names, function_name)(text)
        return found

    return check


def _is_uri(text: str) -> list[str]:
    complaint = url_complaint(text)
    return [] if complaint is None else [complaint]


def _format_check(name: str, message: str) -> Callable[[str], list[str]]:
    def check(text: str) -> list[str]:
        from kapivara.content.formats import FORMATS

        return [] if FORMATS[name](text) else [message]

    return check


NAMED_FORMATS: dict[str, NamedFormat] = {
    "dns1123Label": NamedFormat("DNS1123Label", _name_check("name_is_dns_label"), 30),
    "dns1123Subdomain": NamedFormat("DNS1123Subdomain", _name_check("name_is_dns_subdomain"), 60),
    "dns1035Label": NamedFormat("DNS1035Label", _name_check("name_is_dns1035_label"), 30),
    "qualifiedName": NamedFormat("QualifiedName", _label_check("is_label_key"), 60),
    "dns1123LabelPrefix": NamedFormat("DNS1123LabelPrefix", _name_check("name_is_dns_label", True), 30),
    "dns1123SubdomainPrefix": NamedFormat("DNS1123SubdomainPrefix", _name_check("name_is_dns_subdomain", True), 60),
    "dns1035LabelPrefix": NamedFormat("DNS1035LabelPrefix", _name_check("name_is_dns1035_label", True), 30),
    "labelValue": NamedFormat("LabelValue", _label_check("is_label_value"), 40),
    "uri": NamedFormat("URI", _is_uri, 1103),
    "uuid": NamedFormat("uuid", _format_check("uuid", "does not match the UUID format"), 70),
    "byte": NamedFormat("byte", _format_check("byte", "invalid base64"), 84),
    "date": NamedFormat("date", _format_check("date", "invalid date"), 71),
    "datetime": NamedFormat("datetime", _format_check("datetime", "invalid datetime"), 71),
}


def _validate(format_: NamedFormat, text: str) -> OptionalValue:
    messages = format_.check(text)
    return OptionalValue(messages) if messages else NONE


def _named(name: str) -> OptionalValue:
    found = NAMED_FORMATS.get(name)
    return NONE if found is None else OptionalValue(found)


def _constant(value: NamedFormat) -> NamedFormat:
    return value


FORMAT = library(
    function(
        "validate",
        Overload(
            "format-validate", (FORMAT_TYPE, STRING), _MESSAGES, _validate, member=True, fails=False, cost=VALIDATE
        ),
        doc="The violations of a format by a string: a list of messages, or none where the string is valid.",
        examples=(
            ("format.dns1123Label().validate('my-label').hasValue()", "false"),
            ("format.date().validate('yesterday').value()", "['invalid date']"),
        ),
    ),
    function(
        "format.named",
        Overload("format-named", (STRING,), optional_of(FORMAT_TYPE), _named, fails=False),
        doc="The format of a name, if there is one.",
        examples=(("format.named('nope').hasValue()", "false"),),
    ),
    *(
        function(
            f"format.{name}",
            Overload(f"format.{name}", (), FORMAT_TYPE, partial(_constant, value), fails=False),
            doc=f"The format {name}.",
        )
        for name, value in NAMED_FORMATS.items()
    ),
    since=(1, 31),
)
