# The public names of this game: each is imported from here when it is first used.

from .odds import advice as advice
from .odds import can_play as can_play
from .odds import holds_llama as holds_llama
from .odds import lowest_token_after as lowest_token_after
from .odds import without_doubles as without_doubles
from .position import position as position
from .rules import DECK as DECK
from .rules import Rules as Rules
from .rules import State as State
from .rules import Tokens as Tokens
from .rules import card as card
from .rules import cards as cards
from .rules import penalty as penalty
from .rules import round_ending as round_ending
from .strategies import BOTS as BOTS
from .strategies import cautious as cautious
from .strategies import greedy as greedy
