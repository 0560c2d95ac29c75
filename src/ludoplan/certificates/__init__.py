"""Certificates: why `optimal` or `unsolvable` holds, in a form that others can check, and the check.

`make` writes one after a solve. `verify` believes nothing but the game's Python rules, or PDDL's reference semantics:
it imports no search, no planner and no SAT solver. What the two share is the form of the file (`form`), what the
clauses of a horizon are (`clauses`) and nothing else.
"""
