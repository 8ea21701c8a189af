"""The options of `kapivara serve` for the audit log, named as kube-apiserver's, and their AuditOptions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

from kapivara.cli.framework.command import Option, section
from kapivara.cli.framework.errors import UsageError
from kapivara.cli.options.value_readers import read_count, read_file

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
