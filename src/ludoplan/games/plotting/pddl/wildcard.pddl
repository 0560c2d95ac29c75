  ; At a dead end the block in the hand becomes a wildcard, at no cost.
  (:action take-wildcard
    :parameters (?h - colour)
    :precondition (and (shooting) (hand ?h)
      (not (exists (?c - column ?r - row) (and (open-column ?c) (at ?r ?c ?h)
        (forall (?i - row) (imply (above ?i ?r) (empty ?i ?c))))))
      (not (exists (?c - column ?r - row) (and (open-row ?r) (at ?r ?c ?h)
        (forall (?d - column) (imply (left ?d ?c) (empty ?r ?d))))))
      (not (exists (?c - column ?r ?s - row) (and (open-row ?r) (last ?c) (upto ?r ?s) (at ?s ?c ?h)
        (forall (?d - column) (imply (left ?d ?c) (empty ?r ?d)))
        (forall (?i - row) (imply (and (upto ?r ?i) (above ?i ?s)) (empty ?i ?c)))))))
    :effect (and (not (hand ?h)) (wild)))
