"""The four games, a folder each, and what the llama games share: cards, words, drawings, rounds.

A game's ``rules`` import ``engine`` and what the games share; its odds also ``exact``,
its pictures and its companion also ``table``. No game imports another, and no room below knows any.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submodules=["cards", "chinchiller", "kadabra", "llama", "llama_dice"]
)
