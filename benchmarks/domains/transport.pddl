(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types place size - object truck parcel - thing)
  (:predicates (at ?t - thing ?p - place) (in ?p - parcel ?t - truck) (room ?t - truck ?s - size) (next ?s ?r - size)
    (road ?a ?b - place))
  (:functions (length ?a ?b - place) - number (total-cost) - number)
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (increase (total-cost) (length ?a ?b))))
  (:action load
    :parameters (?o - parcel ?t - truck ?p - place ?s ?r - size)
    :precondition (and (at ?t ?p) (at ?o ?p) (room ?t ?s) (next ?s ?r))
    :effect (and (in ?o ?t) (room ?t ?r) (not (at ?o ?p)) (not (room ?t ?s)) (increase (total-cost) 1)))
  (:action unload
    :parameters (?o - parcel ?t - truck ?p - place ?s ?r - size)
    :precondition (and (at ?t ?p) (in ?o ?t) (room ?t ?r) (next ?s ?r))
    :effect (and (at ?o ?p) (room ?t ?s) (not (in ?o ?t)) (not (room ?t ?r)) (increase (total-cost) 1))))
