; Pipes without rotation: pieces r, l and o take any position they are needed in.
(define (domain pipes)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions)
  (:types piece)
  (:predicates
    (on-piece ?p - piece) ; where the flow is
    (used ?p - piece)
    (from-left ?p - piece) (from-top ?p - piece) (from-right ?p - piece) (from-bottom ?p - piece) ; how it came in
    (left ?p ?q - piece) (top ?p ?q - piece) (right ?p ?q - piece) (bottom ?p ?q - piece) ; ?q may come after ?p
    (is-type-b ?p - piece) (is-type-r ?p - piece) (is-type-l ?p - piece) (is-type-o ?p - piece)
    (on-horizontal ?p - piece) (on-vertical ?p - piece) ; b and r
    (on-position-1 ?p - piece) (on-position-2 ?p - piece) ; l and o
    (on-position-3 ?p - piece) (on-position-4 ?p - piece))

  (:action go-left
    :parameters (?p ?next - piece)
    :precondition (and
      (on-piece ?p) (left ?p ?next) (not (used ?next))
      (or
        (and (is-type-b ?p) (on-horizontal ?p))
        (and (is-type-r ?p) (from-right ?p))
        (and (is-type-o ?p) (from-right ?p))
        (and (is-type-l ?p) (from-top ?p))
        (and (is-type-l ?p) (from-bottom ?p))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-right ?next)))

  (:action go-up
    :parameters (?p ?next - piece)
    :precondition (and
      (on-piece ?p) (top ?p ?next) (not (used ?next))
      (or
        (and (is-type-b ?p) (on-vertical ?p))
        (and (is-type-r ?p) (from-bottom ?p))
        (and (is-type-o ?p) (from-bottom ?p))
        (and (is-type-l ?p) (from-left ?p))
        (and (is-type-l ?p) (from-right ?p))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-bottom ?next)))

  (:action go-right
    :parameters (?p ?next - piece)
    :precondition (and
      (on-piece ?p) (right ?p ?next) (not (used ?next))
      (or
        (and (is-type-b ?p) (on-horizontal ?p))
        (and (is-type-r ?p) (from-left ?p))
        (and (is-type-o ?p) (from-left ?p))
        (and (is-type-l ?p) (from-top ?p))
        (and (is-type-l ?p) (from-bottom ?p))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-left ?next)))

  (:action go-down
    :parameters (?p ?next - piece)
    :precondition (and
      (on-piece ?p) (bottom ?p ?next) (not (used ?next))
      (or
        (and (is-type-b ?p) (on-vertical ?p))
        (and (is-type-r ?p) (from-top ?p))
        (and (is-type-o ?p) (from-top ?p))
        (and (is-type-l ?p) (from-left ?p))
        (and (is-type-l ?p) (from-right ?p))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-top ?next))))
