"""Asks webhooks over HTTPS, as the server does: where they are, whom to trust, and its words where that fails."""
