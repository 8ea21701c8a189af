"""Validation rules that several groups share: names, labels, numbers, quantities, ports and immutability."""
