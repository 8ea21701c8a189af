"""Kinds without a server."""

from kapivara.apis.machinery.server.feature_gates import DEFAULT_GATES, FeatureGates, RolloutStage
from kapivara.apis.machinery.server.surroundings import AllObjects
from kapivara.authorization.access import Access
from kapivara.authorization.user_info import UserInfo
from kapivara.codec.typed.decoding import decode_typed
from kapivara.schema.server_version import NEWEST
from kapivara.storage import NothingSince

NOW = "2030-01-02T03:04:05Z"


class Alone:
    """Surroundings that contain only what a test adds."""

    assumes_namespaces = True
    user = UserInfo("jane", "1", ("readers",))
    rollout_stage = RolloutStage.LEVELS
    server_version = NEWEST

    def __init__(self, feature_gates: FeatureGates = DEFAULT_GATES):
        self.feature_gates = feature_gates
        self.time = NOW
        self.peers = []
        self.reconciled = []

    is_unbound = True
    asked = Access(user, "")

    def decide(self, access):
        return self.authorizer.decide(access)

    def authenticate(self, token):
        return self.user if token == "hers" else None

    def now(self):
        return self.time

    def stored(self, resource, name, namespace=""):
        return None

    def get(self, resource, name, namespace=""):
        raise LookupError(name)

    def all_of(self, resource):
        return AllObjects({each["metadata"]["name"]: each for each in self.peers}, NothingSince("/registry/", 1))

    def index_of(self, resource, make):
        return make(), NothingSince("/registry/", 1)

    def reconcile(self, resource, name):
        self.reconciled.append(name)


def kind_of(row, surroundings=None):
    """Returns the kind of a catalog row."""
    return row.load().at(row.at(row.versions[0]), surroundings or Alone())


def read(kind, value, **more):
    """Decodes a value as an object of a kind, without defaults."""
    return decode_typed(value, kind.shape, **more)
