"""The options of `kapivara serve`, on the command line and in a project file."""

from __future__ import annotations

from kapivara.admission.catalog import PLUGINS
from kapivara.apis.feature_gates import (
    KNOWN_GATES,
    FeatureGateError,
    FeatureGates,
    FieldValidationStage,
    RolloutStage,
    parse_feature_gates,
)
from kapivara.authorization.modes import AuthorizationMode
from kapivara.cli.audit_options import AUDIT_OPTIONS
from kapivara.cli.command import Option, ProjectValue, in_trusted_file
from kapivara.cli.etcd_options import ACCESS_OPTIONS, URL_OPTION
from kapivara.cli.options import read_delay, read_seconds, timeout_option, webhook_service_option
from kapivara.cli.usage_error import BadValueError
from kapivara.cli.value_readers import read_count, read_file, read_folder, read_integer
from kapivara.controllers.catalog import CONTROLLERS
from kapivara.values.record import replace


def _read_gates(given: tuple[str, ...]) -> FeatureGates:
    try:
        return FeatureGates(parse_feature_gates(",".join(given)))
    except FeatureGateError as error:
        raise BadValueError(str(error)) from None


def _read_names(given: tuple[str, ...]) -> tuple[str, ...]:
    """Reads names that are given one by one, or with commas between them."""
    return tuple(name for text in given for each in text.split(",") if (name := each.strip()))


def _describe_gates() -> str:
    return ", ".join(f"{gate.name} (default {str(gate.default).lower()})" for gate in KNOWN_GATES.values())


_DECLARED = (
    Option(
        "--host",
        "The address to listen on. One that other machines can reach needs TLS.",
        default="127.0.0.1",
    ),
    Option(
        "--port",
        "The port to listen on; 0 takes one that is free.",
        metavar="INTEGER",
        default="8001",
        read=read_integer,
    ),
    Option(
        "--workers",
        "The number of processes that answer requests; each can use a whole processor. More than one needs --etcd.",
        metavar="INTEGER",
        default="1",
        read=read_integer,
    ),
    Option(
        "--data",
        "Keep the objects in this folder; what was acknowledged survives a kill.",
        metavar="DIR",
        read=read_folder,
        excludes=("memory",),
    ),
    Option("--memory", "Keep the objects in memory only, as without --data.", is_switch=True),
    replace(URL_OPTION, excludes=("data", "memory")),
    *ACCESS_OPTIONS,
    Option("--anonymous", "Answer requests without a token.", is_switch=True, excludes=("token",)),
    Option(
        "--token",
        "The bearer token that requests must carry; without it one is made up.",
        environment="KAPIVARA_TOKEN",
        is_secret=True,
    ),
    Option(
        "--token-auth-file",
        'A file of users with their tokens, a line for each, as kube-apiserver reads it: token,user,uid,"group,...".',
        metavar="FILE",
        read=read_file,
    ),
    Option(
        "--service-account-signing-key-file",
        "The key by which tokens of service accounts are signed and known: of the curve P-256 (PEM), made where it is "
        "missing. Without it one is kept in the folder of --data, or made up. Servers over one etcd need the same.",
        metavar="FILE",
        read=read_file,
    ),
    Option(
        "--authorization-mode",
        "Who may do what: everybody everything, or what roles and their bindings say. Whoever bears the server's own "
        "token may do everything.",
        choices=tuple(mode.value for mode in AuthorizationMode),
        default=AuthorizationMode.ALWAYS_ALLOW.value,
        read=AuthorizationMode,
    ),
    Option(
        "--tls",
        "Serve HTTPS with a certificate made for this server, as by default; with --anonymous only if asked for.",
        is_switch=True,
        excludes=("no-tls",),
    ),
    Option("--no-tls", "Serve plain HTTP: kubectl sends no token over it.", is_switch=True),
    Option(
        "--tls-cert",
        "Serve HTTPS with this certificate (PEM).",
        metavar="FILE",
        read=read_file,
        excludes=("no-tls",),
    ),
    Option("--tls-key", "The key that goes with --tls-cert (PEM).", metavar="FILE", read=read_file),
    Option(
        "--feature-gates",
        f"Features to turn on or off; may be given several times. Known: {_describe_gates()}.",
        metavar="NAME=BOOL,...",
        multiple=True,
        read=_read_gates,
    ),
    Option(
        "--declarative-validation",
        "Which errors of declared rules count where hand-written rules say the same: by their levels, as v1.37 has it, "
        "or as in earlier stages of KEP-5073: none, none but compared, all.",
        parameter="rollout_stage",
        choices=tuple(stage.value for stage in RolloutStage),
        default=RolloutStage.LEVELS.value,
        read=RolloutStage,
    ),
    Option(
        "--field-validation-stage",
        "Whether clients say by fieldValidation what becomes of unknown and duplicate fields, as v1.37 has it, or such "
        "fields are dropped without a word, as before KEP-2885.",
        choices=tuple(stage.value for stage in FieldValidationStage),
        default=FieldValidationStage.ON.value,
        read=FieldValidationStage,
    ),
    webhook_service_option(),
    Option(
        "--enable-admission-plugins",
        "Admission plugins to ask besides those that are on by default; may be given several times.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    Option(
        "--disable-admission-plugins",
        f"Admission plugins not to ask; may be given several times. Known: {', '.join(row.name for row in PLUGINS)}.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    timeout_option(),
    Option(
        "--max-requests-inflight",
        "How many requests that only read may be under way at once, watches not counted; 0 for any number. Others get "
        "429. Administrators are not counted.",
        metavar="INTEGER",
        default="400",
        read=read_count,
    ),
    Option(
        "--max-mutating-requests-inflight",
        "The same of requests that change something.",
        metavar="INTEGER",
        default="200",
        read=read_count,
    ),
    Option(
        "--shutdown-delay-duration",
        "How long to serve on when told to stop, with /readyz failing, so that load balancers turn away first.",
        metavar="TIME",
        default="0s",
        read=read_delay,
    ),
    Option(
        "--crds",
        "Files and folders with definitions to load before anything is answered; may be given several times.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--objects",
        "Files and folders with objects to load before anything is answered, definitions and namespaces among them "
        "first. What is there already stays as it is. May be given several times.",
        metavar="PATH",
        multiple=True,
        project=ProjectValue.PATH,
    ),
    Option(
        "--check-kinds",
        "Before anything is answered, load every built-in kind, make its validator and have it judge a small valid "
        "object; what does not work is named, and the server does not start. Takes about a second.",
        is_switch=True,
    ),
    Option("-v, --verbose", "Write a line for each request to standard error.", is_switch=True),
    Option("--log-format", "How --verbose writes.", choices=("text", "json"), default="text"),
    Option(
        "--kubeconfig",
        "Where to write the kubeconfig; without it into the folder of --data, or a temporary one.",
        metavar="PATH",
        read=read_file,
    ),
    Option(
        "--controllers",
        "Controllers to run: `*` for all, `NAME` for one of them, `-NAME` for all but that, `-*` for none; may be "
        "given several times. By default all run. "
        f"Known: {', '.join(row.name for row in CONTROLLERS)}.",
        metavar="NAME,...",
        multiple=True,
        read=_read_names,
    ),
    Option(
        "--controller-delay",
        "How long controllers leave what clients write as it is; at once unless said otherwise, with --anonymous 5s, "
        "so that tests see what a server does by itself.",
        metavar="TIME",
        read=read_delay,
    ),
    Option("--event-ttl", "How long events are kept.", metavar="TIME", default="1h", read=read_seconds),
    *AUDIT_OPTIONS,
)
OPTIONS = tuple(in_trusted_file(*_DECLARED))
"""All of them may stand in a project file; most only in one that is named."""
