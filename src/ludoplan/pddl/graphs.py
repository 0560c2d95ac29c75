"""Which nodes of a directed graph lie on circles, and an order of the rest."""

from __future__ import annotations

from collections.abc import Sequence


def components(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each after all that it leads to.

    Tarjan's way, with a stack of its own: a chain of any length must not exhaust that of Python.
    """
    found: list[list[int]] = []
    number = [0] * len(successors)  # in the order of visits, from 1; 0 is not visited
    lowest = [0] * len(successors)  # of what is reached and belongs to no component yet
    is_open = [False] * len(successors)
    path: list[int] = []
    visits = 0
    for root in range(len(successors)):
        if number[root]:
            continue
        waiting = [(root, 0)]
        while waiting:
            node, place = waiting.pop()
            if place == 0:
                visits += 1
                number[node] = lowest[node] = visits
                is_open[node] = True
                path.append(node)
            next_nodes = successors[node]
            while place < len(next_nodes):
                other = next_nodes[place]
                place += 1
                if not number[other]:
                    waiting.append((node, place))
                    waiting.append((other, 0))
                    break
                if is_open[other] and lowest[other] < lowest[node]:
                    lowest[node] = lowest[other]
            else:
                if lowest[node] == number[node]:
                    start = len(path) - 1
                    while path[start] != node:
                        start -= 1
                    found.append(path[start:])
                    del path[start:]
                    for each in found[-1]:
                        is_open[each] = False
                if waiting and is_open[node]:
                    above = waiting[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
    return found
