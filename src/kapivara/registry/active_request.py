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
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.options import DEFAULT_OPTIONS, DeleteOptions, WriteOptions
from kapivara.registry.request import Request
from kapivara.registry.store import Store
from kapivara.storage import Precondition
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.deadline import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    from kapivara.admission.reinvocation import Reinvocation
    from kapivara.codec.known_json import KnownJson
    from kapivara.field.forgiveness import Forgiven, Unforgiven
    from kapivara.registry.validation_notes import JudgedWrite
    from kapivara.schema.sound_fields import SoundFields

_YAML_ERRORS = "yaml: unmarshal errors:\n"


class ActiveRequest:
    """The state of one request. Lives for that request only.

    `subresource` is the one that is asked for, or the whole object; `options` are those of a write, once they are read.
    `records_managers` is off where objects are only judged: who manages which field is then nobody's business. Past
    the `deadline`, whoever works for it raises DeadlineExceededError, and nothing is stored. Writes are made where
    `admission` lets them pass, on condition that all `preconditions` hold. What it has written or seen is durable once
    its request's `pending` is. `observer` takes note of how it is judged. `sound_fields` are those of an
    object that is judged as it is read, and `source` is the JSON text that an object was read from, if any;
    `known_fields` are those that its creator manages, where their JSON is known. `validation_seconds` is how long it
    was judged, and None until then; `oddities` are what the observer is told about that.
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
        """The namespace that objects of the request are in; none for kinds that are in none."""
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
        self.oddities: dict[str, JudgedWrite] = {}
        """What is odd about the verdict on the object, under no name, and on what a subresource shows of it."""

    @property
    def only_judges(self) -> bool:
        """Whether nobody wants more than the verdict: of a dry run, the object is made when it is asked for."""
        return self.options.dry_run and not self._records_managers

    def records_managers_of(self, *metadata: JsonObject) -> bool:
        """Tells whether managers of fields are recorded; a record that an object brings is judged as ever."""
        return self._records_managers or any("managedFields" in each for each in metadata)

    def admit(self, action: Action, obj: JsonObject | Absent, old: JsonObject | Absent = ABSENT) -> None:
        """Has an object changed by the admission plugins that do, in place; ends a request that one refuses.

        Where one of them wants it, all are asked once more.

        From here on it goes by the name that it has now, even if none: one that is made up later counts for nothing.
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
        """Ends a request whose object, as it would be stored, an admission plugin refuses."""
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
        """Returns the options of a write as an object; those of a patch are told as those of what comes of it."""
        from kapivara.registry.options import options_object  # few ask for them

        return options_object(action, self.request.query, self.options, self.delete_options)

    def go_unnamed(self) -> None:
        """Has plugins told no name: an object that goes with others was not named by whoever removes it."""
        self._name = ""

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

    def tell_observer(self) -> None:
        """Tells the observer how the request was judged: once, however often it had to be tried."""
        if self.validation_seconds is not None:
            self.observer.observe_validation(self.validation_seconds)
        for write in self.oddities.values():
            if write.rollout_note is not None:
                self.observer.observe_rollout(write)
            if write.repeated:
                self.observer.observe_duplicates(write)

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
