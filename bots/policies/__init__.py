"""How bots play, pure: a policy sees what a player at its seat may see, a `GameView`, and nothing else.

No clock, no database, no state of its own. Chance comes in as `rng`, so the same view and the same seed give the
same move.
"""
