; Maze: walk over all dots. One action is one move of the game.
(define (domain maze-all-food)
  (:requirements :strips :typing)
  (:types cell way - object)
  (:predicates
    (next ?from ?to - cell ?way - way)
    (plain ?cell - cell)
    (dot ?cell - cell)
    (at ?cell - cell)
    (eaten ?cell - cell))

  (:action walk
    :parameters (?way - way ?from ?to - cell)
    :precondition (and (at ?from) (next ?from ?to ?way) (plain ?to))
    :effect (and (not (at ?from)) (at ?to)))

  (:action eat
    :parameters (?way - way ?from ?to - cell)
    :precondition (and (at ?from) (next ?from ?to ?way) (dot ?to))
    :effect (and (not (at ?from)) (at ?to) (eaten ?to))))
