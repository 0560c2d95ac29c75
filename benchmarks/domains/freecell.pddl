; (next ?n ?m): ?m is one less than ?n. (cells ?n), (columns ?n): so many are free.
(define (domain freecell)
  (:requirements :strips :typing)
  (:types card rank suit)
  (:predicates (on ?c ?d - card) (fits ?c ?d - card) (open ?c - card) (bottom ?c - card) (parked ?c - card)
    (home ?c - card) (value ?c - card ?n - rank) (of ?c - card ?s - suit) (next ?n ?m - rank)
    (cells ?n - rank) (columns ?n - rank))
  (:action move
    :parameters (?c ?old ?new - card)
    :precondition (and (open ?c) (open ?new) (on ?c ?old) (fits ?c ?new))
    :effect (and (on ?c ?new) (open ?old) (not (on ?c ?old)) (not (open ?new))))
  (:action move-bottom
    :parameters (?c ?new - card ?n ?m - rank)
    :precondition (and (open ?c) (bottom ?c) (open ?new) (fits ?c ?new) (columns ?n) (next ?m ?n))
    :effect (and (on ?c ?new) (columns ?m) (not (bottom ?c)) (not (open ?new)) (not (columns ?n))))
  (:action park
    :parameters (?c ?old - card ?n ?m - rank)
    :precondition (and (open ?c) (on ?c ?old) (cells ?n) (next ?n ?m))
    :effect (and (open ?old) (parked ?c) (cells ?m) (not (on ?c ?old)) (not (open ?c)) (not (cells ?n))))
  (:action park-bottom
    :parameters (?c - card ?n ?m ?k ?l - rank)
    :precondition (and (open ?c) (bottom ?c) (cells ?n) (next ?n ?m) (columns ?k) (next ?l ?k))
    :effect (and (parked ?c) (cells ?m) (columns ?l) (not (bottom ?c)) (not (open ?c)) (not (cells ?n))
      (not (columns ?k))))
  (:action spread
    :parameters (?c ?old - card ?n ?m - rank)
    :precondition (and (open ?c) (on ?c ?old) (columns ?n) (next ?n ?m))
    :effect (and (open ?old) (bottom ?c) (columns ?m) (not (on ?c ?old)) (not (columns ?n))))
  (:action return
    :parameters (?c ?new - card ?n ?m - rank)
    :precondition (and (parked ?c) (open ?new) (fits ?c ?new) (cells ?n) (next ?m ?n))
    :effect (and (on ?c ?new) (open ?c) (cells ?m) (not (parked ?c)) (not (open ?new)) (not (cells ?n))))
  (:action return-bottom
    :parameters (?c - card ?n ?m ?k ?l - rank)
    :precondition (and (parked ?c) (cells ?n) (next ?m ?n) (columns ?k) (next ?k ?l))
    :effect (and (bottom ?c) (open ?c) (cells ?m) (columns ?l) (not (parked ?c)) (not (cells ?n))
      (not (columns ?k))))
  (:action score
    :parameters (?c ?old ?below - card ?s - suit ?n ?m - rank)
    :precondition (and (open ?c) (on ?c ?old) (home ?below) (of ?c ?s) (of ?below ?s) (value ?c ?m) (value ?below ?n)
      (next ?m ?n))
    :effect (and (open ?old) (home ?c) (not (on ?c ?old)) (not (open ?c)) (not (home ?below))))
  (:action score-bottom
    :parameters (?c ?below - card ?s - suit ?n ?m ?k ?l - rank)
    :precondition (and (open ?c) (bottom ?c) (home ?below) (of ?c ?s) (of ?below ?s) (value ?c ?m) (value ?below ?n)
      (next ?m ?n) (columns ?k) (next ?l ?k))
    :effect (and (home ?c) (columns ?l) (not (bottom ?c)) (not (open ?c)) (not (home ?below)) (not (columns ?k))))
  (:action score-parked
    :parameters (?c ?below - card ?s - suit ?n ?m ?k ?l - rank)
    :precondition (and (parked ?c) (home ?below) (of ?c ?s) (of ?below ?s) (value ?c ?m) (value ?below ?n) (next ?m ?n)
      (cells ?k) (next ?l ?k))
    :effect (and (home ?c) (cells ?l) (not (parked ?c)) (not (home ?below)) (not (cells ?k)))))
