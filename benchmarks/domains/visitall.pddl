(define (domain visitall)
  (:requirements :strips :typing)
  (:types cell)
  (:predicates (joined ?a ?b - cell) (here ?a - cell) (seen ?a - cell))
  (:action go
    :parameters (?a ?b - cell)
    :precondition (and (here ?a) (joined ?a ?b))
    :effect (and (here ?b) (seen ?b) (not (here ?a)))))
