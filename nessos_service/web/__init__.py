"""The table in the browser: a shell from the server, and modules that use the public API and nothing else."""
