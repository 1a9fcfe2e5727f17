# As `make run` does it, with the environment that the tests run in.
run:
	@exec $(SERVE)
