

  ; After the last shot the blocks are counted, column by column. This costs nothing.
  (:action stop-shooting
    :parameters (?c - column ?n - count)
    :precondition (and (shooting) (first ?c) (zero ?n))
    :effect (and (not (shooting)) (counting ?c) (tally ?n)))

  (:action count-nothing
    :parameters (?r - row ?c ?d - column)
    :precondition (and (counting ?c) (follows ?c ?d) (bottom ?r) (empty ?r ?c))
    :effect (and (not (counting ?c)) (counting ?d)))

  (:action count-blocks
    :parameters (?r - row ?c ?d - column ?n ?m - count)
    :precondition (and (counting ?c) (follows ?c ?d) (not (empty ?r ?c)) (tally ?n) (plus ?n ?r ?m)
      (forall (?i - row) (imply (above ?i ?r) (empty ?i ?c))))
    :effect (and (not (counting ?c)) (counting ?d) (not (tally ?n)) (tally ?m)))
