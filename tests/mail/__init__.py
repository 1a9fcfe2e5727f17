"""Mail, sent to a real mail server on this machine."""
