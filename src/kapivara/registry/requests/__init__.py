"""The request, its options and its body, and its outcome.

The HTTP server builds a request from a URL, `Api` from its arguments; the folder knows neither.

Steps:

- `request.py`: `Request`: verb, resource, name, query, body and user
- `options.py`: reads and validates the options of create, update, patch and delete
- `list_options.py`: reads and validates the options of list, watch and deletecollection
- `body.py`: decodes a body to JSON values and records duplicate fields
- `delete_body.py`: reads a DeleteOptions body
- `active_request.py`: a request in progress: its kind, store, deadline and warnings
- `validation_notes.py`: records declarative validation mismatches and duplicate errors
- `outcome.py`: the result of a request: status, object, list or watch, and warnings
- `sent_object.py`: reads the object of a request again, for the audit log

Entry points: `request.Request` and `outcome.Outcome`.
"""
