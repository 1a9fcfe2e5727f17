"""How `shrewd` learns: games of bots among themselves, what they show, and three small models fitted to it.

Offline: nothing that plays imports it. The same seed gives the same numbers, up to the last digits of floats.
"""
