; Roll the Block. One action is one move of the game.
;
; Cells that carry the block belong to bridges; plain floor belongs to one that is always on. What the switches under
; a resting block do to a bridge, all in all, is a fact of the level: the block rests on two cells, the first being the
; upper or the left one, or stands on one, which is then named twice.
(define (domain roll)
  (:requirements :strips :typing :equality :negative-preconditions :conditional-effects)
  (:types cell way bridge - object)
  (:predicates
    (next ?from ?to - cell ?way - way)
    (forward ?way - way) ; right and down
    (backward ?way - way)
    (part ?cell - cell ?bridge - bridge)
    (firm ?cell - cell) ; carries a standing block
    (toggles ?first ?second - cell ?bridge - bridge)
    (opens ?first ?second - cell ?bridge - bridge)
    (closes ?first ?second - cell ?bridge - bridge)
    (on ?bridge - bridge)
    (standing ?cell - cell)
    (lying ?first ?second - cell))

  (:action fall-forward
    :parameters (?way - way ?from ?first ?second - cell ?below1 ?below2 - bridge)
    :precondition (and
      (standing ?from) (forward ?way) (next ?from ?first ?way) (next ?first ?second ?way)
      (part ?first ?below1) (on ?below1)
      (not (toggles ?first ?second ?below1)) (not (closes ?first ?second ?below1))
      (part ?second ?below2) (on ?below2)
      (not (toggles ?first ?second ?below2)) (not (closes ?first ?second ?below2)))
    :effect (and
      (not (standing ?from)) (lying ?first ?second)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?first ?second ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?first ?second ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?first ?second ?bridge) (on ?bridge))
        (when (closes ?first ?second ?bridge) (not (on ?bridge)))))))

  (:action fall-backward
    :parameters (?way - way ?from ?first ?second - cell ?below1 ?below2 - bridge)
    :precondition (and
      (standing ?from) (backward ?way) (next ?from ?second ?way) (next ?second ?first ?way)
      (part ?first ?below1) (on ?below1)
      (not (toggles ?first ?second ?below1)) (not (closes ?first ?second ?below1))
      (part ?second ?below2) (on ?below2)
      (not (toggles ?first ?second ?below2)) (not (closes ?first ?second ?below2)))
    :effect (and
      (not (standing ?from)) (lying ?first ?second)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?first ?second ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?first ?second ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?first ?second ?bridge) (on ?bridge))
        (when (closes ?first ?second ?bridge) (not (on ?bridge)))))))

  (:action rise-forward
    :parameters (?way - way ?first ?second ?to - cell ?below - bridge)
    :precondition (and
      (lying ?first ?second) (next ?first ?second ?way) (next ?second ?to ?way)
      (firm ?to) (part ?to ?below) (on ?below) (not (toggles ?to ?to ?below)) (not (closes ?to ?to ?below)))
    :effect (and
      (not (lying ?first ?second)) (standing ?to)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?to ?to ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?to ?to ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?to ?to ?bridge) (on ?bridge))
        (when (closes ?to ?to ?bridge) (not (on ?bridge)))))))

  (:action rise-backward
    :parameters (?way - way ?first ?second ?to - cell ?below - bridge)
    :precondition (and
      (lying ?first ?second) (next ?second ?first ?way) (next ?first ?to ?way)
      (firm ?to) (part ?to ?below) (on ?below) (not (toggles ?to ?to ?below)) (not (closes ?to ?to ?below)))
    :effect (and
      (not (lying ?first ?second)) (standing ?to)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?to ?to ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?to ?to ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?to ?to ?bridge) (on ?bridge))
        (when (closes ?to ?to ?bridge) (not (on ?bridge)))))))

  (:action roll
    :parameters (?way - way ?first ?second ?to1 ?to2 - cell ?below1 ?below2 - bridge)
    :precondition (and
      (lying ?first ?second) (next ?first ?to1 ?way) (next ?second ?to2 ?way)
      (not (= ?to1 ?second)) (not (= ?to2 ?first))
      (part ?to1 ?below1) (on ?below1)
      (not (toggles ?to1 ?to2 ?below1)) (not (closes ?to1 ?to2 ?below1))
      (part ?to2 ?below2) (on ?below2)
      (not (toggles ?to1 ?to2 ?below2)) (not (closes ?to1 ?to2 ?below2)))
    :effect (and
      (not (lying ?first ?second)) (lying ?to1 ?to2)
      (forall (?bridge - bridge) (and
        (when (and (toggles ?to1 ?to2 ?bridge) (on ?bridge)) (not (on ?bridge)))
        (when (and (toggles ?to1 ?to2 ?bridge) (not (on ?bridge))) (on ?bridge))
        (when (opens ?to1 ?to2 ?bridge) (on ?bridge))
        (when (closes ?to1 ?to2 ?bridge) (not (on ?bridge))))))))
