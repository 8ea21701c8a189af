"""Validation rules of NetworkPolicy: selectors, ports and peers.

Upstream: pkg/apis/networking/validation/validation.go ValidateNetworkPolicySpec, ValidateNetworkPolicyPeer,
ValidateIPBlock (1.37).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final

from kapivara.apis.shared.rules.cidrs import read_cidr, validate_legacy_cidr
from kapivara.apis.shared.rules.labels import validate_label_selector
from kapivara.apis.shared.rules.ports import validate_port_name, validate_port_number
from kapivara.field import ErrorList, FieldPath, forbidden, invalid, not_supported, required
from kapivara.values.rendering import NamedString

if TYPE_CHECKING:
    import kapivara.apis.groups.networking.v1.zz_generated_types as v1

_SPEC: Final = FieldPath.of("spec")
_PROTOCOLS: Final = ("TCP", "UDP", "SCTP")
_TYPES: Final = ("Ingress", "Egress")
DIRECTIONS: Final = (("ingress", "from"), ("egress", "to"))


def validate_network_policy(spec: v1.NetworkPolicySpec, old: v1.NetworkPolicySpec | None) -> ErrorList:
    """Requires valid selectors, ports and peers; an update may keep its old CIDR blocks."""
    selector = spec.get("podSelector")
    any_values = old is not None and bool(validate_label_selector(old.get("podSelector"), _SPEC))
    known = () if old is None else _blocks_of(old)
    errors = validate_label_selector(selector, _SPEC.child("podSelector"), any_values=any_values)
    rules: Any = spec
    for direction, peers in DIRECTIONS:
        for position, rule in enumerate(rules.get(direction) or ()):
            path = _SPEC.child(direction).index(position)
            for place, port in enumerate(rule.get("ports") or ()):
                errors += _validate_port(port, path.child("ports").index(place))
            for place, peer in enumerate(rule.get(peers) or ()):
                errors += _validate_peer(peer, path.child(peers).index(place), known, any_values=any_values)
    return errors + _validate_types(spec.get("policyTypes") or [], _SPEC.child("policyTypes"))


def _blocks_of(spec: v1.NetworkPolicySpec) -> Collection[str]:
    rules: Any = spec
    blocks = [
        peer["ipBlock"]
        for direction, peers in DIRECTIONS
        for rule in rules.get(direction) or ()
        for peer in rule.get(peers) or ()
        if "ipBlock" in peer
    ]
    return {text for block in blocks for text in (block["cidr"], *(block.get("except") or ()))}


def _validate_types(types: Sequence[str], path: FieldPath) -> ErrorList:
    if len(types) > len(_TYPES):
        return [invalid(path, types, "may not specify more than two policyTypes")]
    return [
        not_supported(path.index(position), NamedString(each), _TYPES)
        for position, each in enumerate(types)
        if each not in _TYPES
    ]


def _validate_port(port: v1.NetworkPolicyPort, path: FieldPath) -> ErrorList:
    errors: ErrorList = []
    protocol, number, last = port.get("protocol"), port.get("port"), port.get("endPort")
    if protocol is not None and protocol not in _PROTOCOLS:
        errors.append(not_supported(path.child("protocol"), NamedString(protocol), _PROTOCOLS))
    end = path.child("endPort")
    if number is None:
        if last is not None:
            errors.append(invalid(end, last, "may not be specified when `port` is not specified"))
    elif isinstance(number, int):
        errors += validate_port_number(number, path.child("port"))
        if last is not None:
            if last < number:
                errors.append(invalid(end, last, "must be greater than or equal to `port`"))
            errors += validate_port_number(last, end)
    else:
        if last is not None:
            errors.append(invalid(end, last, "may not be specified when `port` is non-numeric"))
        errors += validate_port_name(number, path.child("port"))
    return errors


def _validate_peer(
    peer: v1.NetworkPolicyPeer, path: FieldPath, known: Collection[str], *, any_values: bool
) -> ErrorList:
    errors: ErrorList = []
    pods, namespaces, block = peer.get("podSelector"), peer.get("namespaceSelector"), peer.get("ipBlock")
    errors += validate_label_selector(pods, path.child("podSelector"), any_values=any_values)
    errors += validate_label_selector(namespaces, path.child("namespaceSelector"), any_values=any_values)
    if block is not None:
        errors += _validate_block(block, path.child("ipBlock"), known)
        if pods is not None or namespaces is not None:
            errors.append(forbidden(path, "may not specify both ipBlock and another peer"))
    elif pods is None and namespaces is None:
        errors.append(required(path, "must specify a peer"))
    return errors


def _validate_block(block: v1.IPBlock, path: FieldPath, known: Collection[str]) -> ErrorList:
    """Requires a CIDR block, and exceptions that are smaller parts of that block."""
    if not block["cidr"]:
        return [required(path.child("cidr")).marked(covered_by_declarative=True)]
    errors = validate_legacy_cidr(block["cidr"], path.child("cidr"), known)
    whole = read_cidr(block["cidr"])
    if whole is None:
        return errors
    first, length = whole
    for position, text in enumerate(block.get("except") or ()):
        place = path.child("except").index(position)
        errors += validate_legacy_cidr(text, place, known)
        part = read_cidr(text)
        if part is None:
            continue
        shift = (32 if first.family == 4 else 128) - length
        inside = part[0].family == first.family and part[0].number >> shift == first.number >> shift
        if not inside or length >= part[1]:
            errors.append(invalid(place, text, "must be a strict subset of `cidr`"))
    return errors
