"""Reads, defaults, stores and merges the objects of kinds that have a Go type.

Steps
- `body.py`: a decoded request body: its kind, its normal form, the server's errors
- `type_defaults.py`: sets the defaults of all types in an object
- `default_printing.py`: generates one function per type that sets its defaults
- `disabled_fields.py`: drops fields of disabled features, unless the old object has them
- `sent_empties.py`: keeps empty lists and maps that a client sent, for kinds that distinguish them from missing ones
- `empty_lists.py`: removes empty lists, as storing them as protocol buffers does
- `internal_form.py`: shows values by the Go names of their internal type, as the server's errors do
- `codec.py`: decodes and stores the objects of a kind
- `merging.py`: the merge types of a kind, for server-side apply
- `applying.py`: the errors of server-side apply about objects and managers

Entry point: `codec.Codec`, `merging.Merging`.
"""
