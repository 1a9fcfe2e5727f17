"""How the oracle's weights come about: seeded self-play in the compiled kernel, and a small network taught by numpy.

`knowing` says what a seat knows, from the cells of the kernel; `games` plays many games at a time; `network` is the
network with its gradients; `lessons` are what it learns from games; `course` is a whole training; `responding` trains
against a level that stays as it is. Nothing here runs in the service.
"""
