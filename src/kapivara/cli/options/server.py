"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kapivara.cli.framework.command import Option, ProjectValue, section
from kapivara.cli.framework.errors import BadValueError
from kapivara.cli.framework.parser import did_you_mean
from kapivara.values.record import record
from kapivara.version import KUBERNETES

_USUAL_TIME, _USUAL_SECONDS = "60s", 60.0
NEWEST_VERSION: Final = KUBERNETES.removeprefix("v").rpartition(".")[0]


def output_option(*forms: str) -> Option:
    """Returns the option `-o` of a command with several output formats; the first one is the default."""
    return Option("-o, --output", "The output format.", choices=forms, default=forms[0])


@record
class Output:
    """A requested report: its format, and the file to write it to; "" for standard output."""

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
        raise BadValueError(
            f"{' and '.join(homeless)} cannot both be printed: write one to a file, -o {homeless[-1]}=FILE"
        )
    return tuple(outputs)


REPORT: Final = "Report"
"""The section title of options about the report."""
REPORT_OPTIONS: Final = section(
    REPORT,
    Option(
        "-o, --output",
        f"The output format: {', '.join(FORMS)}; with =FILE written to a file. May be repeated.",
        metavar="FORM[=FILE]",
        multiple=True,
        choices=FORMS,
        read=_read_outputs,
        project=ProjectValue.NAMED_PATH,
    ),
    Option("--output-file", "Write the report to this file instead of standard output.", metavar="FILE"),
)
"""The options of commands with machine-readable reports."""


def kind_names() -> Iterable[str]:
    """Returns the names of all built-in kinds."""
    from kapivara.apis.catalog.rows import CATALOG  # for completion only

    return sorted({row.kind for row in CATALOG})


def kubernetes_version_option() -> Option:
    """Returns the option for the Kubernetes version that validates CRDs and their rules."""
    return Option(
        "--kubernetes-version",
        "Validate CRDs and their rules as this Kubernetes version, 1.30 or newer: it decides which functions of CEL, "
        "formats and fields of CRDs exist.",
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
    """Returns the option that enables features which no API server has."""
    return Option(
        "--feature-gates",
        "Enable features that v1.37 does not have, as for serve: DeclarativeValidationCELLibraries=true and others. "
        "May be repeated.",
        metavar="NAME=BOOL,...",
        multiple=True,
        read=_read_gates,
        project=ProjectValue.TEXT,
    )


def _read_gates(given: tuple[str, ...]) -> dict[str, bool]:
    if not given:
        return {}
    from kapivara.apis.machinery.server.feature_gates import FeatureGateError, FeatureGates, parse_feature_gates

    try:
        switched = parse_feature_gates(",".join(given))
        FeatureGates(switched)
    except FeatureGateError as error:
        raise BadValueError(str(error)) from None
    return switched


def webhook_service_option() -> Option:
    """Returns the option for the addresses of services that run webhooks."""
    return Option(
        "--webhook-service",
        "The address of a service that runs conversion webhooks, since there is no cluster network; its certificate "
        "must be for NAME.NAMESPACE.svc. May be repeated.",
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
    """Returns the option for the time limit of a request, in seconds or as a duration of Go."""
    return Option(
        "--request-timeout",
        "The time limit of a request; afterwards the server responds that it did not complete.",
        metavar="TIME",
        default=_USUAL_TIME,
        read=read_seconds,
        project=ProjectValue.TEXT,
    )


def read_seconds(given: str) -> float:
    """Returns a time in seconds, from a number of seconds or a duration of Go; raises BadValueError for 0."""
    seconds = _USUAL_SECONDS if given == _USUAL_TIME else read_delay(given)
    if not seconds:
        raise _no_time(given)
    return seconds


def read_delay(given: str) -> float:
    """Returns a time in seconds, which may be 0; raises BadValueError."""
    from kapivara.languages.go.durations import parse_go_duration

    nanoseconds = parse_go_duration(f"{given}s" if given.isdecimal() else given)
    if nanoseconds is None or nanoseconds < 0:
        raise _no_time(given)
    return nanoseconds / 1e9


def _no_time(given: str) -> BadValueError:
    return BadValueError(f"{given!r} is not a time such as 30, 30s or 1m30s")


def document_access_options() -> tuple[Option, ...]:
    """Returns the options for the credentials that servers of OpenAPI documents require."""
    return (
        Option(
            "--token",
            "The bearer token for servers that --openapi names; other users of this machine can see it in the list of "
            "processes: prefer --token-file.",
            is_secret=True,
            read=read_token,
            excludes=("token-file",),
        ),
        Option(
            "--token-file",
            "A file with the bearer token for servers that --openapi names.",
            metavar="FILE",
        ),
        Option(
            "--certificate-authority",
            "Trust servers that --openapi names if this authority (PEM) signed their certificates.",
            metavar="FILE",
        ),
        Option(
            "--client-certificate",
            "The client certificate (PEM) for servers that --openapi names.",
            metavar="FILE",
        ),
        Option("--client-key", "The private key of --client-certificate (PEM).", metavar="FILE"),
        Option(
            "--kubeconfig",
            "A kubeconfig with credentials and the certificate authority for the server of its context, which "
            "--openapi names.",
            metavar="FILE",
        ),
        Option(
            "--context",
            "The context of the kubeconfig; without --kubeconfig, of $KUBECONFIG or ~/.kube/config.",
            metavar="NAME",
        ),
    )


def read_token(text: str) -> str:
    """Returns a token without surrounding spaces; raises BadValueError, without the text, if it cannot be a header."""
    from kapivara.openapi.access.connection import clean_token  # most runs have no token

    token = clean_token(text)
    if not token:
        raise BadValueError("it is not a token.")
    return token
