"""Would a real Kubernetes API server accept this object, and if not, what exactly would it say?

`from kapivara import Api, Outcome` is the door for Python programs; both are imported when they are first used.
"""

TYPE_CHECKING = False  # typing's own would cost half of what `import kapivara` does
if TYPE_CHECKING:
    from kapivara.api import Api, Outcome

__all__ = ["Api", "Outcome"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kapivara import api

    return getattr(api, name)
