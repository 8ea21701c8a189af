"""Where the files come from that TLS needs: those given, or some made for this server, by an authority of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.server.listening import ServeError
from kapivara.server.tls_rotation import ServerTls, TlsFiles
from kapivara.values.record import record


@record
class ProvidedTls:
    """How connections are made, and the files that tell it."""

    tls: ServerTls
    files: TlsFiles


@contextmanager
def provide_tls(
    cert_file: Path | None, key_file: Path | None, *, data_dir: Path | None, host: str
) -> Iterator[ProvidedTls]:
    """Provides TLS, and keeps it current; raises ServeError, OSError and ssl.SSLError where it cannot be had.

    Files that are made are kept in a folder, where there is one, or gone afterwards.
    """
    with ExitStack() as closing:
        if cert_file is None and key_file is None:
            renew = _made(closing, data_dir, host)
        else:
            renew = _given(cert_file, key_file)
        files = renew()
        tls = ServerTls(files, renew)
        closing.enter_context(tls.kept_current())
        yield ProvidedTls(tls, files)


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

    from kapivara.server.certificates import provide_certificates  # not light, and not needed for files that are given

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
    """Makes the data folder where it is missing, for its owner only."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(f"{directory}: {error.strerror or error}") from None
