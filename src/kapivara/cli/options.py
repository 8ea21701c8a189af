"""The options that several commands have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kapivara.cli.command import Option, ProjectValue, section
from kapivara.cli.parsing import did_you_mean
from kapivara.cli.usage_error import BadValueError
from kapivara.values.record import record
from kapivara.version import KUBERNETES

_USUAL_TIME, _USUAL_SECONDS = "60s", 60.0
NEWEST_VERSION: Final = KUBERNETES.removeprefix("v").rpartition(".")[0]


def output_option(*forms: str) -> Option:
    """Makes the option `-o` of a command that can print in several forms; the first is the usual one."""
    return Option("-o, --output", "How to print.", choices=forms, default=forms[0])


@record
class Output:
    """A report that is asked for: its form, and the file that it goes to; none for standard output."""

    form: str
    file: str = ""


FORMS: Final = ("text", "json", "sarif", "junit", "github", "gitlab", "tap")


def _read_outputs(given: tuple[str, ...]) -> tuple[Output, ...]:
    outputs = []
    for each in given or FORMS[:1]:
        form, _, file = each.partition("=")
        if form not in FORMS:
            forms = ", ".join(map(repr, FORMS))
            raise BadValueError(f"{form!r} is not one of {forms}.{did_you_mean(form, FORMS)}")
        outputs.append(Output(form, file))
    homeless = [each.form for each in outputs if not each.file]
    if len(homeless) > 1:
        raise BadValueError(f"{' and '.join(homeless)} cannot both be printed: give one a file, -o {homeless[-1]}=FILE")
    return tuple(outputs)


REPORT: Final = "Report"
"""The title of options that say what is printed, and where."""
REPORT_OPTIONS: Final = section(
    REPORT,
    Option(
        "-o, --output",
        f"How to print: {', '.join(FORMS)}; with =FILE into a file. May be given several times.",
        metavar="FORM[=FILE]",
        multiple=True,
        choices=FORMS,
        read=_read_outputs,
        project=ProjectValue.NAMED_PATH,
    ),
    Option("--output-file", "Write the report that has no file of its own there.", metavar="FILE"),
)
"""The options of commands whose reports other tools read."""


def kind_names() -> Iterable[str]:
    """Lists the kinds that are built in."""
    from kapivara.apis.catalog import CATALOG  # for shells that ask

    return sorted({row.kind for row in CATALOG})


def kubernetes_version_option() -> Option:
    """Makes the option that says which version of Kubernetes judges definitions and their rules."""
    return Option(
        "--kubernetes-version",
        "The version that judges definitions and their rules, 1.30 or newer: which functions rules may use, which "
        "formats count, which fields definitions have.",
        metavar="VERSION",
        default=NEWEST_VERSION,
        read=_read_kubernetes_version,
        project=ProjectValue.TEXT,
    )


def _read_kubernetes_version(given: str) -> str:
    if given != NEWEST_VERSION:
        from kapivara.schema.server_version import UnknownVersionError, parse_server_version

        try:
            return str(parse_server_version(given))
        except UnknownVersionError as problem:
            raise BadValueError(f"{problem}.") from None
    return given


def feature_gates_option() -> Option:
    """Makes the option that turns on what no server has, for commands that judge as a server does."""
    return Option(
        "--feature-gates",
        "Features to turn on that v1.37 does not have, as of serve: DeclarativeValidationCELLibraries=true and others. "
        "May be given several times.",
        metavar="NAME=BOOL,...",
        multiple=True,
        read=_read_gates,
        project=ProjectValue.TEXT,
    )


def _read_gates(given: tuple[str, ...]) -> dict[str, bool]:
    if not given:
        return {}
    from kapivara.apis.feature_gates import FeatureGateError, FeatureGates, parse_feature_gates

    try:
        switched = parse_feature_gates(",".join(given))
        FeatureGates(switched)
    except FeatureGateError as error:
        raise BadValueError(str(error)) from None
    return switched


def webhook_service_option() -> Option:
    """Makes the option that says where the services listen that webhooks are behind."""
    return Option(
        "--webhook-service",
        "Where a service listens that conversion webhooks are behind, for there is no network of a cluster; it is "
        "asked under its name, NAME.NAMESPACE.svc. May be given several times.",
        metavar="NAMESPACE/NAME[:PORT]=HOST:PORT",
        multiple=True,
        read=_read_services,
    )


def _read_services(given: tuple[str, ...]) -> dict[str, str]:
    services = {service: where for service, _, where in (each.partition("=") for each in given)}
    if services:
        from kapivara.webhooks.services import ServiceAddressError, read_service_addresses

        try:
            read_service_addresses(services)
        except ServiceAddressError as error:
            raise BadValueError(f"{error}.") from None
    return services


def timeout_option() -> Option:
    """Makes the option that says how long a request may take, in seconds as a number or as a duration of Go's."""
    return Option(
        "--request-timeout",
        "How long a request may take; the server then answers that it did not complete.",
        metavar="TIME",
        default=_USUAL_TIME,
        read=read_seconds,
        project=ProjectValue.TEXT,
    )


def read_seconds(given: str) -> float:
    """Reads a time, in seconds as a number or as a duration of Go's."""
    seconds = _USUAL_SECONDS if given == _USUAL_TIME else read_delay(given)
    if not seconds:
        raise _no_time(given)
    return seconds


def read_delay(given: str) -> float:
    """Reads a time that may be none at all."""
    from kapivara.content.go_durations import parse_go_duration

    nanoseconds = parse_go_duration(f"{given}s" if given.isdecimal() else given)
    if nanoseconds is None or nanoseconds < 0:
        raise _no_time(given)
    return nanoseconds / 1e9


def _no_time(given: str) -> BadValueError:
    return BadValueError(f"{given!r} is no time such as 30, 30s or 1m30s")


def document_access_options() -> tuple[Option, ...]:
    """Makes the options that tell servers of documents who we are."""
    return (
        Option(
            "--token",
            "The bearer token for servers that --openapi names; who sees this machine's processes sees it, unlike that "
            "of --token-file.",
            is_secret=True,
            read=read_token,
            excludes=("token-file",),
        ),
        Option(
            "--token-file",
            "The file with the bearer token for servers that --openapi names.",
            metavar="FILE",
        ),
        Option(
            "--certificate-authority",
            "Trust servers that --openapi names where this authority (PEM) has signed their certificates.",
            metavar="FILE",
        ),
        Option(
            "--client-certificate",
            "The certificate (PEM) to show to servers that --openapi names.",
            metavar="FILE",
        ),
        Option("--client-key", "The key that goes with --client-certificate (PEM).", metavar="FILE"),
        Option(
            "--kubeconfig",
            "The kubeconfig that tells who we are to the server of its context, which --openapi names, and whether to "
            "trust it.",
            metavar="FILE",
        ),
        Option(
            "--context",
            "The context of the kubeconfig; without --kubeconfig, of $KUBECONFIG or ~/.kube/config.",
            metavar="NAME",
        ),
    )


def read_token(text: str) -> str:
    """Takes what can stand in a header; what cannot is not shown."""
    from kapivara.openapi.access import clean_token  # most runs need none

    token = clean_token(text)
    if not token:
        raise BadValueError("it is no token.")
    return token
