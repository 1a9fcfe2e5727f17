"""Those who keep the peace: their second factor, their sessions, and what they looked at."""
