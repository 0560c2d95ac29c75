(define (domain openstacks)
  (:requirements :adl :action-costs)
  (:types order product count)
  (:predicates (includes ?o - order ?p - product) (waiting ?o - order) (started ?o - order) (shipped ?o - order)
    (made ?p - product) (free ?n - count) (next ?n ?m - count))
  (:functions (total-cost) - number)
  (:action make
    :parameters (?p - product)
    :precondition (and (not (made ?p)) (forall (?o - order) (imply (includes ?o ?p) (started ?o))))
    :effect (made ?p))
  (:action start
    :parameters (?o - order ?n ?m - count)
    :precondition (and (waiting ?o) (free ?n) (next ?m ?n))
    :effect (and (started ?o) (free ?m) (not (waiting ?o)) (not (free ?n))))
  (:action ship
    :parameters (?o - order ?n ?m - count)
    :precondition (and (started ?o) (free ?n) (next ?n ?m) (forall (?p - product) (imply (includes ?o ?p) (made ?p))))
    :effect (and (shipped ?o) (free ?m) (not (started ?o)) (not (free ?n))))
  (:action open
    :parameters (?n ?m - count)
    :precondition (and (free ?n) (next ?n ?m))
    :effect (and (free ?m) (not (free ?n)) (increase (total-cost) 1))))
