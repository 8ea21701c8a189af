"""Negotiates the media type of a response and encodes objects, lists and Statuses.

Steps:

- `negotiation.py`: chooses JSON, YAML or protobuf, and Table or PartialObjectMetadata, from the Accept header
- `answers.py`: encodes outcomes, Statuses and warnings
- `refusals.py`: the Status of a request that its connection rejects
- `yaml_text.py`: writes YAML with the quoting and key order of Kubernetes' encoder
- `indentation.py`: decides whether a document is small enough to be indented
- `compression.py`: compresses large responses with gzip when the client accepts it

Entry points: `negotiation.negotiate` and `answers.outcome_answer`.
"""
