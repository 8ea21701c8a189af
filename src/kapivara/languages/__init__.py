"""Parsers of small languages that Kubernetes objects contain, each usable alone.

They know no Kubernetes kind and import no other room except `values`.

Folders
- `cron/`: schedules of cron, such as `*/5 * * * 1-5` or `@daily`, and names of time zones
- `go/`: texts as Go's standard library reads and prints them: durations, times, integers, base64, URLs, IP addresses
- `json_path/`: JSONPath in kubectl's dialect
- `re2/`: RE2 patterns: Go's syntax errors, and matching in linear time and bounded memory
- `x509/`: certificates and certificate requests, as Go's crypto/x509 parses them
"""
