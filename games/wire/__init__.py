"""What clients send and get, the same for REST and GraphQL: `requests` parses, `games` and `events` present."""
