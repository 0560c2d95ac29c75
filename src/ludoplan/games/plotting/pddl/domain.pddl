; Plotting. One action is one shot, named by how it ends: `stop` in the row at another colour, `fall` down the last
; column onto another colour, `floor` down to the floor; `along` a row or `down` a column.
; Rows count from the top. {about}
(define (domain plotting-{variant})
  (:requirements :adl :typing :equality{requirements})
  (:types row column colour count - object)
  (:predicates
    ; the grid's shape
    (left ?a ?b - column)           ; a is left of b
    (last ?c - column)
    (above ?a ?b - row)             ; a is above b
    (upto ?a ?b - row)              ; a is above b or the same row
    (next ?a ?b - row)              ; b is directly below a
    (top ?r - row)
    (bottom ?r - row)
    (gap ?a ?b - row ?n - count)   ; b is n rows below a
    (to-floor ?r - row ?n - count) ; the floor is n rows below r
    (short ?r - row ?n - count)    ; fewer than n rows are above r
    (open-row ?r - row)
    (open-column ?c - column){predicates}
    ; the state
    (at ?r - row ?c - column ?k - colour)
    (empty ?r - row ?c - column)
    (hand ?k - colour)
    (wild))                         ; the hand takes the colour that it hits first
{functions}
  (:action stop-along
    :parameters (?r - row ?c - column ?h ?b - colour)
    :precondition (and {ready}(open-row ?r) (or (hand ?h) (wild)) (at ?r ?c ?b) (not (= ?h ?b))
      (exists (?d - column) (and (left ?d ?c) (at ?r ?d ?h)))
      (forall (?d - column) (imply (left ?d ?c) (or (empty ?r ?d) (at ?r ?d ?h)))))
    :effect (and (not (wild)) (not (hand ?h)) (hand ?b) (not (at ?r ?c ?b)) (at ?r ?c ?h)
      (forall (?d - column ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (at ?i ?d ?k)) (not (at ?i ?d ?k))))
      (forall (?d - column ?j ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (at ?j ?d ?k)) (at ?i ?d ?k)))
      (forall (?d - column ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (top ?i)) (empty ?i ?d)))
      (forall (?d - column ?j ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (empty ?j ?d)) (empty ?i ?d))){cost}))

  (:action fall-along
    :parameters (?r ?s - row ?c - column ?h ?b - colour ?n - count)
    :precondition (and {ready}(open-row ?r) (last ?c) (gap ?r ?s ?n) (or (hand ?h) (wild)) (at ?s ?c ?b)
      (not (= ?h ?b))
      (or (exists (?d - column) (and (left ?d ?c) (at ?r ?d ?h)))
          (exists (?i - row) (and (upto ?r ?i) (above ?i ?s) (at ?i ?c ?h))))
      (forall (?d - column) (imply (left ?d ?c) (or (empty ?r ?d) (at ?r ?d ?h))))
      (forall (?i - row) (imply (and (upto ?r ?i) (above ?i ?s)) (or (empty ?i ?c) (at ?i ?c ?h)))))
    :effect (and (not (wild)) (not (hand ?h)) (hand ?b) (not (at ?s ?c ?b)) (at ?s ?c ?h)
      (forall (?d - column ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (at ?i ?d ?k)) (not (at ?i ?d ?k))))
      (forall (?d - column ?j ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (at ?j ?d ?k)) (at ?i ?d ?k)))
      (forall (?d - column ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (top ?i)) (empty ?i ?d)))
      (forall (?d - column ?j ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (empty ?j ?d)) (empty ?i ?d)))
      (forall (?i - row ?k - colour)
        (when (and (above ?i ?s) (at ?i ?c ?k)) (not (at ?i ?c ?k))))
      (forall (?j ?i - row ?k - colour)
        (when (and (above ?i ?s) (gap ?j ?i ?n) (at ?j ?c ?k)) (at ?i ?c ?k)))
      (forall (?i - row)
        (when (and (above ?i ?s) (short ?i ?n)) (empty ?i ?c)))
      (forall (?j ?i - row)
        (when (and (above ?i ?s) (gap ?j ?i ?n) (empty ?j ?c)) (empty ?i ?c))){cost}))

  (:action floor-along
    :parameters (?r - row ?c - column ?h - colour ?n - count)
    :precondition (and {ready}(open-row ?r) (last ?c) (to-floor ?r ?n) (or (hand ?h) (wild))
      (or (exists (?d - column) (and (left ?d ?c) (at ?r ?d ?h)))
          (exists (?i - row) (and (upto ?r ?i) (at ?i ?c ?h))))
      (forall (?d - column) (imply (left ?d ?c) (or (empty ?r ?d) (at ?r ?d ?h))))
      (forall (?i - row) (imply (upto ?r ?i) (or (empty ?i ?c) (at ?i ?c ?h)))))
    :effect (and (not (wild)) (hand ?h)
      (forall (?d - column ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (at ?i ?d ?k)) (not (at ?i ?d ?k))))
      (forall (?d - column ?j ?i - row ?k - colour)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (at ?j ?d ?k)) (at ?i ?d ?k)))
      (forall (?d - column ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (top ?i)) (empty ?i ?d)))
      (forall (?d - column ?j ?i - row)
        (when (and (left ?d ?c) (at ?r ?d ?h) (upto ?i ?r) (next ?j ?i) (empty ?j ?d)) (empty ?i ?d)))
      (forall (?i - row ?k - colour)
        (when (at ?i ?c ?k) (not (at ?i ?c ?k))))
      (forall (?j ?i - row ?k - colour)
        (when (and (gap ?j ?i ?n) (at ?j ?c ?k)) (at ?i ?c ?k)))
      (forall (?i - row)
        (when (short ?i ?n) (empty ?i ?c)))
      (forall (?j ?i - row)
        (when (and (gap ?j ?i ?n) (empty ?j ?c)) (empty ?i ?c))){cost}))

  (:action stop-down
    :parameters (?c - column ?s - row ?h ?b - colour)
    :precondition (and {ready}(open-column ?c) (or (hand ?h) (wild)) (at ?s ?c ?b) (not (= ?h ?b))
      (exists (?i - row) (and (above ?i ?s) (at ?i ?c ?h)))
      (forall (?i - row) (imply (above ?i ?s) (or (empty ?i ?c) (at ?i ?c ?h)))))
    :effect (and (not (wild)) (not (hand ?h)) (hand ?b) (not (at ?s ?c ?b)) (at ?s ?c ?h)
      (forall (?i - row)
        (when (above ?i ?s) (and (not (at ?i ?c ?h)) (empty ?i ?c)))){cost}))

  (:action floor-down
    :parameters (?c - column ?h - colour)
    :precondition (and {ready}(open-column ?c) (or (hand ?h) (wild))
      (exists (?i - row) (at ?i ?c ?h))
      (forall (?i - row) (or (empty ?i ?c) (at ?i ?c ?h))){order})
    :effect (and (not (wild)) (hand ?h){emptied}
      (forall (?i - row) (and (not (at ?i ?c ?h)) (empty ?i ?c))){cost})){actions})
