"""The registry: one entry point for requests on all resources.

The HTTP server, the façade and the command line all use this engine, so their responses cannot differ. Modules that
only some verbs need are imported on first use: a validation should not wait for lists and patches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from kapivara.admission.chain import NO_ADMISSION, AdmissionChain
from kapivara.admission.plugin import Action
from kapivara.apis.catalog.rows import CATALOG, Row
from kapivara.apis.machinery.kinds.proposal import OutdatedError
from kapivara.apis.machinery.kinds.subresource import Subresource
from kapivara.apis.machinery.server.feature_gates import (
    DECLARATIVE_VALIDATION_IN_OPENAPI,
    DEFAULT_GATES,
    FeatureGates,
    FieldValidationStage,
    RolloutStage,
)
from kapivara.authorization.user_info import ADMIN, Authenticate, UserInfo, know_nobody
from kapivara.codec.errors import CannotError
from kapivara.meta import (
    ApiError,
    GroupResource,
    GroupVersionResource,
    Status,
    cannot_status,
    generic_status,
    internal_error_status,
    method_not_supported_status,
    not_found_status,
    unknown_error_status,
)
from kapivara.meta.status import timeout_status
from kapivara.registry.built_in_kinds import BuiltInKinds, key_of
from kapivara.registry.crds.definitions import Definitions
from kapivara.registry.crds.lifecycle import DefinitionLifecycle
from kapivara.registry.following.followers import Followers
from kapivara.registry.objects.document import Document
from kapivara.registry.observer import NO_OBSERVER, Observer
from kapivara.registry.requests.active_request import ActiveRequest
from kapivara.registry.requests.body import is_json
from kapivara.registry.requests.options import WriteOptions, read_delete_options, refuse_unreadable_collection
from kapivara.registry.requests.outcome import Outcome
from kapivara.registry.requests.request import Request
from kapivara.registry.surroundings import ServerSurroundings
from kapivara.registry.write import pipeline
from kapivara.schema.server_version import NEWEST, ServerVersion
from kapivara.schema.steps.defaulting import OutgrownError
from kapivara.storage import EngineRefusal, Storage, StorageError, Unavailable
from kapivara.values import ABSENT, JsonObject
from kapivara.values.deadline import Deadline, DeadlineExceededError
from kapivara.values.record import replace
from kapivara.values.request_budget import RequestBudget
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.apis.catalog.api_resource import ApiResource
    from kapivara.apis.machinery.kinds.kind import Kind
    from kapivara.apis.machinery.server.account_tokens import AccountTokens
    from kapivara.registry.crds.definition import Definition
    from kapivara.registry.discovery.discovery import Discovery
    from kapivara.registry.discovery.stored_resources import StoredResources
    from kapivara.registry.following.policy_feed import PolicyFeed
    from kapivara.registry.initial_objects import InitialObjects
    from kapivara.registry.openapi.documents import OpenApi
    from kapivara.registry.watch.object_watch import WatchedStorage
    from kapivara.webhooks.access import WebhookAccess

REQUEST_SECONDS = 60.0
"""The server's default request timeout. Upstream: apiserver/pkg/server/config.go RequestTimeout (1.37)."""


class Registry:
    """All resources on one storage. Thread-safe.

    `assume_namespaces` treats every namespace as existing and creates none. `feature_gates` enables features,
    `rollout_stage` sets the stage of declarative validation, and `field_validation_stage` enables the option
    `fieldValidation`. `server_version` is the Kubernetes version that validates CRDs. `observer` receives metrics.
    `request_seconds` is the timeout of requests without a deadline. `catalog` lists the built-in kinds; `admission` has
    the admission plugins, by default those of a default server. `authenticate` returns the user of a token, and
    `account_tokens` signs service account tokens. `webhooks` gives access to conversion webhooks; with None none is
    called, and a conversion changes only the apiVersion.
    """

    def __init__(
        self,
        storage: Storage,
        *,
        assume_namespaces: bool = False,
        feature_gates: FeatureGates = DEFAULT_GATES,
        server_version: ServerVersion = NEWEST,
        rollout_stage: RolloutStage = RolloutStage.LEVELS,
        field_validation_stage: FieldValidationStage = FieldValidationStage.ON,
        observer: Observer = NO_OBSERVER,
        request_seconds: float = REQUEST_SECONDS,
        catalog: Iterable[Row] = CATALOG,
        admission: AdmissionChain | None = None,
        authenticate: Authenticate = know_nobody,
        account_tokens: AccountTokens | None = None,
        webhooks: WebhookAccess | None = None,
    ):
        self._admission = admission or AdmissionChain()
        self._request_seconds = request_seconds
        self._webhooks = webhooks
        self.feature_gates = feature_gates
        self._ignores_fields = field_validation_stage is FieldValidationStage.OFF
        self.observer = observer
        self._storage = storage
        self._openapi: OpenApi | None = None
        self._watched: WatchedStorage | None = None
        self._assume_namespaces = assume_namespaces
        self._followers = Followers(storage)
        surroundings = self._surroundings = ServerSurroundings(
            self._followers,
            self.kind,
            self.handle,
            feature_gates=feature_gates,
            server_version=feature_gates.extend(server_version),
            rollout_stage=rollout_stage,
            assumes_namespaces=assume_namespaces,
            authenticate=authenticate,
            account_tokens=account_tokens,
        )
        surroundings.find_kind, surroundings.versions_of = self.find_kind, self.versions_of
        self._built_ins = BuiltInKinds(surroundings, catalog)
        self._definitions = Definitions(
            self._followers,
            self._built_ins,
            surroundings,
            observer,
            replaced=self._forget,
            after_removal=self._after_removal,
            webhooks=webhooks,
        )
        self._lifecycle = DefinitionLifecycle(self._definitions, self._followers)
        surroundings.kept[self._definitions.gvr] = self._definitions.all_objects
        surroundings.controllers[self._definitions.gvr] = self._lifecycle.after_write
        self._lifecycle.resume()
        self._initial: InitialObjects | None = None
        if not assume_namespaces:
            self._begin(surroundings)

    def _begin(self, surroundings: ServerSurroundings) -> None:
        """Creates the initial objects that other writes look up; the others follow on the first use of their kind."""
        from kapivara.registry.initial_objects import InitialObjects  # validation alone needs none

        self._initial = InitialObjects(self._make_initial, surroundings.stored)
        surroundings.begin = self._initial.make
        for row in self._built_ins.rows:
            if row.looked_up:
                surroundings.keep_stored(row.gvr().group_resource)
                self._initial.make(self._built_ins.get(row.gvr()))

    def _make_initial(self, kind: Kind, request: Request) -> Outcome:
        """Creates an initial object, without admission and authorization."""
        with self._surroundings.acting_for(ADMIN, is_unbound=True):
            return self.answer(kind.subresources[request.subresource], request, admission=NO_ADMISSION)

    @property
    def policy(self) -> PolicyFeed:
        """The authorization by the stored roles and bindings."""
        return self._surroundings.policy

    def claims_of(self, token: str) -> JsonObject | None:
        """Returns the claims of a service account token; None if this server did not sign it or it has expired."""
        from kapivara.apis.machinery.server.account_review import read_claims  # few clients bear one

        return read_claims(token, self._surroundings)

    @property
    def account_key(self) -> JsonObject:
        """The public key for service account tokens (a JSON Web Key); raises BadKeyError."""
        return self._surroundings.account_tokens.public_key

    def account_of(self, claims: JsonObject) -> UserInfo:
        """Returns the user of a token's claims."""
        from kapivara.apis.machinery.server.account_review import account_of

        return account_of(claims)

    def is_account_there(self, claims: JsonObject) -> bool:
        """Returns True if the account of a token, and the object it is bound to, still exist."""
        from kapivara.apis.machinery.server.account_review import are_held

        return are_held(claims, self._surroundings)

    def close(self) -> None:
        """Stops following the storage, which stays open, and closes connections to webhooks."""
        self._followers.close()
        if self._webhooks is not None:
            self._webhooks.close()

    @property
    def lags(self) -> bool:
        """Whether `catch_up` has to read tables again over a network. Does not block."""
        return self._followers.lag

    def catch_up(self) -> None:
        """Applies the new writes of all servers. Blocks if it lags."""
        self._followers.catch_up()

    @property
    def revision(self) -> int:
        """The revision of the newest durable write."""
        return self._storage.revision

    def check_storage(self) -> None:
        """Raises StorageError if the storage cannot be read."""
        self._storage.check()

    def kind(self, resource: GroupVersionResource) -> Kind | None:
        """Returns the kind of a resource; None if it is not served."""
        key = key_of(resource)
        return self._built_ins.find(key) or self._definitions.find(key)

    def has_built_in_group(self, group: str) -> bool:
        """Returns True if a group is built in."""
        return group in self._built_ins.groups

    def find_kind(self, api_version: str, kind: str) -> Kind | None:
        """Returns the kind of objects with an apiVersion and kind; None if it is not served."""
        return self._built_ins.find_by_kind(api_version, kind) or self._definitions.find_by_kind(api_version, kind)

    def versions_of(self, kind: Kind) -> list[Kind]:
        """Returns the kinds of other versions and groups that share a kind's stored objects."""
        if kind.api.custom:
            found: list[Kind] = [*self._definitions.kinds()]
            found = [each for each in found if each.group_resource == kind.group_resource]
        else:
            found = self._built_ins.stored_alike(kind)
        return [each for each in found if each.gvr != kind.gvr]

    @cached_property
    def stored_resources(self) -> StoredResources:
        """The stored resources by the keys of the storage."""
        from kapivara.registry.discovery.stored_resources import StoredResources  # requests for objects need none

        return StoredResources(self._built_ins.rows, self._definitions.table)

    def discovery(self) -> Discovery:
        """Returns the discovery documents of the resources served now."""
        from kapivara.registry.discovery.discovery import Discovery

        return Discovery(self.api_resources())

    def api_resources(self) -> list[ApiResource]:
        """Returns all resources served now, built-in ones first."""
        customs = sorted((each.api for each in self._definitions.kinds()), key=_discovery_order)
        return [*self._built_ins.api_resources(), *customs]

    def openapi(self) -> OpenApi:
        """Returns the OpenAPI documents of the served resources."""
        if self._openapi is None:
            from kapivara.registry.openapi.documents import OpenApi

            without = "fieldValidation" if self._ignores_fields else ""
            ruled = self.feature_gates.enabled(DECLARATIVE_VALIDATION_IN_OPENAPI)
            self._openapi = OpenApi(self._built_ins, self._definitions.kinds, without=without, ruled=ruled)
        return self._openapi

    def _forget(self, definition: Definition, ends: bool) -> None:
        if self._openapi is not None:
            self._openapi.forget(definition)
        if ends and self._watched is not None:
            self._watched.open.end(GroupResource(definition.group, definition.plural))

    def _watch(self, active: ActiveRequest) -> Outcome:
        from kapivara.registry.watch.object_watch import WatchedStorage, watch_objects  # few programs watch

        if self._watched is None:
            self._watched = WatchedStorage.over(self._storage)
        kind = active.kind
        watch = watch_objects(
            active, self._watched, lambda: self._is_served(kind)
        )  # the watch must not hold the request
        return Outcome(200, warnings=active.warnings, watch=watch)

    def _is_served(self, kind: Kind) -> bool:
        """Returns True if a kind is still served as at the request, although its CRD may have changed."""
        found = self.kind(kind.gvr)
        return found is not None and found.made_since == kind.made_since

    def handle(self, request: Request) -> Outcome:
        """Responds to a request on a resource; raises only on bugs in this program."""
        kind = self.kind(request.resource)
        return _refused(generic_status(404)) if kind is None else self.handle_kind(kind, request)

    def handle_kind(self, kind: Kind, request: Request) -> Outcome:
        """Responds to a request on a known kind."""
        subresource = kind.subresources.get(request.subresource)
        if subresource is None:
            return _refused(not_found_status(kind.group_resource, request.name), _warnings(kind))
        if request.subresource and request.verb not in subresource.verbs:
            return _refused(method_not_supported_status(kind.group_resource, request.verb), _warnings(kind))
        if request.verb == "create" and not kind.api.custom and "create" not in kind.api.verbs:
            return _refused(generic_status(405), _warnings(kind))
        return self.answer(subresource, request)

    def answer(self, subresource: Subresource, request: Request, *, admission: AdmissionChain | None = None) -> Outcome:
        """Responds to a request that a subresource or a whole object supports, which the caller has checked.

        The server's admission plugins admit its writes, unless `admission` is given.
        """
        if self._ignores_fields:
            request = replace(request, query={**request.query, "fieldValidation": ("Ignore",)})
        deadline = request.deadline or Deadline(self._request_seconds)
        records_managers = not self._assume_namespaces
        active = ActiveRequest(
            request,
            subresource,
            self._followers,
            admission=admission or self._admission,
            records_managers=records_managers,
            deadline=deadline,
            observer=self.observer,
        )
        if subresource.of.deprecation_warning:
            active.warn(subresource.of.deprecation_warning)
        outcome = self._answer_in_time(active)
        if not deadline.is_cut:
            active.notify_observer()
        return outcome

    def _answer_in_time(self, active: ActiveRequest) -> Outcome:
        """Responds to a request; turns every error into a Status."""
        try:
            active.deadline.check()
            if self._initial is not None and active.kind.has_initial_objects:
                self._initial.make(active.kind, active.deadline)
            return RequestBudget(active.deadline).call(self._run_deeply, active)
        except DeadlineExceededError:
            return _failed(active, timeout_status("request did not complete within the allotted timeout"))
        except ApiError as error:
            return _failed(active, error.status)
        except CannotError as error:
            return _failed(active, cannot_status(error.message))
        except ModuleNotFoundError as error:
            from kapivara.values.optional_packages import how_to_install

            if not (missing := how_to_install(error)):
                raise
            return _failed(active, cannot_status(f"kapivara cannot validate it without {missing}"))
        except OutdatedError:
            return _failed(active, internal_error_status("what the object claims is another's"))
        except Unavailable as error:
            return _failed(active, timeout_status(f"request did not complete within the allotted timeout - {error}"))
        except EngineRefusal as error:
            return _failed(active, unknown_error_status(str(error)))
        except StorageError as error:
            return _failed(active, internal_error_status(str(error)))
        except OutgrownError:
            return _failed(active, unknown_error_status("etcdserver: request is too large"))

    def _run_deeply(self, active: ActiveRequest) -> Outcome:
        return deep_stack().call(self._run_and_show, active)

    def _run_and_show(self, active: ActiveRequest) -> Outcome:
        request = active.request
        if request.user is None:
            return _written_out(_shown(self._run(active), active), active)
        with self._surroundings.acting_for(request.user, is_unbound=request.is_unbound, request=request):
            return _written_out(_shown(self._run(active), active), active)

    def _run(self, active: ActiveRequest) -> Outcome:
        if active.subresource.connects:
            from kapivara.registry.write.connecting import connect

            connect(active)
            return Outcome(204, warnings=active.warnings)
        match active.request.verb:
            case "get" | "list" as verb if not active.kind.is_stored:
                from kapivara.registry.read.reading import get_made_up, list_made_up

                return _done(active, (get_made_up if verb == "get" else list_made_up)(active))
            case "get":
                from kapivara.registry.read.reading import get

                return _done(active, get(active, self._storage))
            case "list":
                from kapivara.registry.read.listing import list_objects

                return _done(active, list_objects(active, self._storage))
            case "watch" if "watch" in active.kind.api.verbs:
                return self._watch(active)
            case "create":
                if not active.kind.is_stored:
                    return _done(active, pipeline.create_unstored(active), 201)
                if not active.request.subresource:
                    return self._written(active, pipeline.create(active), 201)
                from kapivara.registry.write.creation_through import create_through

                return self._written(active, create_through(active), 201)
            case "update":
                written = pipeline.update(active)
                return self._written(active, written.document, 201 if written.is_new else 200)
            case "patch":
                from kapivara.registry.write.patching import patch

                written = patch(active)
                return self._written(active, written.document, 201 if written.is_new else 200)
            case "store_unchecked":
                from kapivara.registry.write.unchecked import store_unchecked

                return self._written(active, store_unchecked(active), 201)
            case "delete":
                return self._delete(active)
            case "deletecollection":
                return self._delete_collection(active)
            case verb:
                raise ApiError(method_not_supported_status(active.store.resource, verb))

    def _written(self, active: ActiveRequest, document: Document, code: int = 200) -> Outcome:
        if active.store.removed_at or not active.options.dry_run:
            name = active.request.name or document.name
            if active.store.removed_at:
                active.kind.after_delete(name, active.store.removed_at, active.deadline)
            else:
                active.kind.after_write(name)
        return _done(active, document, code)

    def _delete(self, active: ActiveRequest) -> Outcome:
        from kapivara.registry.delete.removal import delete
        from kapivara.registry.requests.delete_body import read_delete_body

        request = active.request
        options = read_delete_options(request.query, read_delete_body(request))
        active.options = WriteOptions(dry_run=options.dry_run)
        active.delete_options = options
        active.warn("" if options.has_policy else active.kind.deletion_warning)
        if options.unreadable:
            from kapivara.registry.delete.unsafe_removal import check_unsafe_removal  # hardly any deletion uses it

            check_unsafe_removal(active)
        active.admit(Action.DELETE, ABSENT)
        removal = delete(active, request.name, options)
        if not options.dry_run:
            active.kind.after_delete(request.name, active.store.removed_at, active.deadline)
        code = 202 if not removal.gone and options.orphan_dependents is False else 200
        return Outcome(code, removal.document, removal.status, active.warnings)

    def _delete_collection(self, active: ActiveRequest) -> Outcome:
        from kapivara.registry.delete.collection_removal import delete_collection
        from kapivara.registry.requests.delete_body import read_delete_body
        from kapivara.registry.requests.list_options import read_list_options

        request = active.request
        selection = read_list_options(request.query, active.kind)
        options = read_delete_options(request.query, read_delete_body(request))
        refuse_unreadable_collection(options)
        active.options = WriteOptions(dry_run=options.dry_run)
        active.delete_options = options
        active.warn("" if options.has_policy else active.kind.deletion_warning)
        return _done(active, delete_collection(active, self._followers, selection, options))

    def _after_removal(self, definition: Definition, revision: int, deadline: Deadline) -> None:
        self._lifecycle.after_removal(definition, revision, deadline)


def _discovery_order(resource: ApiResource) -> tuple[str, str, str]:
    return resource.kind.group, resource.kind.version, resource.plural


def _warnings(kind: Kind) -> tuple[str, ...]:
    return (kind.deprecation_warning,) if kind.deprecation_warning else ()


def _refused(status: Status, warnings: tuple[str, ...] = ()) -> Outcome:
    return Outcome(status.http_code, status=status, warnings=warnings)


def _done(active: ActiveRequest, document: Document, code: int = 200) -> Outcome:
    return Outcome(code, document, None, active.warnings, active.ratcheted)


def _shown(outcome: Outcome, active: ActiveRequest) -> Outcome:
    """Converts the object of a response to the kind that the client requested."""
    shown_as = active.request.shown_as
    if shown_as is None or outcome.document is None:
        return outcome
    from kapivara.registry.read.shown_as import show

    return replace(outcome, document=Document(show(outcome.document.obj_by(active.deadline), shown_as, active)))


def _written_out(outcome: Outcome, active: ActiveRequest) -> Outcome:
    """Encodes the response in protobuf if requested, within the request's deadline."""
    request = active.request
    if request.in_protobuf and outcome.document is not None:
        outcome.document.to_protobuf(active.deadline, sent=_sent_json(request))
    return outcome


def _sent_json(request: Request) -> bytes:
    """Returns the JSON body of a write; empty if the body was something else."""
    is_sent = request.verb in ("create", "update") and is_json(request.media_type)
    return request.body if is_sent and isinstance(request.body, bytes) else b""


def _failed(active: ActiveRequest, status: Status) -> Outcome:
    return Outcome(
        status.http_code,
        status=status,
        warnings=active.warnings,
        ratcheted=active.ratcheted,
        unforgiven=active.unforgiven,
    )
