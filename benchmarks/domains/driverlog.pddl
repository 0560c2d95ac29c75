(define (domain driverlog)
  (:requirements :strips :typing)
  (:types place - object driver truck parcel - thing)
  (:predicates (at ?t - thing ?p - place) (in ?p - parcel ?t - truck) (drives ?d - driver ?t - truck)
    (road ?a ?b - place) (path ?a ?b - place) (empty ?t - truck))
  (:action load
    :parameters (?o - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (at ?o ?p))
    :effect (and (in ?o ?t) (not (at ?o ?p))))
  (:action unload
    :parameters (?o - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (in ?o ?t))
    :effect (and (at ?o ?p) (not (in ?o ?t))))
  (:action enter
    :parameters (?d - driver ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (at ?d ?p) (empty ?t))
    :effect (and (drives ?d ?t) (not (at ?d ?p)) (not (empty ?t))))
  (:action leave
    :parameters (?d - driver ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (drives ?d ?t))
    :effect (and (at ?d ?p) (empty ?t) (not (drives ?d ?t))))
  (:action drive
    :parameters (?d - driver ?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (drives ?d ?t) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action walk
    :parameters (?d - driver ?a ?b - place)
    :precondition (and (at ?d ?a) (path ?a ?b))
    :effect (and (at ?d ?b) (not (at ?d ?a)))))
