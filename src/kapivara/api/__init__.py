"""The façade for Python programs: an API server in process, with plain calls on plain values."""

from kapivara.api.facade import Api
from kapivara.meta import ApiError
from kapivara.registry.outcome import Outcome

__all__ = ["Api", "ApiError", "LoadError", "Outcome", "Watch", "WatchEvent"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kapivara.api.loading import LoadError
    from kapivara.api.watching import Watch, WatchEvent


def __getattr__(name: str) -> object:
    """Imports rarely used names on first use."""
    match name:
        case "LoadError":
            from kapivara.api import loading

            return loading.LoadError
        case "Watch" | "WatchEvent":
            from kapivara.api import watching

            return getattr(watching, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
