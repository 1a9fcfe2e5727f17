"""The moderators' desk: pages for staff, at /desk/. Reads by selectors, writes by services; see docs/moderation.md."""
