; Boxup. One action is one move of the game.
;
; In a state at most one action fits each direction: the schemas below are told apart by which boxes go along.
; Boxes are asked for by cell ("a big box on this cell is closed on that side"), so that no condition has to look
; at all boxes.
(define (domain boxup)
  (:requirements :strips :typing :equality :negative-preconditions :disjunctive-preconditions :conditional-effects)
  (:types
    cell side - object
    small big - box
    box - object)
  (:predicates
    (next ?from ?to - cell ?side - side) ; ?to is the neighbour of ?from on this side
    (opposite ?side ?back - side)
    (closed ?box - box ?side - side)
    (open ?box - box ?side - side)
    (player ?cell - cell)
    (at ?box - box ?cell - cell)
    (inside ?small - small ?big - big)
    (has-small ?cell - cell)
    (has-big ?cell - cell)
    (small-closed ?cell - cell ?side - side) ; the small box on the cell has a wall there
    (big-closed ?cell - cell ?side - side))

  ; All boxes around the player are open ahead, and so is what is entered.
  (:action walk
    :parameters (?side ?back - side ?from ?to - cell)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (not (small-closed ?from ?side)) (not (big-closed ?from ?side))
      (not (small-closed ?to ?back)) (not (big-closed ?to ?back)))
    :effect (and (not (player ?from)) (player ?to)))

  ; The small box alone, onto a cell without boxes.
  (:action carry-small
    :parameters (?side ?back - side ?from ?to - cell ?small - small)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (at ?small ?from) (closed ?small ?side) (not (big-closed ?from ?side))
      (not (has-small ?to)) (not (has-big ?to)))
    :effect (and
      (not (player ?from)) (player ?to)
      (not (at ?small ?from)) (at ?small ?to)
      (not (has-small ?from)) (has-small ?to)
      (forall (?wall - side)
        (when (closed ?small ?wall) (and (not (small-closed ?from ?wall)) (small-closed ?to ?wall))))
      (forall (?big - big) (not (inside ?small ?big)))))

  ; The small box alone, into a big one.
  (:action put-small
    :parameters (?side ?back - side ?from ?to - cell ?small - small ?big - big)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (at ?small ?from) (closed ?small ?side) (not (big-closed ?from ?side))
      (not (has-small ?to)) (at ?big ?to) (open ?big ?back))
    :effect (and
      (not (player ?from)) (player ?to)
      (not (at ?small ?from)) (at ?small ?to)
      (not (has-small ?from)) (has-small ?to)
      (forall (?wall - side)
        (when (closed ?small ?wall) (and (not (small-closed ?from ?wall)) (small-closed ?to ?wall))))
      (inside ?small ?big)
      (forall (?other - big) (when (not (= ?other ?big)) (not (inside ?small ?other))))))

  ; The big box alone, with a wall at its back: there must be nothing in it.
  (:action carry-big
    :parameters (?side ?back - side ?from ?to - cell ?big - big)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (at ?big ?from) (closed ?big ?side) (closed ?big ?back) (not (has-small ?from))
      (not (has-small ?to)) (not (has-big ?to)))
    :effect (and
      (not (player ?from)) (player ?to)
      (not (at ?big ?from)) (at ?big ?to)
      (not (has-big ?from)) (has-big ?to)
      (forall (?wall - side)
        (when (closed ?big ?wall) (and (not (big-closed ?from ?wall)) (big-closed ?to ?wall))))))

  ; The big box alone, open at its back: a small one stays behind if the player walks out of it.
  (:action pull-off-big
    :parameters (?side ?back - side ?from ?to - cell ?big - big)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (at ?big ?from) (closed ?big ?side) (open ?big ?back) (not (small-closed ?from ?side))
      (not (has-small ?to)) (not (has-big ?to)))
    :effect (and
      (not (player ?from)) (player ?to)
      (not (at ?big ?from)) (at ?big ?to)
      (not (has-big ?from)) (has-big ?to)
      (forall (?wall - side)
        (when (closed ?big ?wall) (and (not (big-closed ?from ?wall)) (big-closed ?to ?wall))))
      (forall (?small - small) (not (inside ?small ?big)))))

  ; Both: the player or the back of the big box takes the small one along.
  (:action carry-both
    :parameters (?side ?back - side ?from ?to - cell ?small - small ?big - big)
    :precondition (and
      (player ?from) (next ?from ?to ?side) (opposite ?side ?back)
      (at ?big ?from) (closed ?big ?side)
      (at ?small ?from) (or (closed ?small ?side) (closed ?big ?back))
      (not (has-small ?to)) (not (has-big ?to)))
    :effect (and
      (not (player ?from)) (player ?to)
      (not (at ?small ?from)) (at ?small ?to) (not (at ?big ?from)) (at ?big ?to)
      (not (has-small ?from)) (has-small ?to) (not (has-big ?from)) (has-big ?to)
      (forall (?wall - side) (and
        (when (closed ?small ?wall) (and (not (small-closed ?from ?wall)) (small-closed ?to ?wall)))
        (when (closed ?big ?wall) (and (not (big-closed ?from ?wall)) (big-closed ?to ?wall))))))))
