(define (domain floortile)
  (:requirements :strips :typing :action-costs)
  (:types robot tile colour)
  (:predicates (at ?r - robot ?t - tile) (up ?a ?b - tile) (right ?a ?b - tile) (clear ?t - tile)
    (painted ?t - tile ?c - colour) (has ?r - robot ?c - colour) (known ?c - colour))
  (:functions (total-cost) - number)
  (:action change
    :parameters (?r - robot ?c ?d - colour)
    :precondition (and (has ?r ?c) (known ?d))
    :effect (and (has ?r ?d) (not (has ?r ?c)) (increase (total-cost) 5)))
  (:action paint-up
    :parameters (?r - robot ?a ?b - tile ?c - colour)
    :precondition (and (has ?r ?c) (at ?r ?a) (up ?b ?a) (clear ?b))
    :effect (and (painted ?b ?c) (not (clear ?b)) (increase (total-cost) 2)))
  (:action paint-down
    :parameters (?r - robot ?a ?b - tile ?c - colour)
    :precondition (and (has ?r ?c) (at ?r ?a) (up ?a ?b) (clear ?b))
    :effect (and (painted ?b ?c) (not (clear ?b)) (increase (total-cost) 2)))
  (:action go-up
    :parameters (?r - robot ?a ?b - tile)
    :precondition (and (at ?r ?a) (up ?b ?a) (clear ?b))
    :effect (and (at ?r ?b) (clear ?a) (not (at ?r ?a)) (not (clear ?b)) (increase (total-cost) 3)))
  (:action go-down
    :parameters (?r - robot ?a ?b - tile)
    :precondition (and (at ?r ?a) (up ?a ?b) (clear ?b))
    :effect (and (at ?r ?b) (clear ?a) (not (at ?r ?a)) (not (clear ?b)) (increase (total-cost) 1)))
  (:action go-right
    :parameters (?r - robot ?a ?b - tile)
    :precondition (and (at ?r ?a) (right ?b ?a) (clear ?b))
    :effect (and (at ?r ?b) (clear ?a) (not (at ?r ?a)) (not (clear ?b)) (increase (total-cost) 1)))
  (:action go-left
    :parameters (?r - robot ?a ?b - tile)
    :precondition (and (at ?r ?a) (right ?a ?b) (clear ?b))
    :effect (and (at ?r ?b) (clear ?a) (not (at ?r ?a)) (not (clear ?b)) (increase (total-cost) 1))))
