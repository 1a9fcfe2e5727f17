"""Webhooks: what a player is told of, sent to addresses of their choice, signed, and sent again until it arrives."""
