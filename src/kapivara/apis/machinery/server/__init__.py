"""The services of the server that a kind may use: users, tokens, feature gates, stored objects.

The registry implements them.

Steps
- `feature_gates.py`: features that can be switched, with their default at each version
- `cluster_block.py`: the default block of cluster IP addresses
- `account_tokens.py`: signs and verifies tokens of service accounts
- `surroundings.py`: the contract between a kind and the server that serves it
- `account_review.py`: finds the service account and the bound object of a token

Entry point: `surroundings.Surroundings`.
"""
