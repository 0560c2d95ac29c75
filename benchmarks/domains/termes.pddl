(define (domain termes)
  (:requirements :strips :typing :negative-preconditions)
  (:types rank cell)
  (:predicates (height ?c - cell ?n - rank) (here ?c - cell) (loaded) (free) (beside ?a ?b - cell)
    (next ?m ?n - rank) (depot ?c - cell))
  (:action go
    :parameters (?a ?b - cell ?h - rank)
    :precondition (and (here ?a) (beside ?a ?b) (height ?a ?h) (height ?b ?h))
    :effect (and (here ?b) (not (here ?a))))
  (:action climb
    :parameters (?a ?b - cell ?h ?g - rank)
    :precondition (and (here ?a) (beside ?a ?b) (height ?a ?h) (height ?b ?g) (next ?g ?h))
    :effect (and (here ?b) (not (here ?a))))
  (:action descend
    :parameters (?a ?b - cell ?h ?g - rank)
    :precondition (and (here ?a) (beside ?a ?b) (height ?a ?h) (height ?b ?g) (next ?h ?g))
    :effect (and (here ?b) (not (here ?a))))
  (:action place
    :parameters (?a ?b - cell ?h ?g - rank)
    :precondition (and (here ?a) (beside ?a ?b) (height ?a ?h) (height ?b ?h) (next ?g ?h) (loaded) (not (depot ?b)))
    :effect (and (height ?b ?g) (free) (not (height ?b ?h)) (not (loaded))))
  (:action remove
    :parameters (?a ?b - cell ?h ?g - rank)
    :precondition (and (here ?a) (beside ?a ?b) (height ?a ?h) (height ?b ?g) (next ?g ?h) (free))
    :effect (and (height ?b ?h) (loaded) (not (height ?b ?g)) (not (free))))
  (:action fetch
    :parameters (?a - cell)
    :precondition (and (here ?a) (depot ?a) (free))
    :effect (and (loaded) (not (free))))
  (:action drop
    :parameters (?a - cell)
    :precondition (and (here ?a) (depot ?a) (loaded))
    :effect (and (free) (not (loaded)))))
