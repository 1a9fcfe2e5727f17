"""What clients send and get, the same for REST and GraphQL: `requests` parses, the others present."""
