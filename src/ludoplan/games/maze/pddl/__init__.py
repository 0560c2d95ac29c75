"""The planning tasks of a level: one for each objective."""

from ....core.parts import PddlForms
from .encode import VARIANTS, encode

PDDL = PddlForms(encode, VARIANTS)
