(define (domain miconic)
  (:requirements :strips :typing)
  (:types passenger floor)
  (:predicates (from ?p - passenger ?f - floor) (to ?p - passenger ?f - floor) (below ?f ?g - floor)
    (in ?p - passenger) (served ?p - passenger) (lift ?f - floor))
  (:action board
    :parameters (?p - passenger ?f - floor)
    :precondition (and (lift ?f) (from ?p ?f))
    :effect (in ?p))
  (:action leave
    :parameters (?p - passenger ?f - floor)
    :precondition (and (lift ?f) (to ?p ?f) (in ?p))
    :effect (and (served ?p) (not (in ?p))))
  (:action up
    :parameters (?f ?g - floor)
    :precondition (and (lift ?f) (below ?f ?g))
    :effect (and (lift ?g) (not (lift ?f))))
  (:action down
    :parameters (?f ?g - floor)
    :precondition (and (lift ?f) (below ?g ?f))
    :effect (and (lift ?g) (not (lift ?f)))))
