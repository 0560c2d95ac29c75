; Roll the Block. One action is one move of the game.
;
; A place is where the block can rest: one cell to stand on, or two to lie on. Which place a roll leads to is a fact
; of the level, and so is what the switches below a place do to a bridge, all in all. Every place rests on one or two
; bridges; plain floor is a bridge that is always on.
(define (domain roll)
  (:requirements :strips :typing :negative-preconditions :conditional-effects)
  (:types place way bridge - object)
  (:predicates
    (leads ?from ?to - place ?way - way)
    (rests ?place - place ?bridge1 ?bridge2 - bridge)
    (toggles ?place - place ?bridge - bridge)
    (opens ?place - place ?bridge - bridge)
    (closes ?place - place ?bridge - bridge)
    (at ?place - place)
    (on ?bridge - bridge))

  ; The bridges below must be on before the switches are pressed and after.
  (:action roll
    :parameters (?way - way ?from ?to - place ?below1 ?below2 - bridge)
    :precondition (and
      (at ?from) (leads ?from ?to ?way) (rests ?to ?below1 ?below2)
      (on ?below1) (not (toggles ?to ?below1)) (not (closes ?to ?below1))
      (on ?below2) (not (toggles ?to ?below2)) (not (closes ?to ?below2)))
    :effect (and
      (not (at ?from)) (at ?to)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?to ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?to ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?to ?bridge) (on ?bridge))
        (when (closes ?to ?bridge) (not (on ?bridge))))))))
