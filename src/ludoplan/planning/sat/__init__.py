"""Planning as satisfiability: a grounded task and a horizon become clauses (in C++), python-sat looks for a model."""
