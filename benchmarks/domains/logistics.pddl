(define (domain logistics)
  (:requirements :strips :typing)
  (:types truck plane - vehicle parcel vehicle - thing airport - place place city)
  (:predicates (at ?t - thing ?p - place) (in ?p - parcel ?v - vehicle) (within ?p - place ?c - city))
  (:action load
    :parameters (?o - parcel ?v - vehicle ?p - place)
    :precondition (and (at ?o ?p) (at ?v ?p))
    :effect (and (in ?o ?v) (not (at ?o ?p))))
  (:action unload
    :parameters (?o - parcel ?v - vehicle ?p - place)
    :precondition (and (in ?o ?v) (at ?v ?p))
    :effect (and (at ?o ?p) (not (in ?o ?v))))
  (:action drive
    :parameters (?t - truck ?a ?b - place ?c - city)
    :precondition (and (at ?t ?a) (within ?a ?c) (within ?b ?c))
    :effect (and (at ?t ?b) (not (at ?t ?a))))
  (:action fly
    :parameters (?f - plane ?a ?b - airport)
    :precondition (at ?f ?a)
    :effect (and (at ?f ?b) (not (at ?f ?a)))))
