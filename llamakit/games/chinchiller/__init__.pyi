# The public names of this game: each is imported from here when it is first used.

from .equilibrium import solve as solve
from .odds import advice as advice
from .odds import best_turn as best_turn
from .odds import blind_roll as blind_roll
from .odds import turn_line as turn_line
from .odds import turn_pieces as turn_pieces
from .odds import turn_value as turn_value
from .position import position as position
from .rules import SAND_IN_BOX as SAND_IN_BOX
from .rules import Rules as Rules
from .rules import State as State
from .rules import make_die as make_die
from .rules import returned as returned
from .rules import sand as sand
from .rules import sums as sums
from .strategies import BOTS as BOTS
from .strategies import doubting as doubting
from .strategies import honest as honest
from .strategies import low as low
from .strategies import optimal as optimal
from .strategies import player as player
from .strategies import stopper as stopper
from .strategies import threshold as threshold
from .strategies import trusting as trusting
