"""What the project promises about speed, as ratios against something that every machine has: `scripts/bench`."""
