"""Tests of merging the metrics of several processes."""

from __future__ import annotations

import pytest

from kapivara.server.http1.answer import Answer
from kapivara.server.metrics.exposition import answer_metrics
from kapivara.server.metrics.merging import merge_metrics
from kapivara.server.metrics.metrics import Labels, Metrics

ABOUT = "# HELP apiserver_request_total [STABLE] Counter.\n# TYPE apiserver_request_total counter\n"


def merged(own, *others):
    return merge_metrics(Answer(200, own.encode(), []), [each.encode() for each in others]).body.decode()


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ('a{x="1"} 2\n', 'a{x="1"} 3\n', 'a{x="1"} 5\n'),
        ('a{x="1"} 2\n', 'a{x="a b"} 3\n', 'a{x="1"} 2\na{x="a b"} 3\n'),
        ("a 0.25\n", "a 0.5\n", "a 0.75\n"),
        ("a 0.25\n", "", "a 0.25\n"),
        ("", "a 1e+06\n", "a 1000000\n"),
    ],
)
def test_series_are_added_up(own, other, expected):
    assert merged(ABOUT + own, ABOUT + other) == ABOUT + expected


def test_a_metric_stays_together():
    gauge = "# HELP b Gauge.\n# TYPE b gauge\n"
    assert merged(f"{ABOUT}a 1\n{gauge}b 1\n", f'{ABOUT}a{{x="1"}} 1\n') == f'{ABOUT}a 1\na{{x="1"}} 1\n{gauge}b 1\n'


def test_what_tells_how_things_are_is_not_added_up():
    feature = "# HELP kubernetes_feature_enabled F.\n"
    start = "# HELP process_start_time_seconds S.\n"
    one = f'{feature}kubernetes_feature_enabled{{name="A"}} 1\n{start}process_start_time_seconds 20.5\n'
    other = f'{feature}kubernetes_feature_enabled{{name="A"}} 1\n{start}process_start_time_seconds 10.5\n'
    assert merged(one, other) == one.replace("20.5", "10.5")


def test_real_ones():
    metrics = Metrics()
    metrics.observe_request(Labels("GET", resource="pods"), 200, 0.01)
    own = answer_metrics(metrics, ())
    text = merge_metrics(own, [own.body]).body.decode()
    assert 'resource="pods",scope="",subresource="",verb="GET",version=""} 2\n' in text
    alone = merge_metrics(own, []).body.decode().splitlines()
    assert sorted(line.rpartition(" ")[0] for line in alone) == sorted(
        line.rpartition(" ")[0] for line in own.body.decode().splitlines()
    )
