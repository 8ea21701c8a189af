"""The options of `kapivara serve` about an audit log, named as kube-apiserver's, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from kapivara.cli.command import Option, section
from kapivara.cli.usage_error import UsageError
from kapivara.cli.value_readers import read_count, read_file

if TYPE_CHECKING:
    from kapivara.server.audit.options import AuditOptions


AUDIT_OPTIONS = section(
    "Audit",
    Option(
        "--audit-policy-file",
        "Which requests are told of, and how much: a Policy of audit.k8s.io/v1.",
        metavar="FILE",
        read=read_file,
    ),
    Option("--audit-log-path", "Where events go, a line of JSON each; `-` is standard output.", metavar="PATH"),
    Option(
        "--audit-log-mode",
        "Whether a request waits until it is written that it has come, and is refused where that fails.",
        choices=("batch", "blocking", "blocking-strict"),
        default="blocking",
    ),
    Option("--audit-log-format", "How events are written.", choices=("json",), default="json"),
    Option(
        "--audit-log-maxsize",
        "Megabytes past which the file is put aside, and a new one begun; 0 for any size.",
        metavar="INTEGER",
        default="100",
        read=read_count,
    ),
    Option(
        "--audit-log-maxbackup",
        "How many files that were put aside are kept; 0 for all.",
        metavar="INTEGER",
        default="0",
        read=read_count,
    ),
    Option(
        "--audit-log-maxage",
        "Days for which files that were put aside are kept; 0 for ever.",
        metavar="INTEGER",
        default="0",
        read=read_count,
    ),
    Option("--audit-log-compress", "Pack files that were put aside, with gzip.", is_switch=True),
)


class AuditGiven(TypedDict):
    """What is given for these options."""

    audit_policy_file: Path | None
    audit_log_path: str | None
    audit_log_mode: str
    audit_log_format: str
    audit_log_maxsize: int
    audit_log_maxbackup: int
    audit_log_maxage: int
    audit_log_compress: bool


def audit_options(**given: Unpack[AuditGiven]) -> AuditOptions | None:
    """Returns how to keep an audit; None where none is asked for. Raises UsageError."""
    file, path = given["audit_policy_file"], given["audit_log_path"]
    if file is None and not path:
        return None
    if file is None or not path:
        raise UsageError("--audit-policy-file and --audit-log-path go together")
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
