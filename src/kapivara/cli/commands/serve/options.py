"""The options of `kapivara serve`, on the command line and in a project file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from kapivara.admission.catalog import PLUGINS
from kapivara.apis.machinery.server.feature_gates import (
    KNOWN_GATES,
    FeatureGateError,
    FeatureGates,
    FieldValidationStage,
    RolloutStage,
    parse_feature_gates,
)
from kapivara.authorization.modes import AuthorizationMode
from kapivara.cli.framework.command import Option, ProjectValue, in_trusted_file, section
from kapivara.cli.framework.errors import BadValueError, UsageError
from kapivara.cli.options.etcd import ACCESS_OPTIONS, URL_OPTION
from kapivara.cli.options.server import read_delay, read_seconds, timeout_option, webhook_service_option
from kapivara.cli.options.value_readers import read_count, read_file, read_folder, read_integer
from kapivara.controllers.catalog import CONTROLLERS
from kapivara.values.record import replace

if TYPE_CHECKING:
    from kapivara.server.audit.options import AuditOptions


AUDIT_OPTIONS = section(
    "Audit",
    Option(
        "--audit-policy-file",
        "The audit policy: a Policy of audit.k8s.io/v1 that selects the requests to log and their level.",
        metavar="FILE",
        read=read_file,
    ),
    Option(
        "--audit-log-path",
        "Write audit events to this file, one line of JSON each; `-` is standard output.",
        metavar="PATH",
    ),
    Option(
        "--audit-log-mode",
        "When events are written: `blocking` waits before it answers, `blocking-strict` also rejects requests whose "
        "RequestReceived event cannot be written.",
        choices=("batch", "blocking", "blocking-strict"),
        default="blocking",
    ),
    Option("--audit-log-format", "The format of audit events.", choices=("json",), default="json"),
    Option(
        "--audit-log-maxsize",
        "Rotate the audit log when it exceeds this many megabytes; 0 for no limit.",
        metavar="INTEGER",
        default="100",
        read=read_count,
    ),
    Option(
        "--audit-log-maxbackup",
        "Keep at most this many rotated files; 0 for all.",
        metavar="INTEGER",
        default="0",
        read=read_count,
    ),
    Option(
        "--audit-log-maxage",
        "Delete rotated files after this many days; 0 for never.",
        metavar="INTEGER",
        default="0",
        read=read_count,
    ),
    Option("--audit-log-compress", "Compress rotated files with gzip.", is_switch=True),
)


class AuditGiven(TypedDict):
    """The values given for these options."""

    audit_policy_file: Path | None
    audit_log_path: str | None
    audit_log_mode: str
    audit_log_format: str
    audit_log_maxsize: int
    audit_log_maxbackup: int
    audit_log_maxage: int
    audit_log_compress: bool


def audit_options(**given: Unpack[AuditGiven]) -> AuditOptions | None:
    """Returns the options of the audit log; None where auditing is off. Raises UsageError."""
    file, path = given["audit_policy_file"], given["audit_log_path"]
    if file is None and not path:
        return None
    if file is None or not path:
        raise UsageError("--audit-policy-file and --audit-log-path must be given together")
    from kapivara.server.audit.log_file import Rotation
    from kapivara.server.audit.options import AuditOptions
    from kapivara.server.audit.writing import AuditMode

    rotation = Rotation(
        given["audit_log_maxsize"],
        given["audit_log_maxbackup"],
        given["audit_log_maxage"],
        given["audit_log_compress"],
    )
    return AuditOptions(file, path, rotation, AuditMode(given["audit_log_mode"]))


def _read_gates(given: tuple[str, ...]) -> FeatureGates:
    try:
        return FeatureGates(parse_feature_gates(",".join(given)))
    except FeatureGateError as error:
        raise BadValueError(str(error)) from None


def _read_names(given: tuple[str, ...]) -> tuple[str, ...]:
    """Returns names from repeated values or lists with commas."""
    return tuple(name for text in given for each in text.split(",") if (name := each.strip()))


def _describe_gates() -> str:
    return ", ".join(f"{gate.name} (default {str(gate.default).lower()})" for gate in KNOWN_GATES.values())


_DECLARED = (
    Option(
        "--host",
        "The address to listen on. An address that other machines can reach requires TLS.",
        default="127.0.0.1",
    ),
    Option(
        "--port",
        "The port to listen on; 0 for any free port.",
        metavar="INTEGER",
        default="8001",
        read=read_integer,
    ),
    Option(
        "--workers",
        "The number of processes that serve requests, each on a processor of its own. More than one requires --etcd.",
        metavar="INTEGER",
        default="1",
        read=read_integer,
    ),
    Option(
        "--data",
        "Store the objects in this folder; acknowledged writes survive a crash.",
        metavar="DIR",
        read=read_folder,
        excludes=("memory",),
    ),
    Option("--memory", "Keep the objects in memory only, the default without --data.", is_switch=True),
    replace(URL_OPTION, excludes=("data", "memory")),
    *ACCESS_OPTIONS,
    Option("--anonymous", "Accept requests without a token.", is_switch=True, excludes=("token",)),
    Option(
        "--token",
        "The bearer token that requests must have; by default a random one.",
        environment="KAPIVARA_TOKEN",
        is_secret=True,
    ),
    Option(
        "--token-auth-file",
        'A file of tokens and users, one per line, as for kube-apiserver: token,user,uid,"group,...".',
        metavar="FILE",
        read=read_file,
    ),
    Option(
        "--service-account-signing-key-file",
        "The key that signs and verifies service account tokens: a P-256 key (PEM), created if it does not exist. By "
        "default it is stored in the folder of --data, or temporary. Servers over the same etcd need the same key.",
        metavar="FILE",
        read=read_file,
    ),
    Option(
        "--authorization-mode",
        "The authorizer: AlwaysAllow allows everything, RBAC what roles and role bindings allow. The server's own "
        "token may do everything.",
        choices=tuple(mode.value for mode in AuthorizationMode),
        default=AuthorizationMode.ALWAYS_ALLOW.value,
        read=AuthorizationMode,
    ),
    Option(
        "--tls",
        "Serve HTTPS with a certificate that the server creates; the default without --anonymous.",
        is_switch=True,
        excludes=("no-tls",),
    ),
    Option("--no-tls", "Serve plain HTTP; kubectl does not send tokens over it.", is_switch=True),
    Option(
        "--tls-cert",
        "Serve HTTPS with this certificate (PEM).",
        metavar="FILE",
        read=read_file,
        excludes=("no-tls",),
    ),
    Option("--tls-key", "The private key of --tls-cert (PEM).", metavar="FILE", read=read_file),
    Option(
        "--feature-gates",
        f"Feature gates to turn on or off; may be repeated. Known: {_describe_gates()}.",
        metavar="NAME=BOOL,...",
        multiple=True,
        read=_read_gates,
    ),
    Option(
        "--declarative-validation",
        "Which errors of declarative rules apply where a hand-written rule exists too: `levels` as in v1.37, or as "
        "in a stage of KEP-5073: `off` for none, `compare` for none but logged differences, `takeover` for all.",
        parameter="rollout_stage",
        choices=tuple(stage.value for stage in RolloutStage),
        default=RolloutStage.LEVELS.value,
        read=RolloutStage,
    ),
    Option(
        "--field-validation-stage",
        "`on`: clients choose by fieldValidation how unknown and duplicate fields are handled, as in v1.37; otherwise "
        "such fields are silently dropped, as before KEP-2885.",
        choices=tuple(stage.value for stage in FieldValidationStage),
        default=FieldValidationStage.ON.value,
        read=FieldValidationStage,
    ),
    webhook_service_option(),
    Option(
        "--enable-admission-plugins",
        "Admission plugins to enable besides the default ones; may be repeated.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    Option(
        "--disable-admission-plugins",
        f"Admission plugins to disable; may be repeated. Known: {', '.join(row.name for row in PLUGINS)}.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    timeout_option(),
    Option(
        "--max-requests-inflight",
        "The maximum number of concurrent requests that only read, without watches; 0 for no limit. Further requests "
        "get status 429. Requests of administrators do not count.",
        metavar="INTEGER",
        default="400",
        read=read_count,
    ),
    Option(
        "--max-mutating-requests-inflight",
        "The maximum number of concurrent requests that write; 0 for no limit.",
        metavar="INTEGER",
        default="200",
        read=read_count,
    ),
    Option(
        "--shutdown-delay-duration",
        "How long to serve on after a signal to stop, with /readyz failing, so that load balancers turn away first.",
        metavar="TIME",
        default="0s",
        read=read_delay,
    ),
    Option(
        "--crds",
        "Files and folders with CRDs to create before the server is ready; may be repeated.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--objects",
        "Files and folders with objects to create before the server is ready, CRDs and namespaces first. Existing "
        "objects are not changed. May be repeated.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--check-kinds",
        "Before the server is ready, load and try every built-in kind; if one fails, name it and exit. Takes about a "
        "second.",
        is_switch=True,
    ),
    Option("-v, --verbose", "Write a line for each request to standard error.", is_switch=True),
    Option("--log-format", "The format of --verbose.", choices=("text", "json"), default="text"),
    Option(
        "--kubeconfig",
        "The path of the kubeconfig to write; by default in the folder of --data, or a temporary file.",
        metavar="PATH",
        read=read_file,
    ),
    Option(
        "--controllers",
        "Controllers to run: `*` for all, `NAME` for one, `-NAME` for all except one, `-*` for none; may be repeated. "
        "By default all run. "
        f"Known: {', '.join(row.name for row in CONTROLLERS)}.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    Option(
        "--controller-delay",
        "How long controllers wait before they act on a write; 0s by default, with --anonymous 5s, so that tests see "
        "what the API server does alone.",
        metavar="TIME",
        read=read_delay,
    ),
    Option("--event-ttl", "How long events are stored.", metavar="TIME", default="1h", read=read_seconds),
    *AUDIT_OPTIONS,
)
OPTIONS = tuple(in_trusted_file(*_DECLARED))
"""All options may be set in a project file, most of them only in one that the user names."""
