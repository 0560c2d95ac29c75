"""The native planner's Python face: a parsed task is lowered to numbers, grounded and searched in C++."""
