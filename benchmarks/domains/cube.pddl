; The corners of a cube of 2x2x2, one of which never moves. A turn takes the stickers of three faces round.
(define (domain cube)
  (:requirements :adl)
  (:types place turn colour)
  (:predicates (shows ?p - place ?c - colour) (takes ?t - turn ?from ?to - place))
  (:action turn
    :parameters (?t - turn)
    :precondition ()
    :effect (and
      (forall (?p ?q - place ?c - colour) (when (and (takes ?t ?p ?q) (shows ?p ?c)) (shows ?q ?c)))
      (forall (?p ?q - place ?c ?d - colour)
        (when (and (takes ?t ?p ?q) (shows ?p ?c) (shows ?q ?d) (not (= ?c ?d))) (not (shows ?q ?d)))))))
