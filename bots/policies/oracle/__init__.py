"""The oracle: a policy learned by playing against itself, kept mixed, and what it needs to play.

`known` puts what a view tells into whole numbers, `describing` makes of them what the network reads, `network` is the
network with its weights, `player` plays. How the weights came about is in `bots.training` and docs/bots.md.
"""
