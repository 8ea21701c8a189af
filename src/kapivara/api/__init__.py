"""The façade for Python programs: an API server in the process, with plain calls and plain values.

It keeps its objects in memory and opens no port.

Steps:

- `facade.py`: the class `Api`: one method per verb, each of which returns an `Outcome`
- `request_parts.py`: decodes manifests and options, and reports what is wrong before a request is made
- `loading.py`: loads files of manifests, CRDs first;
  the values of options as types, so that a type checker finds a misspelt one
- `watching.py`: iterates over the events of a watch

Entry point: `facade.Api`.
"""

from kapivara.api.facade import Api
from kapivara.meta import ApiError
from kapivara.registry.requests.outcome import Outcome

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
