"""Would a real Kubernetes API server accept this object, and if not, what exactly would it say?

Python programs start with `from kapivara import Api`; each name is imported on first use.
"""

TYPE_CHECKING = False  # importing typing would take half the time of `import kapivara`
if TYPE_CHECKING:
    from kapivara.api import Api, ApiError, LoadError, Outcome, Watch, WatchEvent
    from kapivara.version import VERSION

    __version__ = VERSION

__all__ = ["Api", "ApiError", "LoadError", "Outcome", "Watch", "WatchEvent", "__version__"]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from kapivara.version import VERSION

        return VERSION
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from kapivara import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
