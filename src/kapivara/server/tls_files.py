"""Where the files come from that TLS needs: those given, or some made for this server, by an authority of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kapivara.server.listening import ServeError
from kapivara.server.tls_rotation import TlsFiles
from kapivara.values.record import record


@record
class ProvidedTls:
    """The files that tell how connections are made; `renew` makes those anew that are due, and returns them all."""

    files: TlsFiles
    renew: Callable[[], TlsFiles]

    def reread(self) -> TlsFiles:
        """Returns the files as they are now, for a process that leaves it to another one to renew them."""
        files = self.files
        if not files.authority:
            return files
        from kapivara.server.certificates import AUTHORITY  # who has one has made it by that

        return TlsFiles(files.cert_file, files.key_file, (files.cert_file.parent / AUTHORITY).read_bytes())


@contextmanager
def provide_tls(
    cert_file: Path | None, key_file: Path | None, *, data_dir: Path | None, host: str
) -> Iterator[ProvidedTls]:
    """Provides the files of TLS; raises ServeError and OSError where they cannot be had.

    Files that are made are kept in a folder, where there is one, or gone afterwards.
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
