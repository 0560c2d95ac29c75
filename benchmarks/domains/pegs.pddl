(define (domain pegs)
  (:requirements :strips :typing)
  (:types hole)
  (:predicates (peg ?h - hole) (empty ?h - hole) (line ?a ?b ?c - hole))
  (:action jump
    :parameters (?a ?b ?c - hole)
    :precondition (and (line ?a ?b ?c) (peg ?a) (peg ?b) (empty ?c))
    :effect (and (peg ?c) (empty ?a) (empty ?b) (not (peg ?a)) (not (peg ?b)) (not (empty ?c)))))
