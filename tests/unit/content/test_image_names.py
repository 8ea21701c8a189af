"""Tests of the tags in image names."""

import pytest

from kapivara.content.image_names import image_tag

SHA256 = "sha256:" + "ab" * 32


@pytest.mark.parametrize(
    ("image", "tag"),
    [
        ("busybox", "latest"),
        ("busybox:1.36", "1.36"),
        ("busybox:latest", "latest"),
        ("team/app", "latest"),
        ("example.com:5000/team/app", "latest"),
        ("example.com:5000/team/app:v1", "v1"),
        ("localhost/app", "latest"),
        ("[::1]:5000/app:v2", "v2"),
        ("Host/app", "latest"),
        ("index.docker.io/app", "latest"),
        ("docker.io/app:a_b.c-d", "a_b.c-d"),
        (f"busybox@{SHA256}", ""),
        (f"busybox:latest@{SHA256}", "latest"),
        (f"busybox@{SHA256.upper()}", ""),
        ("busybox:latest@sha256:" + "a" * 63, ""),
        ("busybox:latest@md5:" + "a" * 32, ""),
        ("busybox:latest@sha384:" + "a" * 96, "latest"),
        ("a" * 64, ""),
        ("a" * 63, "latest"),
        ("g" * 247, "latest"),
        ("g" * 248, ""),
        ("", ""),
        ("Busybox", ""),
        ("-/app", ""),
        ("a.b:/app", ""),
        ("app:", ""),
        ("app:-v", ""),
        ("app:" + "t" * 129, ""),
        ("app\n", ""),
        ("a__b/c-d--e", "latest"),
        ("a___b", ""),
        ("a..b/c", ""),
        ("äpp", ""),
    ],
    ids=lambda text: text[:30] if text else "none",
)
def test_the_tag_of_an_image(image: str, tag: str) -> None:
    assert image_tag(image) == tag


@pytest.mark.parametrize("image", ["a-" * 50_000, "a." * 50_000 + "/b", "a/" * 50_000, "[" + ":" * 100_000])
def test_long_names_end_soon(image: str) -> None:
    assert image_tag(image) == ""
