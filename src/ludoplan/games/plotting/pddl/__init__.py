"""The planning tasks of a level."""

from ....core.parts import PddlForms
from .encode import VARIANTS, encode

PDDL = PddlForms(encode, VARIANTS, "quantified")
