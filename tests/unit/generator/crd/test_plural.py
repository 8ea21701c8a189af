"""The plurals of kinds."""

from __future__ import annotations

import pytest

from kapivara.generator.crd.plural import plural_of


@pytest.mark.parametrize(
    ("kind", "plural"),
    [
        ("CronJob", "cronjobs"),
        ("BackupPolicy", "backuppolicies"),
        ("DNSPolicy", "dnspolicies"),
        ("Gateway", "gateways"),
        ("IPAddress", "ipaddresses"),
        ("Mesh", "meshes"),
        ("Proxy", "proxies"),
        ("Index", "indices"),
        ("HTTPIndex", "httpindices"),
        ("TestQuota", "testquotas"),
        ("Series", "series"),
        ("TimeSeries", "timeseries"),
        ("Media", "media"),
        ("Prometheus", "prometheuses"),
        ("Kubernetes", "kubernetes"),
        ("Person", "people"),
        ("Analysis", "analyses"),
        ("Photo", "photos"),
        ("Box", "boxes"),
        ("Life", "lives"),
        ("Foo", "foos"),
    ],
)
def test_plural(kind: str, plural: str) -> None:
    assert plural_of(kind) == plural
