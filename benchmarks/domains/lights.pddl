(define (domain lights)
  (:requirements :adl)
  (:types lamp)
  (:predicates (lit ?l - lamp) (switches ?a ?b - lamp))
  (:action press
    :parameters (?a - lamp)
    :precondition ()
    :effect (and
      (forall (?b - lamp) (when (and (switches ?a ?b) (lit ?b)) (not (lit ?b))))
      (forall (?b - lamp) (when (and (switches ?a ?b) (not (lit ?b))) (lit ?b))))))
