"""The planning tasks of a level."""

from ....core.parts import PddlForms
from .encode import encode

PDDL = PddlForms(encode, ("no-rotation", "rotation"))
