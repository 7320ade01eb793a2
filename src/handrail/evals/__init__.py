"""The attack suite: does policy hold when the model has been taken over?

`attacks.run` runs it; `everyday` is its balance. Success of an attack is read from the world only: what reached the
attacker's server, what changed in the attacked application, on disk, or in the session's permissions. It is never read
from what a tool reports.
"""
