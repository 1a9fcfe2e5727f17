"""The rules of Nessos, pure: no clock, no database, no random source.

`moves` are asked, `events` are facts, `state` is everything, `views` are what one viewer may know. `decide`
turns a move into events or refuses it, `apply` folds an event, `legal` lists what a seat may do, `project` is
the one gate through which anything leaves for a viewer. Shuffles and expired turns come in as facts.
"""
