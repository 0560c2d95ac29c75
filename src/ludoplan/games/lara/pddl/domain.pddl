; Lara. One action is one action of the game, with all that the traps do in answer.
(define (domain lara)
  (:requirements :adl{requirements})
  (:types
    tile side lever place trap - object
    saw animal - trap
    snake spider lizard - animal
    post route trail - place)
  (:predicates
    ; the map
    (joined ?side - side ?from ?to - tile)
    (lands ?to ?end - tile)        ; who steps on ?to may end up on ?end: there or somewhere below
    (through ?to ?tile ?end - tile) ; ... and falls through these tiles
    (weak ?tile - tile)
    (goal ?tile - tile)
    (in-reach ?from ?to - tile)    ; of a spear
    (lever ?tile - tile ?lever - lever)
    (shifts ?lever - lever ?tile - tile)
    ; traps
    (before ?first ?second - trap) ; the order in which they act
    (attackable ?trap - trap)
    (of ?place - place ?trap - trap)
    (stands ?place - place ?tile - tile)
    (watches ?place - place ?tile - tile)
    (hits ?place - place ?tile - tile)     ; stands on it or watches it
    (goes ?place - place ?tile - tile)     ; where a move leads
    (will-hit ?place - place ?tile - tile) ; what it hits then
    (cracks ?place - place ?tile - tile)   ; the move is a step onto this weak tile
    (meets ?place ?other - place)          ; both crack the same tile
    (slays ?to ?end - tile ?place - place)  ; who steps on ?to and ends on ?end meets who stands there
    (treads ?to ?end - tile ?place - place) ; ... has been on the weak tile that a move leads to
    (strikes ?saw ?place - place)           ; a saw there hits who stands here
    (will-strike ?saw ?place - place)       ; ... after the saw has moved
    (strikes-ahead ?saw ?place - place)     ; ... after the other has moved
    (will-strike-ahead ?saw ?place - place) ; ... after both have
    (moves ?place - place)                 ; the route goes on
    (needs ?place - place ?tile - tile)    ; ... while this platform is there
    (leads ?place ?next - place)
    (follows ?place - place ?lara - tile ?next - place) ; a lizard guards next where Lara was
    (wakes ?lizard - lizard ?tile - tile)
    ; what changes
    (lara ?tile - tile)
    (won)
    (carrying)
    (spear ?tile - tile)
    (cracked ?tile - tile)
    (destroyed ?tile - tile)
    (off ?tile - tile)
    (awake ?lizard - lizard)
    (on ?trap - trap ?place - place))
{functions}
{actions})
