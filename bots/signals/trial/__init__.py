"""Colluders planted among honest bots, to see whether they are found and who else is suspected."""
