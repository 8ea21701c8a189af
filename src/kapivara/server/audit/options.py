"""The options of the audit log: the policy, and the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kapivara.server.audit.auditing import AuditLog
from kapivara.server.audit.log_file import Rotation, open_log
from kapivara.server.audit.policy_file import PolicyFileError, read_policy_file
from kapivara.server.audit.writing import AuditMode, AuditWriter
from kapivara.server.http1.connection import Handler
from kapivara.server.listening import ServeError
from kapivara.server.metrics.audit_counts import AuditCounts
from kapivara.values.record import record


@record
class AuditOptions:
    """The policy file, and the path of the log: `-` for standard output."""

    policy_file: Path
    path: str
    rotation: Rotation = Rotation()
    mode: AuditMode = AuditMode.BLOCKING


@contextmanager
def audited(
    handler: Handler, options: AuditOptions, counts: AuditCounts, *, is_shared: bool = False
) -> Iterator[Handler]:
    """Adds the audit log to a handler; raises ServeError for an invalid policy, or if the log cannot be opened.

    `is_shared` is True if several processes write the log.
    """
    try:
        policy = read_policy_file(options.policy_file)
    except PolicyFileError as error:
        raise ServeError(str(error)) from None
    try:
        log = open_log(options.path, options.rotation, is_shared=is_shared)
    except OSError as error:
        raise ServeError(f"cannot open the audit log {options.path}: {error.strerror}") from None
    with closing(AuditWriter(log, options.mode, counts)) as writer:
        yield AuditLog(handler, policy, writer)
