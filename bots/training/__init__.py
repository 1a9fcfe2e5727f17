"""How the oracle's weights come about: seeded self-play in the compiled kernel, and a small network taught by numpy.

`knowing` says what a seat knows, from the kernel's cells; `games` plays many games at a time; `network` is the network
with its gradients; `lessons` makes lessons of games; `course` is the whole training, `opponents` whom one trains against.
Nothing here runs in the service.
"""
