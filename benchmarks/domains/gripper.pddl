(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball hand)
  (:predicates (robot ?r - room) (at ?b - ball ?r - room) (free ?h - hand) (holds ?h - hand ?b - ball))
  (:action go
    :parameters (?a ?b - room)
    :precondition (robot ?a)
    :effect (and (robot ?b) (not (robot ?a))))
  (:action take
    :parameters (?b - ball ?r - room ?h - hand)
    :precondition (and (robot ?r) (at ?b ?r) (free ?h))
    :effect (and (holds ?h ?b) (not (at ?b ?r)) (not (free ?h))))
  (:action put
    :parameters (?b - ball ?r - room ?h - hand)
    :precondition (and (robot ?r) (holds ?h ?b))
    :effect (and (at ?b ?r) (free ?h) (not (holds ?h ?b)))))
