# The public names of llamakit: each is imported from here when it is first used.

from . import exact as exact
from . import lessons as lessons
from .engine.game import bot as bot
from .engine.game import new_game as new_game
from .engine.match import new_match as new_match
from .engine.registry import GAMES as GAMES
from .engine.replay import replay as replay
from .engine.rulings import rulings as rulings
from .engine.state import IllegalAction as IllegalAction
from .engine.state import InputError as InputError
from .engine.state import RecordError as RecordError
from .exact.distribution import Distribution as Distribution
from .exact.figures import Advice as Advice
from .explorers import EXPLORERS as EXPLORERS
from .explorers import explore as explore
from .games import cards as cards
from .games import chinchiller as chinchiller
from .games import kadabra as kadabra
from .games import llama as llama
from .games import llama_dice as llama_dice
from .games.cards import LLAMA as LLAMA
from .lessons.checking import check as check
from .lessons.checking import progress as progress
from .lessons.own import add_exercises as add_exercises
from .lessons.prediction import after_guess as after_guess
from .lessons.prediction import predict as predict
from .simulation.class_day import class_day as class_day
from .simulation.simulate import simulate as simulate
from .simulation.tournament import tournament as tournament
from .table.companion import companion as companion
from .table.play import play as play
from .table.play import resume as resume
from .table.show import show as show

__version__: str
