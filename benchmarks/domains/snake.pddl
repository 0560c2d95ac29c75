(define (domain snake)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell)
  (:predicates (beside ?a ?b - cell) (head ?c - cell) (tail ?c - cell) (follows ?a ?b - cell) (blocked ?c - cell)
    (apple ?c - cell) (soon ?a ?b - cell) (coming ?c - cell) (none))
  (:action move
    :parameters (?h ?to ?t ?next - cell)
    :precondition (and (head ?h) (beside ?h ?to) (tail ?t) (follows ?next ?t) (not (blocked ?to)) (not (apple ?to)))
    :effect (and (head ?to) (follows ?to ?h) (blocked ?to) (tail ?next) (not (head ?h)) (not (blocked ?t))
      (not (follows ?next ?t)) (not (tail ?t))))
  (:action eat
    :parameters (?h ?to ?now ?then - cell)
    :precondition (and (head ?h) (beside ?h ?to) (not (blocked ?to)) (apple ?to) (coming ?now) (soon ?now ?then))
    :effect (and (head ?to) (follows ?to ?h) (blocked ?to) (apple ?now) (coming ?then) (not (head ?h)) (not (apple ?to))
      (not (coming ?now))))
  (:action eat-before-last
    :parameters (?h ?to ?now - cell)
    :precondition (and (head ?h) (beside ?h ?to) (not (blocked ?to)) (apple ?to) (coming ?now))
    :effect (and (head ?to) (follows ?to ?h) (blocked ?to) (apple ?now) (none) (not (head ?h)) (not (apple ?to))
      (not (coming ?now))))
  (:action eat-last
    :parameters (?h ?to - cell)
    :precondition (and (head ?h) (beside ?h ?to) (not (blocked ?to)) (apple ?to) (none))
    :effect (and (head ?to) (follows ?to ?h) (blocked ?to) (not (head ?h)) (not (apple ?to)))))
