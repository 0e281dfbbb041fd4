# The public names of this game: each is imported from here when it is first used.

from .ahead import rolls_ahead as rolls_ahead
from .ahead import round_end as round_end
from .duel import two_players as two_players
from .odds import advice as advice
from .odds import roll_events as roll_events
from .odds import roll_odds as roll_odds
from .odds import roll_odds_table as roll_odds_table
from .odds import solo as solo
from .position import position as position
from .rules import Rules as Rules
from .rules import State as State
from .rules import discards as discards
from .rules import make_dice as make_dice
from .rules import pairings as pairings
from .rules import rolls as rolls
from .rules import round_ending as round_ending
from .rules import takes as takes
from .strategies import BOTS as BOTS
from .strategies import cautious as cautious
from .strategies import greedy as greedy
from .strategies import thrifty as thrifty
from .survey import surveyed as surveyed
