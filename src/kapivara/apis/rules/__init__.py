"""Rules that kinds of several groups share, each written once: names, labels, numbers, quantities, ports, changes."""
