"""Finite models of first-order theories, found by SAT and checked by direct evaluation."""
