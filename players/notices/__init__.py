"""What players are told of: one feed each, from which streams, mails and webhooks are fed."""
