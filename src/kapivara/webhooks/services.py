"""The configured addresses of services, because there is no cluster network here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from kapivara.values.record import record

_MOST_PORTS = 65535


@record
class Endpoint:
    """A host and a port to connect to."""

    host: str
    port: int


ServiceAddresses: TypeAlias = Mapping[str, Endpoint]
"""The addresses of services, by `namespace/name` and by `namespace/name:port`."""
NO_SERVICES: ServiceAddresses = MappingProxyType({})


class ServiceAddressError(ValueError):
    """An invalid address of a service. The text is for the user."""


def read_service_addresses(given: Mapping[str, str]) -> ServiceAddresses:
    """Parses `HOST:PORT` by `NAMESPACE/NAME` or `NAMESPACE/NAME:PORT`; raises ServiceAddressError."""
    return {service: _read_endpoint(service, where) for service, where in given.items()}


def _read_endpoint(service: str, where: str) -> Endpoint:
    namespace, _, name = service.partition("/")
    host, _, port = where.rpartition(":")
    is_port = port.isascii() and port.isdecimal() and 0 < int(port[:6]) <= _MOST_PORTS
    if not (namespace and name and host and is_port):
        text = f"{service}={where}"
        raise ServiceAddressError(f"{text!r} is not an address of a service: write NAMESPACE/NAME=HOST:PORT")
    return Endpoint(host.removeprefix("[").removesuffix("]"), int(port))
