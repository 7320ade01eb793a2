"""The attack suite: does policy hold when the model has been taken over? `run.attack` runs it, `benign` is its balance.

Success of an attack is read from the world alone: what reached the attacker's server, what changed in the victim's
application, on disk, or in the session's permissions. It is never read from what a tool says.
"""
