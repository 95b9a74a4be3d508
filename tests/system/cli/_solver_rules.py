"""Turns of Al-Jabar as docs/rules/al-jabar.md has them (5 to 8), for two seats and the eight colours. A set is a sorted tuple
of letters. Nothing here comes from the engine."""

import collections
import itertools

from _solver_groups import COLOURS

SPECTRUM = tuple(sorted("RYBW"))
MOST = 3

Exchange = collections.namedtuple("Exchange", "give take")
After = collections.namedtuple("After", "hand center clears doubles")


def total(pieces):
    out = 0
    for piece in pieces:
        out ^= COLOURS[piece]
    return out


def subsets(pieces, most):
    """Every set of one to `most` of these pieces, once."""
    pieces = sorted(pieces)
    return {each for n in range(1, most + 1) for each in itertools.combinations(pieces, n)}


def by_sum(pieces, most):
    out = collections.defaultdict(list)
    for each in subsets(pieces, most):
        out[total(each)].append(each)
    return out


def read_exchange(text):
    give, take = text.split("=")
    return Exchange(tuple(sorted(give.split("+"))), tuple(sorted(take.split("+"))))


def within(few, pieces):
    return not collections.Counter(few) - collections.Counter(pieces)


def legal(hand, center, move):
    if not within(move.give, hand) or not within(move.take, center) or move.give == move.take:
        return False
    if move.give == SPECTRUM:
        return move.take == ("C",)
    return len(move.give) <= MOST and len(move.take) <= MOST and total(move.give) == total(move.take)


def exchanges(hand, center):
    takes = by_sum(center, MOST)
    for made, gives in by_sum(hand, MOST).items():
        yield from (Exchange(give, take) for give in gives for take in takes[made] if give != take)
    if within(SPECTRUM, hand) and "C" in center:
        yield Exchange(SPECTRUM, ("C",))


def larger_equalities(hand, center):
    """Equal sums that no exchange may have: more pieces than the limit on either side."""
    takes = by_sum(center, len(center))
    for made, gives in by_sum(hand, len(hand)).items():
        for give in gives:
            for take in takes[made]:
                if give != take and max(len(give), len(take)) > MOST and (give, take) != (SPECTRUM, ("C",)):
                    yield Exchange(give, take)


def after(hand, center, move):
    hand = collections.Counter(hand) - collections.Counter(move.give) + collections.Counter(move.take)
    center = collections.Counter(center) - collections.Counter(move.take) + collections.Counter(move.give)
    doubles, clears = {}, 0
    for colour in [c for c in center if c != "C" and center[c] > 1]:
        pairs = center[colour] // 2
        center[colour] -= 2 * pairs
        own = move.give.count(colour) >= 2
        doubles[colour] = (pairs, own)
        clears += 0 if own else pairs
    center["C"] += sum(pairs for pairs, own in doubles.values())
    return After(sorted(hand.elements()), sorted(center.elements()), clears, doubles)


def fewest(hand, center):
    """The fewest pieces after one exchange, or without one."""
    takes, most = {}, 0
    for each in subsets(center, MOST):
        made = total(each)
        takes[made] = min(takes.get(made, MOST), len(each))
    for each in subsets(hand, MOST):
        made = total(each)
        if made in takes:
            most = max(most, len(each) - takes[made])
    if within(SPECTRUM, hand) and "C" in center:
        most = MOST
    return len(hand) - most


def stuck(hand, center):
    return len(hand) <= MOST and fewest(hand, center) == len(hand)


def most_clears(hand, center):
    return max((after(hand, center, move).clears for move in exchanges(hand, center)), default=0)


def fewest_after_two(hand, center):
    return min((fewest(*after(hand, center, move)[:2]) for move in exchanges(hand, center)), default=len(hand))
