"""Rounds of many small inputs, a few hundred of each sort: dry runs, which leave nothing behind.

Small inputs go through the same entry points as large ones, thousands per second. Large, wide, deep or expensive
inputs belong to the rounds of `hostile_rounds.py` and `hostile_plays.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from bench.hostile_doors import DEFINITIONS, JSON, Answer, Target
from bench.hostile_inputs import builtins, definitions, expressions, messages, objects, patches, patterns
from bench.hostile_inputs.mutations import LARGEST, Tokens, changed_bytes, changed_json, changed_words, json_tokens
from bench.hostile_inputs.scalars import json_text, value
from bench.hostile_plays import PROTOBUF
from bench.hostile_rounds import MODES, PATCH_TYPES, Round, first_document, is_json, judge_files, remove
from bench.hostile_streams import Sent, call_all, stream
from kapivara.cli.commands.cel.evaluation import VariableContext
from kapivara.cli.commands.cel.report import render_json
from kapivara.server.responses.yaml_text import to_yaml

BATCH = 100
BODY_BATCHES, PATCH_BATCHES, BUILTIN_BATCHES, SMALL_BATCHES = 12, 6, 6, 4
ATTEMPTS = 30
DEFINITION_BYTES = 20_000
TYPES = {**PATCH_TYPES, patches.STRATEGIC_PATCH: "strategic"}
OWNER = "fieldManager=hostile&force=true"


def play_bodies(round_: Round) -> None:
    """Sends objects of a CRD, and patches of one of them."""
    found = _accepted(round_)
    if found is None:
        return
    definition, name = found, "kept"
    kind = definition["spec"]["names"]["kind"]
    path = f"/apis/{definitions.GROUP}/{definitions.VERSION}/namespaces/default/{definition['spec']['names']['plural']}"
    for _ in range(BODY_BATCHES):
        mode = round_.random.choice(MODES)
        bodies = _bodies(round_, lambda: objects.whole(round_.random, definition, "a"))
        answers = _create_all(round_, "bodies", path, bodies, mode)
        if round_.random.random() < 0.02:
            _judge(round_, definition, mode, bodies, answers)
    target = f"{definitions.GROUP}/{definitions.VERSION}", kind, name
    for _ in range(ATTEMPTS):
        made = objects.whole(round_.random, definition, name)
        if _stored(round_, path, made):
            _patch_all(round_, path, target, made)
            break
    remove(round_, definition)


def _accepted(round_: Round) -> dict[str, Any] | None:
    """Creates CRDs until both entry points accept one that is not large; returns it, or None."""
    for _ in range(ATTEMPTS):
        about = round_.random.choice(("schemas", "schemas", "expressions", "patterns"))
        made = definitions.definition(round_.random, round_.number, about=about)
        data = json_text(made).encode()
        if len(data) > DEFINITION_BYTES:
            continue
        round_.inputs[about] += 1
        served = round_.ask("POST", DEFINITIONS, data)
        called = round_.timed("library create", data, lambda data=data: round_.library.create(data, ""))  # type: ignore[misc]
        round_.agree("create definition", data, served, called)
        if served.code == 201:
            return made
    return None


def _bodies(round_: Round, make: Callable[[], dict[str, Any]]) -> list[bytes]:
    """Returns a batch of bodies: some objects, and variants with changed tokens, as JSON and as YAML."""
    random = round_.random
    found: list[bytes] = []
    while len(found) < BATCH:
        made = make()
        data = json_text(made).encode()
        if len(data) > LARGEST or random.random() < 0.1:
            found.append(objects.body(random, made)[:LARGEST])
        elif random.random() < 0.15:
            found += _yaml(round_, made)
        else:
            tokens = json_tokens(data)
            found += [data, *(changed_json(random, tokens) for _ in range(6))]
            found += [changed_bytes(random, data) for _ in range(3)]
    return found[:BATCH]


def _yaml(round_: Round, made: dict[str, Any]) -> list[bytes]:
    """Returns an object in YAML, and variants with changed words and lines."""
    written = to_yaml(made)
    return [written, *(changed_words(round_.random, written) for _ in range(9))]


def _create_all(round_: Round, sort: str, path: str, bodies: list[bytes], mode: str) -> list[Answer]:
    """Creates all of them in a dry run, at both entry points."""
    round_.inputs[f"small {sort}"] += len(bodies)
    path = f"{path}?dryRun=All&fieldValidation={mode}"
    return stream(round_, sort, [_created(round_, path, each, mode) for each in bodies])


def _created(round_: Round, path: str, data: bytes, mode: str) -> Sent:
    library, first = round_.library, first_document(data)
    media_type = JSON if is_json(data) else "application/yaml"
    return Sent("POST", path, data, media_type, lambda: library.create(first, mode, dry_run=True))


def _judge(round_: Round, definition: dict[str, Any], mode: str, bodies: list[bytes], answers: list[Answer]) -> None:
    """Validates the same objects on the command line."""
    given = {f"{at}.{'json' if is_json(each) else 'yaml'}": each for at, each in enumerate(bodies)}
    said = dict(zip(given, answers, strict=False)) if len(answers) == len(bodies) else {}
    text = json_text(definition).encode()
    first = Answer(201, b"{}")
    judge_files(round_, mode, {"definition.json": text, **given}, {"definition.json": first, **said})


def _stored(round_: Round, path: str, made: dict[str, Any]) -> bool:
    """Stores an object at both entry points, to patch it."""
    data = json_text(made).encode()
    if len(data) > LARGEST or set(made["metadata"]) & {"finalizers", "generateName", "namespace"}:
        return False
    served = round_.ask("POST", path, data)
    called = round_.timed("library create", data, lambda: round_.library.create(data, ""))
    round_.agree("create", data, served, called)
    return served.code == 201


def _patch_all(round_: Round, path: str, target: Target, made: dict[str, Any]) -> None:
    """Sends patches of every type for a stored object, as dry runs; then deletes it."""
    part = {name: each for name, each in made.items() if name not in ("apiVersion", "kind", "metadata")}
    if round_.random.random() < 0.3:
        part["metadata"] = {"labels": {"a": "c"}, "annotations": {"b": "d"}}
    patched = patches.Patched(_tokens(made), _tokens(part), patches.pointers_of(made))
    for _ in range(PATCH_BATCHES):
        mode = round_.random.choice(MODES)
        round_.inputs["small patches"] += BATCH
        stream(round_, "patches", [_patch(round_, path, target, patched, mode) for _ in range(BATCH)])
    served, called = round_.ask("DELETE", f"{path}/{target[2]}").code, round_.library.delete(target)
    if served != called:
        round_.find(f"delete of {target}: {served} at the server, {called} in the library")


def _tokens(made: dict[str, Any]) -> Tokens:
    return json_tokens(json_text(made).encode())


def _patch(round_: Round, path: str, target: Target, patched: patches.Patched, mode: str) -> Sent:
    library = round_.library
    media_type = round_.random.choice((*TYPES, patches.APPLY_PATCH))
    data = patches.small_patch(round_.random, patched, media_type)
    path = f"{path}/{target[2]}?dryRun=All&fieldValidation={mode}"
    if media_type == patches.APPLY_PATCH:
        applied = lambda: library.apply(data, mode, dry_run=True)  # noqa: E731
        return Sent("PATCH", f"{path}&{OWNER}", data, media_type, applied, applied_name=target[2])
    type_ = TYPES[media_type]
    return Sent("PATCH", path, data, media_type, lambda: library.patch(target, data, type_, mode, dry_run=True))


def play_builtins(round_: Round) -> None:
    """Sends objects of built-in kinds, and patches of one of them."""
    random = round_.random
    for _ in range(BUILTIN_BATCHES):
        chosen = random.choice(builtins.OBJECTS)
        bodies = _bodies(round_, partial(builtins.named, *chosen, "a"))
        _create_all(round_, "built-in bodies", builtins.path_of(*chosen[:2]), bodies, random.choice(MODES))
    api_version, kind, content = random.choice(builtins.OBJECTS)
    made = builtins.named(api_version, kind, content, f"kept{round_.number}")
    path = builtins.path_of(api_version, kind)
    if _stored(round_, path, made):
        _patch_all(round_, path, (api_version, kind, made["metadata"]["name"]), made)
    else:
        round_.find(f"{kind} is not taken", json_text(made))


def play_definitions(round_: Round) -> None:
    """Sends small CRDs with a random change in one place."""
    random = round_.random
    for about in ("schemas", "patterns", "expressions"):
        found: list[bytes] = []
        while len(found) < BATCH:
            data = json_text(definitions.small_definition(random, round_.number, about=about)).encode()
            if len(data) <= LARGEST:
                tokens = json_tokens(data)
                found += [data, *(changed_json(random, tokens) for _ in range(random.randrange(2)))]
        _create_all(round_, about, DEFINITIONS, found[:BATCH], random.choice(MODES))


def play_changes(round_: Round) -> None:
    """Sends small messages of protocol buffers: the responses in JSON and in protocol buffers must agree."""
    for _ in range(SMALL_BATCHES):
        made = [messages.small_message(round_.random) for _ in range(BATCH)]
        round_.inputs["small messages"] += BATCH
        batch = [Sent("POST", f"{path}?dryRun=All", data, PROTOBUF) for path, data in made]
        again = [replace(each, accept=PROTOBUF) for each in batch if round_.random.random() < 0.25]
        answers = stream(round_, "messages", batch)
        said = dict(zip([each.data for each in batch], answers, strict=False))
        for sent, as_message in zip(again, stream(round_, "messages", again), strict=False):
            as_json = said[sent.data]
            if as_json.code != as_message.code:
                told = f"{as_json.code} in JSON, {as_message.code} in protocol buffers: {as_json.message}"
                round_.find(told, sent.data)


def play_evaluations(round_: Round) -> None:
    """Evaluates short expressions and patterns with the functions that `kapivara cel` uses."""
    random = round_.random
    for _ in range(SMALL_BATCHES):
        variables = {name: value(random) for name in ("oldSelf", "x", "y")}
        texts = {"text": random.choice(("ab" * 20, "", "aB1-é", "a" * 200))}
        variables["self"] = {"a": 1, "b": "b", "items": ["x", "y"], "map": {"x": value(random)}, **texts}
        context = VariableContext(variables, random.choice(("kubernetes", "kubernetes", "standard")))
        for sort, make in (("expressions", expressions.small_expression), ("patterns", patterns.matching)):
            made = [make(random) for _ in range(BATCH // 2)]
            made += [changed_words(random, each.encode()).decode("utf-8", "replace") for each in made]
            round_.inputs[f"small {sort}"] += len(made)
            call_all(round_, sort, made, lambda text, context=context: render_json(context.evaluate(text)))  # type: ignore[misc]
