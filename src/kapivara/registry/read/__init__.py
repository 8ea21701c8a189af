"""Gets and lists objects.

Steps:

- `reading.py`: gets one object, or the view of a subresource; gets and lists kinds that are computed, not stored
- `listing.py`: lists objects by selectors, in chunks, at a resource version; encodes and decodes continue tokens
- `finder.py`: reads many stored objects with one conversion call
- `list_document.py`: builds a list from stored objects without decoding them when possible
- `shown_as.py`: renders objects as Table or PartialObjectMetadata

Entry points: `reading.get` and `listing.list_objects`.
"""
