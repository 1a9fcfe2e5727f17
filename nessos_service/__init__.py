"""The composition root: settings, addresses, worker. It knows every room; no room knows it."""
