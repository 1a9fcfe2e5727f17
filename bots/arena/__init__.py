"""Where policies meet: tournaments that anyone can make again, and what they show.

`contest` says who plays whom, `playing` plays a part of it by the real engine, `running` plays all of it in several
processes and goes on where it was cut off, `statistics` says what came of it, `tables` and `pictures` show that.
"""
