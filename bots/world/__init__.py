"""A made-up world of any size, to see whether lists stay quick: seeded, written by COPY, every log a real game."""
