"""Who plays for whom: what players who meet often do for each other beyond what they can see. Only ever a hint.

`clues` says what one decision tells, `pairs` adds it up and compares it with everybody else, `words` says it to people;
`trial` plants colluders among honest bots and counts who is found. See docs/signals.md.
"""
