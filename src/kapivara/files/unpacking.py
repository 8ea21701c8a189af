"""Unpacks what gzip has packed: never more than some bytes, however little they take packed."""

from __future__ import annotations

import errno
import zlib
from gzip import BadGzipFile, GzipFile
from io import BytesIO

from kapivara.files.reading import read_stream


def unpack(data: bytes, name: str, most: int) -> bytes:
    """Returns what was packed; raises TooLargeError where that is too much, OSError where it is not of gzip's form."""
    try:
        with GzipFile(fileobj=BytesIO(data)) as packed:
            return read_stream(packed.read, name, most)
    except (BadGzipFile, EOFError, zlib.error) as error:
        raise OSError(errno.EINVAL, f"cannot be unpacked: {error}", name) from None
