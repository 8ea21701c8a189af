"""The state of one request in the pipeline: the request, its kind, and its warnings so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kapivara.admission.chain import NO_ADMISSION, AdmissionChain
from kapivara.admission.plugin import Action, Attributes
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.validation.verdict import Verdict
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.store import Store
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.requests.options import DEFAULT_OPTIONS, DeleteOptions, WriteOptions, options_object
from kapivara.registry.requests.request import Request
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.admission.reinvocation import Reinvocation
    from kapivara.codec.stored.known_json import KnownJson
    from kapivara.field.forgiveness import Forgiven, Unforgiven
    from kapivara.registry.observer import ValidatedWrite
    from kapivara.schema.resource.sound_fields import SoundFields

_YAML_ERRORS = "yaml: unmarshal errors:\n"


class ActiveRequest:
    """The state of one request; lives as long as the request.

    `subresource` is the requested subresource, or the whole object; `options` are the options of a write, once they are
    read. `records_managers` is False if objects are only validated, so that nothing records managed fields. Past the
    `deadline`, the steps raise DeadlineExceededError and store nothing. `admission` admits the writes, and a write is
    stored only if all `preconditions` hold. The request's `pending` has the commit on which the response depends.
    `observer` receives metrics of the validation. `sound_fields` collects the fields that decoding has found valid;
    `source` is the JSON text of the object, if any; `known_fields` are the fields that the creator manages, if their
    JSON is known. `validation_seconds` is the duration of the validation, None before it; `oddities` are its unusual
    results, for the observer.
    """

    __slots__ = (
        "_name",
        "_records_managers",
        "_verdict",
        "_warnings",
        "admission",
        "deadline",
        "delete_options",
        "kind",
        "known_fields",
        "namespace",
        "observer",
        "oddities",
        "options",
        "request",
        "sound_fields",
        "source",
        "store",
        "subresource",
        "validation_seconds",
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
        observer: Observer = NO_OBSERVER,
    ):
        self.request = request
        self.deadline = deadline
        self.observer = observer
        self.admission = admission
        self._records_managers = records_managers
        self.kind: Kind = subresource.of
        self.namespace = request.namespace if subresource.of.namespaced else ""
        """The namespace of the request's objects; empty for cluster-scoped kinds."""
        self.subresource = subresource
        self.options: WriteOptions = DEFAULT_OPTIONS
        self.delete_options: DeleteOptions | None = None
        self._name = request.name
        self.sound_fields: SoundFields | None = None
        self.source: bytes | None = None
        self.known_fields: KnownJson | None = None
        self.store = Store(followers, subresource.of, deadline, preconditions, pending=request.pending)
        self._warnings: dict[str, None] = {}
        self._verdict: Verdict | None = None
        self.validation_seconds: float | None = None
        self.oddities: dict[str, ValidatedWrite] = {}
        """Unusual results of the validation: of the object under the empty name, of each subresource under its name."""

    @property
    def only_validates(self) -> bool:
        """Whether only the result of the validation is wanted; a dry run then builds the object on demand."""
        return self.options.dry_run and not self._records_managers

    def records_managers_of(self, *metadata: JsonObject) -> bool:
        """Returns True if managed fields are recorded; also if an object brings a record, which is always validated."""
        return self._records_managers or any("managedFields" in each for each in metadata)

    def admit(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent = ABSENT) -> None:
        """Runs the mutating admission plugins, which change the object in place; ends a request that one rejects.

        If a plugin requests a reinvocation, all run a second time.
        """
        if not self.request.name and obj is not ABSENT:
            self._name = obj["metadata"].get("name") or ""
        kind, namespace = self.kind, self.namespace
        plugins = [each for each in self.admission.asked_about(kind).changing if each.concerns(kind, namespace)]
        if plugins:
            rounds: list[Reinvocation] = []
            write = self._attributes(action, obj, old, rounds)
            for plugin in plugins:
                plugin.admit(write)
            if rounds and rounds[0].is_wanted:
                rounds[0].is_second = True
                for plugin in plugins:
                    plugin.admit(write)

    def admit_validated(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent = ABSENT) -> None:
        """Runs the validating admission plugins on the object to be stored; ends a request that one rejects."""
        kind, namespace = self.kind, self.namespace
        plugins = [each for each in self.admission.asked_about(kind).refusing if each.concerns(kind, namespace)]
        if plugins:
            write = self._attributes(action, obj, old)
            for plugin in plugins:
                plugin.validate(write)

    def _attributes(
        self,
        action: Action,
        obj: JsonObject | Absent,
        old: JsonObject | Absent,
        rounds: list[Reinvocation] | None = None,
    ) -> Attributes:
        return Attributes(
            action,
            self.kind,
            self.subresource.name,
            self.namespace,
            self._name,
            obj,
            old,
            self.options.dry_run,
            self.warn,
            self.deadline,
            self.request.user or self.kind.surroundings.user,
            self._options_object,
            rounds,
        )

    def _options_object(self, action: Action) -> JsonObject:
        """Returns the options of a write as an object; those of a patch as options of the resulting action."""
        return options_object(action, self.request.query, self.options, self.delete_options)

    def go_unnamed(self) -> None:
        """Hides the name from plugins: the objects of a collection deletion are not named in the request."""
        self._name = ""

    def warn(self, *texts: str) -> None:
        """Adds warnings, each text once."""
        for text in texts:
            if text:
                self._warnings[text] = None

    def warn_strict(self, errors: Iterable[str]) -> None:
        """Adds strict errors as warnings; splits the errors of YAML, which are one text, into lines.

        Upstream: apiserver/pkg/endpoints/handlers/rest.go parseYAMLWarnings (1.37).
        """
        for error in errors:
            _, is_yaml, lines = error.partition(_YAML_ERRORS)
            self.warn(*(line.strip() for line in lines.splitlines())) if is_yaml else self.warn(error)

    def judged(self, verdict: Verdict) -> None:
        """Records the result of the validation; a retried write replaces it."""
        self._verdict = verdict
        self.warn(*verdict.warnings)

    def notify_observer(self) -> None:
        """Passes the results of the validation to the observer, once per request despite retries."""
        if self.validation_seconds is not None:
            self.observer.observe_validation(self.validation_seconds)
        for write in self.oddities.values():
            if write.rollout_note is not None:
                self.observer.observe_rollout(write)
            if write.repeated:
                self.observer.observe_duplicates(write)

    @property
    def ratcheted(self) -> tuple[Forgiven, ...]:
        """The errors that ratcheting forgave."""
        return () if self._verdict is None else self._verdict.ratcheted

    @property
    def unforgiven(self) -> tuple[Unforgiven, ...]:
        """The errors of an update that ratcheting did not forgive, with the reasons."""
        return () if self._verdict is None else self._verdict.unforgiven

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings in their order."""
        return tuple(self._warnings)
