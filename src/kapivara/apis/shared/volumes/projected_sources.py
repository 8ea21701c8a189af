"""Validation rules of projected volumes: files of several sources, tokens and certificates.

Upstream: pkg/apis/core/validation/validation.go validateProjectedVolumeSource, validateProjectionSources (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.machinery.objects.internal_form import internal_form
from kapivara.apis.shared.rules.choices import validate_present
from kapivara.apis.shared.rules.labels import shown_selector, validate_label_selector
from kapivara.apis.shared.rules.signer_names import (
    is_kubernetes_signer,
    signer_of_trust_bundle,
    trust_bundle_name_problems,
    validate_signer_name,
)
from kapivara.apis.shared.volumes.file_paths import is_local_path, validate_local_path, validate_mode, validate_user
from kapivara.apis.shared.volumes.volume_files import validate_downward_api_file, validate_key_to_path
from kapivara.content.names import is_label_key
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required, too_long
from kapivara.meta.object_meta import TOTAL_ANNOTATION_SIZE_LIMIT, annotations_size

if TYPE_CHECKING:
    import kapivara.apis.groups.core.v1.zz_generated_types as v1

_SHORTEST_TOKEN: Final = 600
_LONGEST_TOKEN: Final = 2**32
_KEY_TYPES: Final = ("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519")
_SHORTEST_CERTIFICATE: Final = 3600
_LONGEST_CERTIFICATE: Final = 91 * 86400
_LONGEST_OF_KUBERNETES: Final = 86400
_CLASH: Final = "conflicting duplicate paths"


def validate_projected(
    source: v1.ProjectedVolumeSource, path: FieldPath, *, any_token_paths: bool = False
) -> ErrorList:
    """Requires valid sources, each of one type, and unique file paths."""
    errors = validate_mode(source.get("defaultMode"), path.child("defaultMode"))
    errors += validate_user(source.get("defaultUser"), path.child("defaultUser"))
    sources = source["sources"] or ()
    files = _Files(path)
    for position, each in enumerate(sources):
        errors += _validate_source(each, path.child("sources").index(position), files, any_token_paths=any_token_paths)
    return errors


class _Files:
    """The file paths of the sources so far; `volume` is the path of errors about conflicts."""

    __slots__ = ("_paths", "volume")

    def __init__(self, volume: FieldPath):
        self.volume = volume
        self._paths: set[str] = set()

    def add(self, path: str, shown: str) -> ErrorList:
        """Adds a file path; returns an error if it exists already."""
        if path in self._paths:
            return [invalid(self.volume, shown, _CLASH)]
        self._paths.add(path)
        return []


def _validate_source(
    source: v1.VolumeProjection, path: FieldPath, files: _Files, *, any_token_paths: bool
) -> ErrorList:
    errors: ErrorList = []
    if "secret" in source:
        errors += _validate_keys(source["secret"], path.child("secret"), files)
    if "configMap" in source:
        errors += _validate_keys(source["configMap"], path.child("configMap"), files)
    if "downwardAPI" in source:
        for item in source["downwardAPI"].get("items", ()):
            errors += validate_downward_api_file(item, path.child("downwardAPI"))
            errors += files.add(item["path"], item["path"]) if item["path"] else []
    if "serviceAccountToken" in source:
        place = path.child("serviceAccountToken")
        errors += _validate_token(source["serviceAccountToken"], place, files, any_paths=any_token_paths)
    if "clusterTrustBundle" in source:
        errors += _validate_trust_bundle(source["clusterTrustBundle"], path.child("clusterTrustBundle"), files)
    if "podCertificate" in source:
        errors += _validate_certificate(source["podCertificate"], path.child("podCertificate"), files)
    if len(source) > 1:
        errors.append(forbidden(path, "may not specify more than 1 volume type per source"))
    return errors


def _validate_keys(source: v1.SecretProjection | v1.ConfigMapProjection, path: FieldPath, files: _Files) -> ErrorList:
    """Requires the name of a Secret or ConfigMap, and valid files."""
    errors = validate_present(source, path, "name")
    for position, item in enumerate(source.get("items", ())):
        errors += validate_key_to_path(item, path.child("items").index(position))
        errors += files.add(item["path"], source.get("name", "")) if item["path"] else []
    return errors


def _validate_token(
    source: v1.ServiceAccountTokenProjection, path: FieldPath, files: _Files, *, any_paths: bool
) -> ErrorList:
    """Requires an expiration within bounds, and a path. Kept: errors name the path as a field of the volume."""
    errors: ErrorList = []
    seconds, place = source.get("expirationSeconds"), path.child("expirationSeconds")
    if seconds is None:
        errors.append(required(place))
    elif seconds < _SHORTEST_TOKEN:
        errors.append(invalid(place, seconds, "may not specify a duration less than 10 minutes"))
    elif seconds > _LONGEST_TOKEN:
        errors.append(invalid(place, seconds, "may not specify a duration larger than 2^32 seconds"))
    if not source["path"]:
        errors.append(required(files.volume.child("path")))
    elif not any_paths:
        errors += validate_local_path(source["path"], files.volume.child("path"))
    return errors + validate_user(source.get("user"), path.child("user"))


def _validate_trust_bundle(source: v1.ClusterTrustBundleProjection, path: FieldPath, files: _Files) -> ErrorList:
    """Requires the name of a trust bundle, or a signer with a label selector, and a path."""
    if "name" in source and "signerName" in source:
        shown = internal_form(source, "core.ClusterTrustBundleProjection")
        errors = [invalid(path, shown, "only one of name and signerName may be used")]
    elif "name" in source:
        errors = _validate_bundle_name(source, path)
    elif "signerName" in source:
        detail = "must be a valid signer name"
        errors = [] if source["signerName"] else [required(path.child("signerName"), detail)]
        errors += validate_signer_name(source["signerName"], path.child("signerName"))
        errors += validate_label_selector(source.get("labelSelector"), path.child("labelSelector"))
    else:
        errors = [required(path, "either name or signerName must be specified")]
    errors += validate_present(source, path, "path")
    errors += validate_user(source.get("user"), path.child("user"))
    errors += validate_local_path(source["path"], path.child("path"))
    return errors + files.add(source["path"], source["path"])


def _validate_bundle_name(source: v1.ClusterTrustBundleProjection, path: FieldPath) -> ErrorList:
    name, place = source["name"], path.child("name")
    errors = [] if name else [required(place, "must be a valid object name")]
    errors += [
        invalid(place, name, f"not a valid clustertrustbundlename: {problem}")
        for problem in trust_bundle_name_problems(name, signer_of_trust_bundle(name))
    ]
    if "labelSelector" in source:
        detail = "labelSelector must be unset if name is specified"
        errors.append(invalid(path.child("labelSelector"), shown_selector(source["labelSelector"]), detail))
    return errors


def _validate_certificate(source: v1.PodCertificateProjection, path: FieldPath, files: _Files) -> ErrorList:
    """Requires a signer, a known key type, a valid expiration, and at least one path."""
    signer = source.get("signerName", "")
    errors = validate_signer_name(signer, path.child("signerName"))
    errors += validate_user_annotations(source.get("userAnnotations", {}), path.child("userAnnotations"))
    errors += validate_user(source.get("user"), path.child("user"))
    if source.get("keyType", "") not in _KEY_TYPES:
        errors.append(not_supported(path.child("keyType"), source.get("keyType", ""), _KEY_TYPES))
    if "maxExpirationSeconds" in source:
        longest = _LONGEST_OF_KUBERNETES if is_kubernetes_signer(signer) else _LONGEST_CERTIFICATE
        errors += _validate_expiration(source["maxExpirationSeconds"], path.child("maxExpirationSeconds"), longest)
    given: dict[str, Any] = {**source}
    paths = [each for each in ("credentialBundlePath", "keyPath", "certificateChainPath") if given.get(each)]
    for each in paths:
        text = given[each]
        errors += [] if is_local_path(text) else validate_local_path(text, path.child(each))
        errors += files.add(text, text)
    if not paths:
        detail = "specify at least one of credentialBundlePath, keyPath, and certificateChainPath"
        errors.append(required(path, detail))
    return errors


def _validate_expiration(seconds: int, path: FieldPath, longest: int) -> ErrorList:
    prefix = "if provided, maxExpirationSeconds must be"
    if seconds < _SHORTEST_CERTIFICATE:
        return [invalid(path, seconds, f"{prefix} >= {_SHORTEST_CERTIFICATE}")]
    return [invalid(path, seconds, f"{prefix} <= {longest}")] if seconds > longest else []


def validate_user_annotations(annotations: dict[str, str], path: FieldPath) -> ErrorList:
    """Requires annotation keys with a domain, compared in lower case, within the size limit."""
    errors: ErrorList = []
    for key in map(str.lower, annotations):
        if not key:
            errors.append(required(path))
        elif problems := is_label_key(key):
            errors += [invalid(path, key, problem) for problem in problems]
        elif "/" not in key:
            errors.append(invalid(path, key, 'must be a domain-prefixed key (such as "acme.io/foo")'))
    if annotations_size(annotations) > TOTAL_ANNOTATION_SIZE_LIMIT:
        errors.append(too_long(path, TOTAL_ANNOTATION_SIZE_LIMIT))
    return errors
