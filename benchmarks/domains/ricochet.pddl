(define (domain ricochet)
  (:requirements :strips :typing :negative-preconditions :action-costs)
  (:types robot cell direction)
  (:predicates (at ?r - robot ?c - cell) (free ?c - cell) (step ?a ?b - cell ?d - direction)
    (wall ?c - cell ?d - direction) (moving ?r - robot ?d - direction) (quiet))
  (:functions (total-cost) - number)
  (:action go
    :parameters (?r - robot ?d - direction)
    :precondition (quiet)
    :effect (and (moving ?r ?d) (not (quiet)) (increase (total-cost) 1)))
  (:action slide
    :parameters (?r - robot ?a ?b - cell ?d - direction)
    :precondition (and (moving ?r ?d) (at ?r ?a) (step ?a ?b ?d) (free ?b))
    :effect (and (at ?r ?b) (free ?a) (not (at ?r ?a)) (not (free ?b))))
  (:action stop-at-wall
    :parameters (?r - robot ?a - cell ?d - direction)
    :precondition (and (moving ?r ?d) (at ?r ?a) (wall ?a ?d))
    :effect (and (quiet) (not (moving ?r ?d))))
  (:action stop-at-robot
    :parameters (?r - robot ?a ?b - cell ?d - direction)
    :precondition (and (moving ?r ?d) (at ?r ?a) (step ?a ?b ?d) (not (free ?b)))
    :effect (and (quiet) (not (moving ?r ?d)))))
