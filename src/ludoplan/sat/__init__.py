"""Satisfiability: the one place where solvers of python-sat are called."""
