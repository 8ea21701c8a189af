"""One request on its way through the pipeline: what was asked, of which kind, and the warnings so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kapivara.admission.chain import NO_ADMISSION, AdmissionChain
from kapivara.admission.plugin import Action, Attributes
from kapivara.apis.kind import Kind
from kapivara.apis.subresource import Subresource
from kapivara.apis.verdict import Verdict
from kapivara.registry.followers import Followers
from kapivara.registry.options import DEFAULT_OPTIONS, WriteOptions
from kapivara.registry.request import Request
from kapivara.registry.store import Store
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.field.forgiveness import Forgiven, Unforgiven
    from kapivara.schema.sound_fields import SoundFields

_YAML_ERRORS = "yaml: unmarshal errors:\n"


class ActiveRequest:
    """The state of one request. Lives for that request only.

    `subresource` is the one that is asked for, or the whole object; `options` are those of a write, once they are read.
    `records_managers` is off where objects are only judged: who manages which field is then nobody's business. Past
    the `deadline`, whoever works for it raises DeadlineExceededError, and nothing is stored. Writes are made where
    `admission` lets them pass, on condition that all `preconditions` hold. What it has written or seen is durable once
    its request's `pending` is. `sound_fields` are those of an object that is judged as it is read.
    """

    __slots__ = (
        "_records_managers",
        "_verdict",
        "_warnings",
        "admission",
        "deadline",
        "kind",
        "options",
        "request",
        "sound_fields",
        "store",
        "subresource",
    )

    def __init__(
        self,
        request: Request,
        subresource: Subresource,
        followers: Followers,
        *,
        admission: AdmissionChain = NO_ADMISSION,
        records_managers: bool = True,
        deadline: Deadline = NO_DEADLINE,
        preconditions: tuple[Precondition, ...] = (),
    ):
        self.request = request
        self.deadline = deadline
        self.admission = admission
        self._records_managers = records_managers
        self.kind: Kind = subresource.of
        self.subresource = subresource
        self.options: WriteOptions = DEFAULT_OPTIONS
        self.sound_fields: SoundFields | None = None
        self.store = Store(followers, subresource.of, deadline, preconditions, pending=request.pending)
        self._warnings: dict[str, None] = {}
        self._verdict: Verdict | None = None

    @property
    def namespace(self) -> str:
        """The namespace that objects of the request are in; none for kinds that are in none."""
        return self.request.namespace if self.kind.namespaced else ""

    def records_managers_of(self, *metadata: JsonObject) -> bool:
        """Tells whether managers of fields are recorded; a record that an object brings is judged as ever."""
        return self._records_managers or any("managedFields" in each for each in metadata)

    def admit(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent = ABSENT) -> None:
        """Has an object changed by the admission plugins that do; ends a request that one refuses."""
        plugins = self.admission.asked_about(self.kind).changing
        if plugins:
            write = self._attributes(action, obj, old)
            for plugin in plugins:
                plugin.admit(write)

    def admit_validated(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent = ABSENT) -> None:
        """Ends a request whose object, as it would be stored, an admission plugin refuses."""
        plugins = self.admission.asked_about(self.kind).refusing
        if plugins:
            write = self._attributes(action, obj, old)
            for plugin in plugins:
                plugin.validate(write)

    def _attributes(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent) -> Attributes:
        name = self.request.name or ("" if obj is ABSENT else obj["metadata"].get("name") or "")
        return Attributes(
            action,
            self.kind,
            self.subresource.name,
            self.namespace,
            name,
            obj,
            old,
            self.options.dry_run,
            self.warn,
        )

    def warn(self, *texts: str) -> None:
        """Adds warnings; each text counts once."""
        for text in texts:
            if text:
                self._warnings[text] = None

    def warn_strict(self, errors: Iterable[str]) -> None:
        """Adds strict errors as warnings; those of YAML, all in one text, come apart into lines.

        Upstream: apiserver/pkg/endpoints/handlers/rest.go parseYAMLWarnings (1.37).
        """
        for error in errors:
            _, is_yaml, lines = error.partition(_YAML_ERRORS)
            self.warn(*(line.strip() for line in lines.splitlines())) if is_yaml else self.warn(error)

    def judged(self, verdict: Verdict) -> None:
        """Takes note of what validation said; a write that is tried again is judged again."""
        self._verdict = verdict
        self.warn(*verdict.warnings)

    @property
    def ratcheted(self) -> tuple[Forgiven, ...]:
        """The failures that validation forgave."""
        return () if self._verdict is None else self._verdict.ratcheted

    @property
    def unforgiven(self) -> tuple[Unforgiven, ...]:
        """The failures of an update that validation did not forgive, and why."""
        return () if self._verdict is None else self._verdict.unforgiven

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings, in the order in which they came."""
        return tuple(self._warnings)
