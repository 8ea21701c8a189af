"""Validation rules of seccomp and AppArmor profiles.

Upstream: pkg/apis/core/validation/validation.go validateSeccompProfileField, ValidateAppArmorProfileField (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kapivara.apis.shared.rules.choices import validate_choice
from kapivara.apis.shared.volumes.file_paths import validate_descending_path
from kapivara.content.messages import byte_length
from kapivara.field import ErrorList, FieldPath, invalid, required, too_long
from kapivara.languages.go.white_space import trim_space
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_LOCALHOST: Final = "Localhost"
_TYPES: Final = (_LOCALHOST, "RuntimeDefault", "Unconfined")
_LONGEST_NAME: Final = 4095


def validate_seccomp_profile(profile: v1.SeccompProfile, path: FieldPath) -> ErrorList:
    """Requires a known type, and a profile name exactly for the type Localhost."""
    kind = profile["type"]
    errors: ErrorList = []
    if not kind:
        errors.append(required(path.child("type"), "type is required when seccompProfile is set"))
    elif kind not in _TYPES:
        errors += validate_choice(kind, path.child("type"), _TYPES)
    place = path.child("localhostProfile")
    if kind == _LOCALHOST:
        if "localhostProfile" not in profile:
            errors.append(required(place, "must be set when seccomp type is Localhost"))
        else:
            errors += validate_descending_path(profile["localhostProfile"], place)
    elif "localhostProfile" in profile:
        from kapivara.apis.machinery.objects.internal_form import internal_form  # only errors need it

        shown = internal_form({**profile}, "core.SeccompProfile")
        errors.append(invalid(place, shown, "can only be set when seccomp type is Localhost"))
    return errors


def validate_app_armor_profile(profile: v1.AppArmorProfile, path: FieldPath) -> ErrorList:
    """Requires a known type, and a profile name exactly for the type Localhost."""
    kind, place = profile["type"], path.child("localhostProfile")
    if kind == _LOCALHOST:
        return _validate_name(profile.get("localhostProfile"), place)
    if not kind:
        return [required(path.child("type"), "type is required when appArmorProfile is set")]
    if kind not in _TYPES:
        return validate_choice(kind, path.child("type"), _TYPES)
    if "localhostProfile" not in profile:
        return []
    shown = NamedString(profile["localhostProfile"])
    return [invalid(place, shown, "can only be set when AppArmor type is Localhost")]


def _validate_name(name: str | None, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    trimmed = trim_space(name) if name else ""
    if name and trimmed != name:
        errors.append(invalid(path, name, "must not be padded with whitespace"))
    elif not trimmed:
        errors.append(required(path, "must be set when AppArmor type is Localhost"))
    if name and byte_length(name) > _LONGEST_NAME:
        errors.append(too_long(path, _LONGEST_NAME))
    return errors
