# The public names of this game: each is imported from here when it is first used.

from .odds import advice as advice
from .odds import best_order_alone as best_order_alone
from .odds import distinct_values as distinct_values
from .odds import draw_helps as draw_helps
from .odds import hand_penalty as hand_penalty
from .odds import quit_or_draw as quit_or_draw
from .position import position as position
from .rules import Rules as Rules
from .rules import State as State
from .rules import round_ending as round_ending
from .strategies import BOTS as BOTS
from .strategies import cautious as cautious
from .strategies import greedy as greedy
