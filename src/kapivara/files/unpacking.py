"""Unpacks gzip data up to a maximum number of bytes, however small the packed data is."""

from __future__ import annotations

import errno
import zlib
from gzip import BadGzipFile, GzipFile
from io import BytesIO

from kapivara.files.reading import read_stream


def unpack(data: bytes, name: str, most: int) -> bytes:
    """Returns the unpacked data; raises TooLargeError above the maximum, and OSError for data that is not gzip."""
    try:
        with GzipFile(fileobj=BytesIO(data)) as packed:
            return read_stream(packed.read, name, most)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise OSError(errno.EINVAL, f"cannot be unpacked: {error}", name) from None
