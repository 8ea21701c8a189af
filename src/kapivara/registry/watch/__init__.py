"""Opens watches and encodes their events.

Steps:

- `options.py`: reads and validates the options of a watch
- `object_watch.py`: filters events by selectors and yields them as encoded bytes
- `event_log.py`: decodes and encodes each event once for all watches of a kind
- `frames.py`: encodes events as JSON lines or protobuf frames
- `open_watches.py`: ends the watches of a CRD that changes or is deleted

Entry point: `object_watch.watch_objects`.
"""
