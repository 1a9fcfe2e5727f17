"""How players treat each other, and what is done about it: mutes, blocks, reports, cases, sanctions, and who did what.

Nothing here knows of games: where one is concerned, its id is kept as a plain reference.
"""
