(define (domain tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (beside ?a ?b - cell))
  (:action slide
    :parameters (?t - tile ?a ?b - cell)
    :precondition (and (at ?t ?a) (blank ?b) (beside ?a ?b))
    :effect (and (at ?t ?b) (blank ?a) (not (at ?t ?a)) (not (blank ?b)))))
