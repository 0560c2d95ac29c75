  ; Of a level with a queue: what is laid on the empty cell where the flow is.
  (:action lay-left
    :parameters (?p ?next - piece ?q ?r - queued)
    :precondition (and
      (on-piece ?p) (left ?p ?next) (not (used ?next))
      (is-empty ?p) (next ?q) (follows ?q ?r)
      (or
        (and (from-top ?p) (leads-top-left ?q))
        (and (from-right ?p) (leads-right-left ?q))
        (and (from-bottom ?p) (leads-bottom-left ?q))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-right ?next)
      (not (next ?q)) (next ?r)))

  (:action lay-up
    :parameters (?p ?next - piece ?q ?r - queued)
    :precondition (and
      (on-piece ?p) (top ?p ?next) (not (used ?next))
      (is-empty ?p) (next ?q) (follows ?q ?r)
      (or
        (and (from-left ?p) (leads-left-top ?q))
        (and (from-right ?p) (leads-right-top ?q))
        (and (from-bottom ?p) (leads-bottom-top ?q))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-bottom ?next)
      (not (next ?q)) (next ?r)))

  (:action lay-right
    :parameters (?p ?next - piece ?q ?r - queued)
    :precondition (and
      (on-piece ?p) (right ?p ?next) (not (used ?next))
      (is-empty ?p) (next ?q) (follows ?q ?r)
      (or
        (and (from-left ?p) (leads-left-right ?q))
        (and (from-top ?p) (leads-top-right ?q))
        (and (from-bottom ?p) (leads-bottom-right ?q))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-left ?next)
      (not (next ?q)) (next ?r)))

  (:action lay-down
    :parameters (?p ?next - piece ?q ?r - queued)
    :precondition (and
      (on-piece ?p) (bottom ?p ?next) (not (used ?next))
      (is-empty ?p) (next ?q) (follows ?q ?r)
      (or
        (and (from-left ?p) (leads-left-bottom ?q))
        (and (from-top ?p) (leads-top-bottom ?q))
        (and (from-right ?p) (leads-right-bottom ?q))))
    :effect (and
      (not (on-piece ?p))
      (not (from-left ?p)) (not (from-top ?p)) (not (from-right ?p)) (not (from-bottom ?p))
      (on-piece ?next) (used ?next) (from-top ?next)
      (not (next ?q)) (next ?r)))

  (:action skip
    :parameters (?p - piece ?q ?r - queued)
    :precondition (and (on-piece ?p) (is-empty ?p) (next ?q) (follows ?q ?r))
    :effect (and (not (next ?q)) (next ?r)))
