"""One command on a laptop: the environment, the servers out of wheels, and one supervisor over every part."""
