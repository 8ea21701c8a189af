"""Tags that run another tag under a condition.

Steps
- `gates.py`: conditions on requests
- `options.py`: ifEnabled and ifDisabled
- `subresource_gates.py`: ifSubresource and ifNotSubresource
- `levels.py`: alpha and beta
"""
