# The public names of the lessons: each is imported from here when it is first used.

from .checking import check as check
from .checking import progress as progress
from .class_data import ClassData as ClassData
from .own import add_exercises as add_exercises
from .pictures import picture as picture
from .pictures import subplots as subplots
from .tallying import tally as tally
from .toolkit import P as P
from .toolkit import expected as expected
from .toolkit import given as given
