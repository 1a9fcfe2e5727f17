"""Why Nessos does not start."""


class CannotStart(Exception):
    """Carries one sentence for the person at the terminal: what is wrong, and what to do."""
