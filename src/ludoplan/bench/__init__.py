"""Campaigns: many levels, many solvers, honest tables. `load` gives the rows to pandas."""
