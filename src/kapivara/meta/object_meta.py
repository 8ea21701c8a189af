"""Validation rules of `metadata`, for all kinds.

The functions read decoded metadata, whose fields have their types; null counts as missing. Declarative rules exist
upstream, at a level that is not enforced: the texts are those of the hand-written rules.
Upstream: apimachinery/pkg/api/validation/objectmeta.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from kapivara.content.messages import byte_length
from kapivara.content.names import is_label_key, is_label_value, name_is_dns_label, name_is_path_segment
from kapivara.field import ErrorList, FieldError, FieldPath, forbidden, invalid, required, too_long
from kapivara.field.errors import first_reported
from kapivara.meta import owners
from kapivara.meta.managed_fields import is_plain_entry, validate_managed_fields
from kapivara.values import JsonObject
from kapivara.values.caches import cache_short_texts
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import ObjectMeta

NameCheck: TypeAlias = Callable[[str, bool], list[str]]
"""Returns the errors of a name, or of a generateName if the second argument is True."""

TOTAL_ANNOTATION_SIZE_LIMIT = 256 * 1024
"""The maximum size of all annotations of an object in bytes, keys included."""

_LONGEST_CHARACTER = 4  # bytes in UTF-8

METADATA = FieldPath.of("metadata")

_IMMUTABLE = "field is immutable"


def validate_object_meta(
    meta: ObjectMeta, *, namespaced: bool, name_check: NameCheck, path: FieldPath = METADATA
) -> ErrorList:
    """Validates the metadata of an object to be created, whose name has been generated if requested.

    Upstream: ValidateObjectMetaDeclaratively.
    """
    return without_repeats(_errors_of_new(meta, path, namespaced=namespaced, name_check=name_check))


def without_repeats(errors: ErrorList) -> ErrorList:
    """Returns errors without duplicates. Kept: upstream drops them when it merges errors.

    Upstream: apimachinery/pkg/util/validation/field/errors.go ErrorList.Filter.
    """
    return list({str(error): error for error in errors}.values()) if len(errors) > 1 else errors


def _errors_of_new(meta: ObjectMeta, path: FieldPath, *, namespaced: bool, name_check: NameCheck) -> ErrorList:
    """Validates new metadata; Upstream: ValidateObjectMetaAccessor."""
    errors: ErrorList = []
    generate_name, name = text_of(meta, "generateName"), text_of(meta, "name")
    if generate_name:
        errors += [invalid(path.child("generateName"), generate_name, each) for each in name_check(generate_name, True)]
    if name:
        errors += [invalid(path.child("name"), name, each) for each in name_check(name, False)]
    else:
        errors.append(required(path.child("name"), "name or generateName is required"))
    errors += _validate_namespace(text_of(meta, "namespace"), namespaced, path)
    errors += _validate_generation(meta, path)
    errors += _validate_shared(meta, path, finalizers=True)
    return errors


def _validate_shared(meta: ObjectMeta, path: FieldPath, *, finalizers: bool) -> ErrorList:
    """Validates the fields that create and update share; most objects have few of them."""
    errors: ErrorList = []
    labels = meta.get("labels")
    if labels and not are_labels(labels):
        errors += validate_labels(labels, path.child("labels"))
    if annotations := meta.get("annotations"):
        errors += validate_annotations(annotations, path.child("annotations"))
    if references := meta.get("ownerReferences"):
        errors += owners.validate_owner_references(references, path.child("ownerReferences"))
    if finalizers and meta.get("finalizers"):
        errors += owners.validate_finalizers(finalizers_of(meta), path.child("finalizers"))
    managers = meta.get("managedFields")
    if managers and not all(map(is_plain_entry, managers)):
        errors += validate_managed_fields(managers, path.child("managedFields"))
    return errors


def validate_object_meta_update(new: ObjectMeta, old: ObjectMeta, path: FieldPath = METADATA) -> ErrorList:
    """Validates the metadata of an object to be updated against the stored metadata.

    Upstream: ValidateObjectMetaDeclaratively.
    """
    return without_repeats(_errors_of_change(new, old, path))


def _errors_of_change(new: ObjectMeta, old: ObjectMeta, path: FieldPath) -> ErrorList:
    """Validates changed metadata; Upstream: ValidateObjectMetaAccessorUpdate."""
    errors: ErrorList = []
    if old.get("deletionTimestamp") is not None:
        errors += owners.validate_no_new_finalizers(finalizers_of(new), finalizers_of(old), path.child("finalizers"))
    if not text_of(new, "resourceVersion"):
        errors.append(invalid(path.child("resourceVersion"), "", "must be specified for an update"))
    errors += _validate_generation(new, path)
    if _number(new, "generation") < _number(old, "generation"):
        errors.append(invalid(path.child("generation"), _number(new, "generation"), "must not be decremented"))
    errors += _validate_immutable_fields(new, old, path)
    errors += _validate_shared(new, path, finalizers=False)
    return errors


def validate_common_fields(new: ObjectMeta, old: ObjectMeta, *, namespaced: bool) -> ErrorList:
    """Runs the rules of every update before the kind's own rules, which repeat some of them.

    Upstream: apiserver/pkg/registry/rest/update.go validateCommonFields.
    """
    errors = _errors_of_new(new, METADATA, namespaced=namespaced, name_check=name_is_path_segment)
    return errors + _errors_of_change(new, old, METADATA)


@cache_short_texts(24_576)
def is_label(key: str, value: str) -> bool:
    """Returns True if a label's key and value are valid.

    Cached, since most recur. The cache holds 10,000 labels of a selector until those of its template are validated
    (`built-in-growth`); full, it takes 6 MB.
    """
    return not is_label_key(key) and not is_label_value(value)


def are_labels(labels: Mapping[str, Any]) -> bool:
    """Returns True if all labels are valid."""
    for key, value in labels.items():  # noqa: SIM110  hot
        if not is_label(key, value or ""):
            return False
    return True


def validate_labels(labels: JsonObject, path: FieldPath) -> ErrorList:
    """Validates keys and values of labels; errors name the whole map."""
    return first_reported(_label_errors(labels, path))


def _label_errors(labels: JsonObject, path: FieldPath) -> Iterator[FieldError]:
    for key, value in labels.items():
        yield from _key_errors(key, key, path)
        text = value or ""
        for problem in is_label_value(text):
            yield invalid(path, text, problem).with_origin("format=k8s-label-value")


def _key_errors(key: str, read_as: str, path: FieldPath) -> Iterator[FieldError]:
    for problem in is_label_key(read_as):
        yield invalid(path, key, problem).with_origin("format=k8s-label-key")


def annotations_size(annotations: JsonObject) -> int:
    """Returns the total size of annotations in bytes, keys and values."""
    return sum(byte_length(key) + byte_length(value or "") for key, value in annotations.items())


def validate_annotations(annotations: JsonObject, path: FieldPath) -> ErrorList:
    """Validates the keys of annotations, ignoring case, and their total size."""
    if _are_plain_annotations(annotations):
        return []
    lowered = ((key, _lowered(key)) for key in annotations)
    errors = first_reported(error for key, read_as in lowered for error in _key_errors(key, read_as, path))
    if annotations_size(annotations) > TOTAL_ANNOTATION_SIZE_LIMIT:
        errors.append(too_long(path, TOTAL_ANNOTATION_SIZE_LIMIT))
    return errors


def _are_plain_annotations(annotations: JsonObject) -> bool:
    """Returns True if annotations are valid by a fast check."""
    length = 0
    for key, value in annotations.items():
        if not _is_annotation_key(key):
            return False
        length += len(key) + len(value or "")
    return length * _LONGEST_CHARACTER <= TOTAL_ANNOTATION_SIZE_LIMIT


@cache_short_texts(2048)
def _is_annotation_key(key: str) -> bool:
    return not is_label_key(_lowered(key))


def _lowered(key: str) -> str:
    return key.replace("\u0130", "i").lower()  # Go has one letter for this capital


def finalizer_warnings(new: ObjectMeta, old: ObjectMeta | None = None) -> list[str]:
    """Warns of unqualified finalizers that a request adds to a custom resource; takes whole metadata.

    Upstream: apiextensions-apiserver/pkg/registry/customresource/strategy.go generateWarningsFromObj.
    """
    if not new.get("finalizers"):
        return []
    return owners.finalizer_warnings(finalizers_of(new), finalizers_of(old or {}), METADATA.child("finalizers"))


def text_of(meta: Mapping[str, object], field: str) -> str:
    """Returns a text field of metadata; empty if missing."""
    value = meta.get(field)
    return value if type(value) is str else ""


def finalizers_of(meta: ObjectMeta) -> list[str]:
    """Returns the finalizers of metadata."""
    return [each or "" for each in meta.get("finalizers") or []]


def _validate_namespace(namespace: str, namespaced: bool, path: FieldPath) -> ErrorList:
    if not namespaced:
        return [forbidden(path.child("namespace"), "not allowed on this type")] if namespace else []
    if not namespace:
        return [required(path.child("namespace"))]
    return [invalid(path.child("namespace"), namespace, problem) for problem in name_is_dns_label(namespace)]


def _validate_generation(meta: ObjectMeta, path: FieldPath) -> ErrorList:
    generation = _number(meta, "generation")
    if generation >= 0:
        return []
    error = invalid(path.child("generation"), generation, "must be greater than or equal to 0")
    return [error.with_origin("minimum").marked(covered_by_declarative=True)]


def _validate_immutable_fields(new: ObjectMeta, old: ObjectMeta, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    for field in ("name", "namespace"):
        if text_of(new, field) != text_of(old, field):
            errors.append(invalid(path.child(field), text_of(new, field), _IMMUTABLE))
    if text_of(new, "uid") != text_of(old, "uid"):
        shown: Any = NamedString(text_of(new, "uid"))
        errors.append(_covered(invalid(path.child("uid"), shown, _IMMUTABLE)))
    for field in ("creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"):
        if new.get(field) != old.get(field):
            shown = new.get(field)
            shown = NamedString(shown) if type(shown) is str else shown
            errors.append(_covered(invalid(path.child(field), shown, _IMMUTABLE)))
    return errors


def _covered(error: FieldError) -> FieldError:
    """Marks an error about an immutable field as covered by a declarative rule."""
    return error.with_origin("immutable").marked(covered_by_declarative=True)


def _number(meta: Mapping[str, object], field: str) -> int:
    value = meta.get(field)
    return value if type(value) is int else 0
