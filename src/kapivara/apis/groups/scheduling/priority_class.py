"""PriorityClass as a built-in kind; every server has two system classes.

Upstream: pkg/registry/scheduling/priorityclass/{strategy.go,storage/storage.go}, pkg/apis/scheduling/helpers.go (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.field import ErrorList, FieldPath, Operation, forbidden, invalid, not_supported, required
from kapivara.values import ABSENT, Absent, JsonObject
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.apis.groups.scheduling.v1.zz_generated_types import PriorityClass
    from kapivara.apis.machinery.kinds.initial_object import InitialObject
    from kapivara.apis.machinery.tables.table import TableLayout

_CRITICAL = 2_000_000_000
_HIGHEST = 1_000_000_000
_SYSTEM_PREFIX = "system-"
_SYSTEM_CLASSES: dict[str, tuple[int, str]] = {
    "system-node-critical": (
        _CRITICAL + 1000,
        "Used for system critical pods that must not be moved from their current node.",
    ),
    "system-cluster-critical": (
        _CRITICAL,
        "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
}
_VALUE = (
    "value represents the integer value of this priority class. This is the actual priority that pods receive when "
    "they have the name of this class in their pod spec."
)
_GLOBAL_DEFAULT = (
    "globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do "
    "not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one "
    "PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default "
    "PriorityClasses will be used as the default priority."
)
_PREEMPTION = (
    "preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. "
    "Defaults to PreemptLowerPriority if unset."
)


class PriorityClassKind(Kind):
    """A priority of pods."""

    has_initial_objects = True

    def validate(self, operation: Operation, new: JsonObject, old: JsonObject | Absent) -> ErrorList:
        """Validates a class; value and policy are immutable, and names of the system are reserved."""
        errors = super().validate(operation, new, old)
        value, policy, path = new["value"], new.get("preemptionPolicy"), FieldPath.of("preemptionPolicy")
        if old is not ABSENT:
            if value != old["value"]:
                errors.append(forbidden(FieldPath.of("value"), "may not be changed in an update."))
            if policy != old.get("preemptionPolicy"):
                errors.append(invalid(path, None if policy is None else NamedString(policy), "field is immutable"))
            return errors
        name = new["metadata"].get("name", "")
        if name.startswith(_SYSTEM_PREFIX):
            if problem := _system_problem(name, value, is_default=bool(new.get("globalDefault"))):
                detail = (
                    f"priority class names with '{_SYSTEM_PREFIX}' prefix are reserved for system use only. error: "
                )
                errors.append(forbidden(FieldPath.of("metadata", "name"), detail + problem))
        elif value > _HIGHEST:
            detail = f"maximum allowed value of a user defined priority is {_HIGHEST}"
            errors.append(forbidden(FieldPath.of("value"), detail))
        if policy is not None and policy not in ("PreemptLowerPriority", "Never"):
            if not policy:
                return [*errors, required(path)]
            errors.append(not_supported(path, NamedString(policy), ("PreemptLowerPriority", "Never")))
        return errors

    def initial_objects(self) -> Iterable[InitialObject]:
        """Returns the system classes of every server."""
        from kapivara.apis.machinery.kinds.initial_object import InitialObject

        for name, (value, description) in _SYSTEM_CLASSES.items():
            yield InitialObject({"metadata": {"name": name}, "value": value, "description": description})

    def prepare_for_create(self, obj: JsonObject) -> None:
        """Sets the generation, which never increases, since the counted fields are immutable."""
        super().prepare_for_create(obj)
        obj["metadata"]["generation"] = 1

    def make_table(self) -> TableLayout:
        """Returns the columns: name, value, default, preemption policy and age.

        Upstream: pkg/printers/internalversion/printers.go printPriorityClass.
        """
        from kapivara.apis.machinery.tables.table import Column, TableLayout, age_column, name_column

        return TableLayout(
            (
                name_column(),
                Column("Value", "integer", lambda obj: _as_class(obj)["value"], description=_VALUE),
                Column("Global-Default", "boolean", _is_default, description=_GLOBAL_DEFAULT),
                age_column(self.surroundings),
                Column("PreemptionPolicy", "string", _policy, description=_PREEMPTION),
            )
        )


KIND = PriorityClassKind


def _system_problem(name: str, value: int, *, is_default: bool) -> str:
    """Returns the reason why a class is not a valid system class; empty if it is one."""
    if name not in _SYSTEM_CLASSES:
        return f"{name} is not a known system priority class"
    if value != _SYSTEM_CLASSES[name][0]:
        return f"value of {name} PriorityClass must be {_SYSTEM_CLASSES[name][0]}"
    return f"globalDefault of {name} PriorityClass must be false" if is_default else ""


def _as_class(obj: JsonObject) -> PriorityClass:
    return cast("PriorityClass", obj)


def _is_default(obj: JsonObject) -> bool:
    return _as_class(obj).get("globalDefault", False)


def _policy(obj: JsonObject) -> str:
    return _as_class(obj).get("preemptionPolicy", "")
