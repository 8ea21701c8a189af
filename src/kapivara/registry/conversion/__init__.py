"""Converts custom resources between the versions of their CRD.

Steps:

- `converter.py`: selects the converter of a CRD: none, webhook or rules
- `webhook.py`: calls a conversion webhook and checks its response;
  rejects changes of identity and metadata by a webhook
- `rules.py`: converts by CEL rules, as KEP-2876 sketches, behind a feature gate

Entry point: `converter.make_converter`.
"""
