# SPDX-License-Identifier: MIT
"""Brute forces of games in examples/own/ for which no counts are published. They are written to be
plain, share nothing with the examples but the games' names, and value a state as Zermelo does: for
the side to move, in plies (+5 wins in 5, -4 loses in 4, 0 is a draw), or in points."""

import functools
import itertools


def preference(value):
    """Early wins first, then draws, then late losses."""
    return (1, -value) if value > 0 else (0, 0) if value == 0 else (-1, -value)


def pong_hau_ki():
    """Values of all states that play reaches, up to the mirror: by rounds, because play goes round
    in circles."""
    lines = [("a3", "b2"), ("c3", "b2"), ("a1", "b2"), ("c1", "b2"), ("a3", "a1"), ("c3", "c1"),
             ("a1", "c1")]
    mirror = {"a1": "c1", "c1": "a1", "a3": "c3", "c3": "a3", "b2": "b2"}

    def folded(state):
        own, others, mover = state
        return min(state, (frozenset(mirror[p] for p in own), frozenset(mirror[p] for p in others),
                           mover), key=lambda s: (sorted(s[0]), sorted(s[1])))

    def successors(state):
        own, others, mover = state
        for a, b in lines + [(b, a) for a, b in lines]:
            if a in own and b not in own and b not in others:
                yield folded((others, own - {a} | {b}, 1 - mover))

    start = folded((frozenset({"a1", "c1"}), frozenset({"a3", "c3"}), 0))
    states, waiting = {start}, [start]
    while waiting:
        for after in successors(waiting.pop()):
            if after not in states:
                states.add(after)
                waiting.append(after)
    lost = {s for s in states if not any(True for _ in successors(s))}
    values = dict.fromkeys(states, 0)
    for ply in range(1, len(states)):
        found = {}
        for s in states - lost:
            after = list(successors(s))
            if values[s] == 0:
                if any(t in lost or values[t] < 0 for t in after):
                    found[s] = ply
                elif all(values[t] > 0 for t in after):
                    found[s] = -ply
        if not found:
            break
        values.update(found)
    return {s: v for s, v in values.items() if s not in lost}


def chomp(columns, rows):
    """Values of all states that play reaches in which there is chocolate."""

    def successors(left):
        return [tuple(n if r < row else min(n, column) for r, n in enumerate(left))
                for row in range(rows) for column in range(left[row])]

    @functools.cache
    def value(left):
        options = []
        for after in successors(left):
            if after[0] == 0:
                options.append(-1)  # the poison
            else:
                theirs = value(after)
                options.append(-theirs + 1 if theirs < 0 else -theirs - 1)
        return max(options, key=preference)

    start = ((columns,) * rows, 0)
    reached, waiting = {start}, [start]
    while waiting:
        left, player = waiting.pop()
        for after in successors(left):
            if after[0] > 0 and (after, 1 - player) not in reached:
                reached.add((after, 1 - player))
                waiting.append((after, 1 - player))
    return {state: value(state[0]) for state in reached}


def kalah(houses, seeds, scores, empty_capture):
    """Values of all states that play reaches in which the game goes on."""

    def play(board, player, house):
        houses_of, stores = [list(board[0]), list(board[1])], list(board[2])
        in_hand, houses_of[player][house] = houses_of[player][house], 0
        side, at, again = player, house, False
        while in_hand > 0:
            at += 1
            again = False
            if at == houses:
                if side == player:
                    stores[player] += 1
                    in_hand -= 1
                    again = True
                side, at = 1 - side, -1
                continue
            houses_of[side][at] += 1
            in_hand -= 1
        if not again and side == player and houses_of[player][at] == 1:
            opposite = houses_of[1 - player][houses - 1 - at]
            if opposite > 0 or empty_capture:
                stores[player] += opposite + 1
                houses_of[player][at] = houses_of[1 - player][houses - 1 - at] = 0
        return (tuple(houses_of[0]), tuple(houses_of[1]), tuple(stores)), player if again else 1 - player

    values = {}

    def value(board, player):
        """For player 0: points, or plies with the winner's sign."""
        south, north, stores = board
        if sum(south) == 0 or sum(north) == 0:
            difference = sum(south) + stores[0] - sum(north) - stores[1]
            return difference, True
        if (board, player) not in values:
            options = []
            for house in range(houses):
                if board[player][house] > 0:
                    result, is_end = value(*play(board, player, house))
                    if not scores:
                        sign = (result > 0) - (result < 0)
                        result = sign if is_end else result + sign
                    options.append(result if player == 0 else -result)
            best = max(options) if scores else max(options, key=preference)
            values[board, player] = best if player == 0 else -best
        return values[board, player], False

    value((((seeds,) * houses), ((seeds,) * houses), (0, 0)), 0)
    return {(b, p): v if p == 0 else -v for (b, p), v in values.items()}


def sim():
    """Values of all states that go on, up to the numbering of the points."""
    lines = list(itertools.combinations(range(6), 2))
    number = {line: i for i, line in enumerate(lines)}
    triangles = [sum(1 << number[line] for line in itertools.combinations(t, 2))
                 for t in itertools.combinations(range(6), 3)]
    # What each permutation makes of each set of lines, by halves of 8 and 7 lines.
    tables = []
    for p in itertools.permutations(range(6)):
        image = [1 << number[tuple(sorted((p[a], p[b])))] for a, b in lines]
        tables.append(([sum(image[i] for i in range(8) if s >> i & 1) for s in range(256)],
                       [sum(image[8 + i] for i in range(7) if s >> i & 1) for s in range(128)]))

    @functools.cache
    def folded(own, others):
        return min((low[own & 255] | high[own >> 8], low[others & 255] | high[others >> 8])
                   for low, high in tables)

    @functools.cache
    def value(own, others):
        options = []
        for line in range(15):
            if (own | others) >> line & 1 == 0:
                mine = own | 1 << line
                if any(mine & t == t for t in triangles):
                    options.append(-1)
                else:
                    after = value(*folded(others, mine))
                    seen.add(folded(others, mine))
                    options.append(-after + (1 if after < 0 else -1))
        return max(options, key=preference)

    seen = {(0, 0)}
    value(0, 0)
    return {s: value(*s) for s in seen}


def random_teeko(columns, rows, random):
    """A position of a random game of Teeko in which the game goes on: (text, men that each side
    has in hand). Straightforward, without bits."""
    squares = [(x, y) for y in range(rows) for x in range(columns)]
    ways = [(1, 0), (0, 1), (1, 1), (1, -1)]
    wins = [[(x + i * dx, y + i * dy) for i in range(4)] for x, y in squares for dx, dy in ways]
    wins += [[(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] for x, y in squares]
    wins = [set(w) for w in wins if all(s in squares for s in w)]
    men, mover = [set(), set()], 0
    for _ in range(random.randrange(40)):
        open_squares = [s for s in squares if s not in men[0] and s not in men[1]]
        if len(men[mover]) < 4:
            after = [men[mover] | {s} for s in open_squares]
        else:
            after = [men[mover] - {(x, y)} | {s} for x, y in men[mover] for s in open_squares
                     if abs(s[0] - x) <= 1 and abs(s[1] - y) <= 1]
        after = [a for a in after if not any(w <= a for w in wins)]
        if not after:
            break
        men[mover] = random.choice(after)
        mover = 1 - mover
    text = "/".join("".join("b" if (x, y) in men[0] else "w" if (x, y) in men[1] else "."
                            for x in range(columns)) for y in range(rows))
    return text + " " + "bw"[mover], [4 - len(men[0]), 4 - len(men[1])]
