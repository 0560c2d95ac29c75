(define (domain hanoi)
  (:requirements :strips)
  (:predicates (on ?a ?b) (clear ?a) (larger ?a ?b))
  (:action move
    :parameters (?disc ?from ?to)
    :precondition (and (larger ?to ?disc) (on ?disc ?from) (clear ?disc) (clear ?to))
    :effect (and (on ?disc ?to) (clear ?from) (not (on ?disc ?from)) (not (clear ?to)))))
