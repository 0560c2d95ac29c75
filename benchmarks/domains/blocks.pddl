(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?a ?b) (table ?a) (clear ?a) (holding ?a) (free))
  (:action lift
    :parameters (?a)
    :precondition (and (clear ?a) (table ?a) (free))
    :effect (and (holding ?a) (not (table ?a)) (not (clear ?a)) (not (free))))
  (:action lay
    :parameters (?a)
    :precondition (holding ?a)
    :effect (and (table ?a) (clear ?a) (free) (not (holding ?a))))
  (:action stack
    :parameters (?a ?b)
    :precondition (and (holding ?a) (clear ?b))
    :effect (and (on ?a ?b) (clear ?a) (free) (not (holding ?a)) (not (clear ?b))))
  (:action unstack
    :parameters (?a ?b)
    :precondition (and (on ?a ?b) (clear ?a) (free))
    :effect (and (holding ?a) (clear ?b) (not (on ?a ?b)) (not (clear ?a)) (not (free)))))
