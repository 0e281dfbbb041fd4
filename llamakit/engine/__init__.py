"""The engine: how a rule set is written, and one sitting, match and record of any game.

It knows no game but finds each in the registry, which asks of a game what the contract says. It
imports the standard library only, and no other room.
"""
