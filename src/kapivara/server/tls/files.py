"""Provides the TLS files: the given ones, or generated ones with a certificate authority of this server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.server.listening import ServeError
from kapivara.server.tls.rotation import TlsFiles
from kapivara.values.record import record


@record
class ProvidedTls:
    """The TLS files; `renew` regenerates those that are due, and returns all."""

    files: TlsFiles
    renew: Callable[[], TlsFiles]

    def reread(self) -> TlsFiles:
        """Returns the current files, for a process that does not renew them itself."""
        files = self.files
        if not files.authority:
            return files
        from kapivara.server.tls.certificates import AUTHORITY  # only `provide_certificates` creates an authority

        return TlsFiles(files.cert_file, files.key_file, (files.cert_file.parent / AUTHORITY).read_bytes())


@contextmanager
def provide_tls(
    cert_file: Path | None, key_file: Path | None, *, data_dir: Path | None, host: str
) -> Iterator[ProvidedTls]:
    """Provides the TLS files; raises ServeError and OSError on failure.

    Generated files are kept in `data_dir`, or deleted afterwards without one.
    """
    with ExitStack() as closing:
        if cert_file is None and key_file is None:
            renew = _made(closing, data_dir, host)
        else:
            renew = _given(cert_file, key_file)
        yield ProvidedTls(renew(), renew)


def _given(cert_file: Path | None, key_file: Path | None) -> Callable[[], TlsFiles]:
    if cert_file is None or key_file is None:
        raise ServeError("a certificate and its key go together: give both files")
    for file in (cert_file, key_file):
        if not file.is_file():
            raise ServeError(f"there is no file {file}")
    files = TlsFiles(cert_file, key_file)
    return lambda: files


def _made(closing: ExitStack, data_dir: Path | None, host: str) -> Callable[[], TlsFiles]:
    from tempfile import TemporaryDirectory

    from kapivara.server.tls.certificates import provide_certificates  # slow to import, and not needed for given files

    if data_dir is None:
        directory = Path(closing.enter_context(TemporaryDirectory("-kapivara")))
    else:
        _make_private(data_dir)
        directory = data_dir / "tls"

    def renew() -> TlsFiles:
        made = provide_certificates(directory, [host])
        return TlsFiles(made.certificate, made.key, made.authority, made.notes)

    return renew


def _make_private(directory: Path) -> None:
    """Creates a missing data folder for its owner only."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(f"{directory}: {error.strerror or error}") from None
