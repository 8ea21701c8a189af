"""Validation rules of claim specs: requests, constraints and configuration.

Fields of disabled features need no rules, since they were dropped before (`claim_features.py`).
Upstream: pkg/apis/resource/validation/validation.go validateDeviceClaim (1.37).
Upstream: pkg/apis/resource/validation/validation.go validateDeviceConfiguration, validateOpaqueConfiguration,
validateRawExtension (1.37).
Upstream: dynamic-resource-allocation/cel/compile.go CompileCELExpression, validateOutputType;
pkg/apis/resource/validation/validation.go validateSelector, validateCELExpression (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.groups.resource.bounded_lists import itself, validate_items, validate_set
from kapivara.apis.groups.resource.device_names import RequestNames, covered, request_names, validate_request_reference
from kapivara.apis.groups.resource.taint_rules import validate_tolerations
from kapivara.apis.shared.rules.names import (
    validate_csi_driver_name,
    validate_dns1123_label,
    validate_dns1123_subdomain,
)
from kapivara.codec.json.plain.encoding import encode_json
from kapivara.content.messages import byte_length
from kapivara.field import (
    ErrorList,
    FieldPath,
    Operation,
    Verb,
    forbidden,
    internal_error,
    invalid,
    not_supported,
    required,
    too_long,
)
from kapivara.validate.formats import resource_fully_qualified_name
from kapivara.values.caches import cache_short_texts
from kapivara.values.deadline import NO_DEADLINE, Deadline
from kapivara.values.rendering import NamedString
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.apis.groups.resource.v1 import zz_generated_types as v1
    from kapivara.cel.env import Env


_MOST_SELECTORS: Final = 32
_LONGEST_EXPRESSION: Final = 10 * 1024
_HIGHEST_COST: Final = 1_000_000
_NEW: Final = (1, 36)


def validate_selectors(
    selectors: Sequence[v1.DeviceSelector], path: FieldPath, deadline: Deadline = NO_DEADLINE, *, is_known: bool = False
) -> ErrorList:
    """Requires valid boolean expressions; with `is_known`, they were accepted before.

    The deadline is checked before each expression, since compiling hundreds of long ones takes time.
    """

    def check(selector: v1.DeviceSelector, place: FieldPath) -> ErrorList:
        if "cel" not in selector:
            return [required(place.child("cel"))]
        if is_known:
            return []
        deadline.check()
        return validate_selector(selector["cel"]["expression"], place.child("cel", "expression"))

    return validate_items(selectors, path, check, most=_MOST_SELECTORS)


def validate_selector(expression: str, path: FieldPath) -> ErrorList:
    """Requires a boolean expression within the limits of length and cost."""
    if byte_length(expression) > _LONGEST_EXPRESSION:
        return [too_long(path, _LONGEST_EXPRESSION)]
    problem = _problem(expression)
    if problem is None:
        return []
    kind, detail = problem
    if kind == _TOO_DEAR:
        return [forbidden(path, detail)]
    return [invalid(path, expression, detail) if kind == _WRONG else internal_error(path, detail)]


_WRONG, _NO_PROGRAM, _TOO_DEAR = "wrong", "no program", "too dear"


@cache_short_texts(256, 1024)
def _problem(expression: str) -> tuple[str, str] | None:
    """Returns the problem of an expression and its kind, or None. Cached, since most expressions recur."""
    from kapivara.apis.groups.resource.device_types import DeviceSizes
    from kapivara.cel.checks.instantiation import instantiation_failure
    from kapivara.cel.cost.estimator import estimate
    from kapivara.cel.errors import CelIssuesError
    from kapivara.cel.types import ANY, BOOL, unwrapped
    from kapivara.cel.values.typing import type_text

    env = _env()
    try:
        with deep_stack():
            checked = env.compile(expression)
    except CelIssuesError as issues:
        return _WRONG, f"compilation failed: {issues}"
    if unwrapped(checked.result_type) not in (BOOL, ANY):
        return _WRONG, f"must evaluate to bool or the unknown type, not {type_text(checked.result_type)}"
    if failure := instantiation_failure(checked, env):
        return _NO_PROGRAM, f"program instantiation failed: {failure}"
    if estimate(checked, DeviceSizes()).max > _HIGHEST_COST:
        return _TOO_DEAR, "too complex, exceeds cost limit"
    return None


@lru_cache(maxsize=1)
def _env() -> Env:
    """Returns the CEL environment of new expressions: the version's libraries, the device, and the bind macro."""
    from kapivara.apis.groups.resource.device_types import DEVICE, DeviceTypes
    from kapivara.cel.environments import kubernetes_env
    from kapivara.cel.macros import macro_table
    from kapivara.cel.macros.bindings import BINDING_MACROS

    env = kubernetes_env(_NEW)
    return env.extend(variables={"device": DEVICE}, provider=DeviceTypes(), macros=macro_table(BINDING_MACROS))


LONGEST_DATA: Final = 10 * 1024


def validate_configuration(
    config: v1.DeviceClaimConfiguration | v1.DeviceClassConfiguration | v1.DeviceAllocationConfiguration,
    path: FieldPath,
    *,
    is_known: bool = False,
) -> ErrorList:
    """Requires parameters for a driver; with `is_known`, stored parameters may have any length."""
    place = path.child("opaque")
    if "opaque" not in config:
        return [required(place)]
    opaque = config["opaque"]
    errors = validate_csi_driver_name(opaque["driver"], place.child("driver"), is_covered=True)
    return errors + validate_data(opaque["parameters"], place.child("parameters"), any_length=is_known)


def validate_data(data: Any, path: FieldPath, *, any_length: bool = False) -> ErrorList:
    """Requires a JSON object of limited length."""
    if data is None:
        return [required(path)]
    if not any_length and len(encode_json(data)) > LONGEST_DATA:
        return [too_long(path, LONGEST_DATA)]
    return [] if isinstance(data, dict) else [invalid(path, "<value omitted>", "must be a valid JSON object")]


MOST_REQUESTS: Final = 32
_MOST_CONSTRAINTS: Final = 32
MOST_CONFIGURATIONS: Final = 32
_MOST_ALTERNATIVES: Final = 8
_ONE_OF_TWO: Final = "exactly one of `exactly` or `firstAvailable` is required"
_ONE_ATTRIBUTE: Final = (
    'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set'
)
_MODES: Final = ("All", "ExactCount")
_ANY_OPERATION: Final = Operation(Verb.CREATE)


def validate_claim_spec(spec: v1.ResourceClaimSpec, path: FieldPath, deadline: Deadline = NO_DEADLINE) -> ErrorList:
    """Requires unique requests, and constraints and configuration that refer to them."""
    claim, place = spec["devices"], path.child("devices")
    names = request_names(claim)
    requests = claim["requests"] or ()
    errors = validate_set(
        requests, place.child("requests"), partial(_validate_request, deadline=deadline), key=_name, most=MOST_REQUESTS
    )
    if constraints := claim.get("constraints"):
        check = partial(_validate_constraint, known=names)
        errors += validate_items(constraints, place.child("constraints"), check, most=_MOST_CONSTRAINTS)
    if config := claim.get("config"):
        check_config = partial(_validate_config, known=names)
        errors += validate_items(config, place.child("config"), check_config, most=MOST_CONFIGURATIONS)
    return errors


def _name(request: v1.DeviceRequest | v1.DeviceSubRequest) -> str:
    return request["name"]


def _validate_request(request: v1.DeviceRequest, path: FieldPath, deadline: Deadline) -> ErrorList:
    """Requires a name, and either `exactly` or alternatives."""
    errors = validate_dns1123_label(request["name"], path.child("name"))
    alternatives = request.get("firstAvailable")
    if "exactly" not in request:
        if not alternatives:
            return [*errors, required(path, _ONE_OF_TWO)]
        place = path.child("firstAvailable")
        check = partial(_validate_alternative, deadline=deadline)
        return errors + validate_set(alternatives, place, check, key=_name, most=_MOST_ALTERNATIVES)
    if alternatives:
        return [*errors, invalid(path, None, f"{_ONE_OF_TWO}, but multiple fields are set")]
    exact, place = request["exactly"], path.child("exactly")
    return errors + _validate_class(exact["deviceClassName"], place) + _validate_devices(exact, place, deadline)


def _validate_alternative(request: v1.DeviceSubRequest, path: FieldPath, deadline: Deadline) -> ErrorList:
    errors = validate_dns1123_label(request["name"], path.child("name"))
    errors += covered(_validate_class(request["deviceClassName"], path))
    return errors + _validate_devices(request, path, deadline)


def _validate_class(name: str, path: FieldPath) -> ErrorList:
    place = path.child("deviceClassName")
    return validate_dns1123_subdomain(name, place) if name else [required(place)]


def _validate_devices(
    request: v1.ExactDeviceRequest | v1.DeviceSubRequest, path: FieldPath, deadline: Deadline
) -> ErrorList:
    """Validates selectors, allocation mode, count and tolerations."""
    errors: ErrorList = []
    if selectors := request.get("selectors"):
        errors += validate_selectors(selectors, path.child("selectors"), deadline)
    mode, count = request.get("allocationMode", ""), request.get("count", 0)
    if mode == "All":
        if count:
            detail = f"must not be specified when allocationMode is '{mode}'"
            errors.append(invalid(path.child("count"), count, detail))
    elif mode != "ExactCount":
        errors += covered([not_supported(path.child("allocationMode"), NamedString(mode), _MODES)])
    elif count <= 0:
        errors.append(invalid(path.child("count"), count, "must be greater than zero"))
    if tolerations := request.get("tolerations"):
        errors += validate_tolerations(tolerations, path.child("tolerations"))
    return errors


def validate_request_references(names: Sequence[str], path: FieldPath, known: RequestNames) -> ErrorList:
    """Requires unique names of known requests."""
    check = partial(validate_request_reference, known=known)
    return validate_set(names, path, check, key=itself, most=MOST_REQUESTS) if names else []


def _validate_constraint(constraint: v1.DeviceConstraint, path: FieldPath, known: RequestNames) -> ErrorList:
    """Requires one attribute that devices share, or in which they differ.

    Kept: if there is none, the message mentions several.
    """
    errors = validate_request_references(constraint.get("requests", ()), path.child("requests"), known)
    for field, name in (
        ("matchAttribute", constraint.get("matchAttribute")),
        ("distinctAttribute", constraint.get("distinctAttribute")),
    ):
        if name is not None:
            return errors + covered(resource_fully_qualified_name(_ANY_OPERATION, path.child(field), name, None))
    return [*errors, required(path, _ONE_ATTRIBUTE)]


def _validate_config(config: v1.DeviceClaimConfiguration, path: FieldPath, known: RequestNames) -> ErrorList:
    errors = validate_request_references(config.get("requests", ()), path.child("requests"), known)
    return errors + validate_configuration(config, path)
