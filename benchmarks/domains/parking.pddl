(define (domain parking)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types car kerb)
  (:predicates (at ?c - car ?k - kerb) (behind ?c ?d - car) (clear ?c - car) (empty ?k - kerb))
  (:action kerb-to-kerb
    :parameters (?c - car ?a ?b - kerb)
    :precondition (and (clear ?c) (at ?c ?a) (empty ?b))
    :effect (and (at ?c ?b) (empty ?a) (not (empty ?b)) (not (at ?c ?a))))
  (:action kerb-to-car
    :parameters (?c - car ?a - kerb ?d - car ?k - kerb)
    :precondition (and (clear ?c) (at ?c ?a) (clear ?d) (at ?d ?k) (not (= ?c ?d)))
    :effect (and (behind ?c ?d) (empty ?a) (not (clear ?d)) (not (at ?c ?a))))
  (:action car-to-kerb
    :parameters (?c ?d - car ?b - kerb)
    :precondition (and (clear ?c) (behind ?c ?d) (empty ?b))
    :effect (and (at ?c ?b) (clear ?d) (not (behind ?c ?d)) (not (empty ?b))))
  (:action car-to-car
    :parameters (?c ?d ?e - car ?k - kerb)
    :precondition (and (clear ?c) (behind ?c ?d) (clear ?e) (at ?e ?k))
    :effect (and (behind ?c ?e) (clear ?d) (not (behind ?c ?d)) (not (clear ?e)))))
