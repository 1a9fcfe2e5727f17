"""Addresses as people write them, and the one mailbox that several of them may mean."""

from email_validator import EmailNotValidError, ValidatedEmail, validate_email


class BadAddress(ValueError):
    """No mail can go there. The text says why, to whoever wrote it."""


def address_normal(email: str) -> str:
    """The address as it is kept and written to. Raises BadAddress.

    Its form alone is judged; whether somebody reads there, the link in the first mail will show.
    """
    return _validated(email).normalized


def mailbox_of(email: str) -> str:
    """The same for all ways to write one address; empty for what is none."""
    try:
        found = _validated(email)
    except BadAddress:
        return ""
    return f"{found.local_part}@{found.ascii_domain}".casefold()


def _validated(email: str) -> ValidatedEmail:
    try:
        return validate_email(email, check_deliverability=False, strict=True)
    except EmailNotValidError as wrong:
        raise BadAddress(str(wrong)) from None
