"""Objects in the form in which storage and memory keep them.

The storage itself is in `storage`.

Steps
- `known_json.py`: a value that keeps its encoded JSON
- `packing.py`: keeps values as bytes until they are used
- `stored_note.py`: the trailer of a stored object, which allows answers without decoding

Entry point: `stored_note.py`.
"""
