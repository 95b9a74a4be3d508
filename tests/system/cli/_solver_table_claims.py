"""The claims about tables of Al-Jabar and Mad Abel, and the hints; _solver_claims.py has the others."""

import re

import _solver_rules as rules
from _solver_answers import NAMES, forgotten
from _solver_claims import LIMIT, claim, primary, true
from _solver_groups import COLOURS

SPOKEN = dict(zip("CRYOBPGW", ("clear", "red", "yellow", "orange", "blue", "purple", "green", "white")))
LETTER = {name: letter for letter, name in SPOKEN.items()}


def changed(said):
    """The hand before and after what the item plays."""
    question, answer = said.question, said.question.item["answer"]
    if said.shown.pile:
        cards = re.match(r"You play (?:only )?(.+?)(?:, the|\. W)", said.text)
        count = len(re.split(r"[+ ]", cards[1] if cards else answer))
        return len(said.shown.hand), len(said.shown.hand) - count
    return len(said.shown.hand), len(question.after(said.move()).hand)


def level(said):
    return rules.legal(said.shown.hand, said.shown.center, said.move())


# An exchange.
@claim(r"Both make (.)\. You go from (\d+) to (\d+)\.")
def _(said, made, before, after):
    move = said.move()
    return (level(said) and NAMES[rules.total(move.give)] == made and changed(said) == (int(before), int(after))
            and int(before) > int(after))


@claim(r"You go from (\d+) to (\d+)\.")
def _(said, before, after):
    return changed(said) == (int(before), int(after))


@claim(r"It balances, and you stay at (\d+)\.")
def _(said, n):
    return level(said) and changed(said) == (int(n), int(n))


@claim(r"It balances, but you would hold (\d+) more: (\d+) to (\d+)\.")
def _(said, n, before, after):
    return level(said) and changed(said) == (int(before), int(after)) and int(after) - int(before) == int(n) > 0


def gone(said, text, own):
    """The doubles that leave the Center and that one hand placed, or did not: 'G+G and W+W', 'P+P+P+P'."""
    told = {each[0]: each.count(each[0]) // 2 for each in re.split(r", | and ", text)}
    return told == {c: pairs for c, (pairs, mine) in said.question.after(said.move()).doubles.items() if mine == own}


@claim(r"(.+) vanish(?:es)?: every other player takes (\d+) clears?\.")
def _(said, told, n):
    return gone(said, told, False) and said.question.after(said.move()).clears == int(n)


@claim(r"(.+) vanish(?:es)? quietly: you placed all of it yourself, so nobody takes a clear\.")
def _(said, told):
    return gone(said, told, True)


@claim(r"The final round begins: you have one piece left\.")
def _(said):
    return changed(said)[1] == 1


@claim(r"The game is over\.")
def _(said):
    """The other seat, which is not shown, is the last of the round: it is stuck, or this turn was the last of all."""
    position = said.question.item["position"]
    other = said.shown.pieces(re.search(r"hand2=(\S+)", position)[1].replace("+", " "))
    then = said.question.after(said.move())
    return rules.stuck(sorted([*other, *"C" * then.clears]), then.center)


@claim(r"Look for colours that are now twice in the Center, but leave out those you placed twice yourself: (\d+)\.")
def _(said, n):
    return said.question.after().clears == int(n)


@claim(r"You placed two of (.) yourself: nobody draws for it\. The answer is (\d+)\.")
def _(said, piece, n):
    then = said.question.after()
    return then.doubles[piece][1] and then.clears == int(n)


@claim(r"Two clears are no double: C never cancels\. The other seat draws (\d+)\.")
def _(said, n):
    then = said.question.after()
    return then.center.count("C") > 1 and then.clears == int(n)


@claim(r"R, Y, B and W are in your hand and a clear is in the Center: yes\.")
def _(said):
    return rules.within(rules.SPECTRUM, said.shown.hand) and "C" in said.shown.center


@claim(r"The Spectrum takes a clear from the Center, and there is none: no\.")
def _(said):
    return "C" not in said.shown.center


@claim(r"The Spectrum is R, Y, B and W, and you have no (.)\.")
def _(said, piece):
    return piece not in said.shown.hand


# How a turn begins and a game ends.
@claim(r"There is an exchange of equal sums: (\S+)\.")
def _(said, move):
    return rules.legal(said.shown.hand, said.shown.center, rules.read_exchange(move))


@claim(r"No exchange(?: of up to (\w+) pieces)? has equal sums, and you hold more than (\w+) pieces: draw until there is one\.")
def _(said, limit, more):
    if said.question.turn() != "you must draw" or len(said.shown.hand) <= LIMIT[more]:
        return False
    larger = list(rules.larger_equalities(said.shown.hand, said.shown.center))
    if limit is None:
        return True if not larger else "but " + ", ".join("+".join(g) + "=" + "+".join(t) for g, t in larger)
    named = re.search(r"([A-Z+]+) = ([A-Z+]+), but", " ".join(m["text"] for m in said.question.item["why"]))
    return LIMIT[limit] == rules.MOST and (bool(named) or not larger)


@claim(r"(\S+) = (\S+), but at most (\w+) pieces may be given\.")
def _(said, give, take, limit):
    move = rules.read_exchange(give + "=" + take)
    return (move in set(rules.larger_equalities(said.shown.hand, said.shown.center)) and len(move.give) > LIMIT[limit]
            and LIMIT[limit] == rules.MOST)


@claim(r"You hold three pieces or fewer and no exchange makes them fewer: the final round begins\.")
def _(said):
    return rules.stuck(said.shown.hand, said.shown.center)


@claim(r"One piece is left: the final round begins\.")
def _(said):
    return changed(said)[1] == 1


@claim(r"(\d+) pieces are left, not one: play goes on\.")
def _(said, n):
    return changed(said)[1] == int(n) > 1


@claim(r"Only those move who have had no turn yet in this round: the seats after seat (\d)\.")
def _(said, seat):
    return f"seat {seat} comes down" in said.text


@claim(r"What was given goes, what was taken comes, and (\d+) clears? (?:was|were) drawn for the other seat's doubles: (\d+)\.")
def _(said, clears, n):
    seat = int(re.search(r"does seat (\d) hold", said.text)[1])
    own = sum(len(m.take) - len(m.give) for who, m in said.shown.plays if who == seat)
    return said.question.held(seat) == int(n) == len(said.shown.seats[seat]) + own + int(clears)


@claim(r"Try each first exchange, with its cancelling: the best two leave (\d+), as in (\S+), then (\S+)\.")
def _(said, n, first, second):
    shown = said.shown
    one = rules.after(shown.hand, shown.center, rules.read_exchange(first))
    two = rules.after(one.hand, one.center, rules.read_exchange(second))
    return (rules.legal(shown.hand, shown.center, rules.read_exchange(first))
            and rules.legal(one.hand, one.center, rules.read_exchange(second))
            and len(two.hand) == int(n) == rules.fewest_after_two(shown.hand, shown.center))


@claim(r"Then your hand is (.+)\.")
def _(said, told):
    return said.shown.pieces(told) == said.question.after().hand


@claim(r"After (\S+) the next seat can deal you (?:(\d+) at most, by (\S+)|none)\.")
def _(said, move, n, reply):
    move = rules.read_exchange(move)
    if not rules.legal(said.shown.hand, said.shown.center, move) or said.question.fed(move) != int(n or 0):
        return False
    then = said.question.after(move)
    hand, back = said.question.next_after(then), rules.read_exchange(reply) if reply else None
    return back is None or rules.legal(hand, then.center, back) and rules.after(hand, then.center, back).clears == int(n)


@claim(r"The Center is then (.+), and the next seat has drawn (\d+): (?:yes, by (\S+)|no, it cannot)\.")
def _(said, center, clears, reply):
    then = said.question.after()
    hand = said.question.next_after(then)
    if said.shown.pieces(center) != then.center or then.clears != int(clears):
        return False
    if reply is None:
        return rules.fewest(hand, then.center) > 1
    move = rules.read_exchange(reply)
    return rules.legal(hand, then.center, move) and len(rules.after(hand, then.center, move).hand) == 1


@claim(r"Yes: (\S+) takes fewer pieces than it gives\.")
def _(said, move):
    move = rules.read_exchange(move)
    return rules.legal(said.shown.hand, said.shown.center, move) and len(move.take) < len(move.give)


@claim(r"No: every exchange takes as many as it gives, or more\.")
def _(said):
    return all(len(move.take) >= len(move.give) for move in said.question.exchanges())


# Cards.
def top_two(said):
    """The two cards on the pile after what the item plays."""
    item, text = said.question.item, said.text
    if found := re.match(r"You play (.+), the last card on top", text):
        cards = found[1].split("+")
    elif found := re.match(r"You play only (.+?)\. ", text):
        cards = [found[1]]
    elif found := re.match(r"You play (.+?)\. Which of them goes down first", text):
        cards = sorted(found[1].split(" "), key=lambda card: card != item["answer"])
    else:
        cards = item["answer"].split("+")
    return [*said.shown.pile, *cards][-2:]


@claim(r"On top lie (\S+) and (\S+): suits ([\d +]+) = (\d+)(?: = (\d+))?, ranks ([\d +]+) = (\d+)(?: = (\d+))?\. That is (\S+)\.")
def _(said, second, top, suits, suit, suit_left, ranks, rank, rank_left, made):
    group = said.group
    cards = [group.value(second), group.value(top)]
    if sorted([second, top]) != sorted(top_two(said)) or group.many(cards) != group.value(made):
        return False
    for at, (told, total, left) in enumerate(((suits, suit, suit_left), (ranks, rank, rank_left))):
        counted = [int(v) for v in told.split(" + ")]
        shown = sum(counted) % group.moduli[at]
        if (counted != [c[at] for c in cards] or sum(counted) != int(total) or int(left or total) != shown
                or (left is None) != (sum(counted) == shown)):
            return False
    return True


@claim(r"The next seat has to make (\S+)\.")
def _(said, card):
    return said.group.makes("+".join(top_two(said))) == said.group.value(card)


@claim(r"First doubles go, then every piece becomes primaries, then doubles go again, then one piece is left: ([\d ]+)\.")
def _(said, lines):
    return said.question.right(lines)


# Hints.
true("Go from left to right: the first two, then the next.", "Try the elements one after the other, and mind the order.",
     "Add up each side on its own.", "Doubles first, then primaries, then doubles again, then one piece.",
     "Add it to itself and count.", "Multiply it by itself and count.", "Add each two of them, and each one to itself.",
     "Multiply each two of them, in both orders, and each one by itself.", "Which one?", "Take the members one by one.",
     "Add what there is, and put in what is new, until nothing new comes.", "An element of the quotient is a whole coset.",
     "Multiply all of it by one element, from the left and from the right.", "Multiply one of each; its coset is the answer.",
     "Add up two of them: is it the third?", "R is (1,0,0), Y is (0,1,0), B is (0,0,1). Add place by place; 1 + 1 is 0.",
     "Write it in primaries and leave one of them out.", "Which colours would be twice in the Center? Who placed them?",
     "R, Y, B and W from your hand, one clear from the Center: R+Y+B+W=C.", "Is there an exchange? How many pieces do you hold?",
     "Count what is left in your hand.", "The round is played to its end.", "Add place by place; 1 + 1 is 0.",
     "Given away, taken, and clears drawn for the other seat's doubles.",
     "Which colours could the next seat place beside their like?", "The top two cards of the pile, added up.",
     "What does the next seat's hand make, and what will lie in the Center?", "The other two must make it.",
     "Suit: the number mod 4. Rank: the number mod 13.", "Do the two numbers share a factor?",
     "First look for an element twice in a row or column, then for an identity, then try brackets.",
     "In a group every row and every column holds each element once.",
     "Add the suits and go round at 4; add the ranks and go round at 13.",
     "How many steps are missing to the suit, going round at 4, and to the rank, going round at 13?",
     "What changes nothing?", "What is left without it?", "Two of them vanish together.")


@claim(r"Two for one, or three for two or one, with equal sums\.")
def _(said):
    return len(said.shown.hand) <= rules.MOST


@claim(r"Three for one is the most, but the first exchange changes the Center\.")
def _(said):
    """The Spectrum is four for one."""
    first = list(said.question.exchanges())
    both = first + [m for f in first for t in [said.question.after(f)] if rules.within(rules.SPECTRUM, t.hand)
                    for m in rules.exchanges(t.hand, t.center)]
    return all(move.give != rules.SPECTRUM for move in both) or "the Spectrum is four for one"


@claim(r"Three for one sheds two, the Spectrum three; but the first exchange changes the Center\.")
def _(said):
    return True


@claim(r"(.) is there (\d+) times\.")
def _(said, piece, n):
    return any(list(word).count(piece) == int(n) for word in re.findall(r"[A-Z](?:\+[A-Z])+", said.text))


@claim(r"C adds nothing\.")
def _(said):
    return "C" in said.text


@claim(r"Lay (\w+) and (\w+) in one heap: which piece holds exactly these two\?")
def _(said, one, two):
    return {LETTER[one], LETTER[two]} == set(said.text.split()[2].split("+"))


@claim(r"In primaries that is (.+)\. Two alike vanish\.")
def _(said, told):
    word = re.search(r"[A-Z](?:\+[A-Z])+", said.text)[0].split("+")
    return all(rules.total(t.split("+")) == COLOURS[w] and set(t) <= set("RYB+") for t, w in zip(told.split(" + "), word, strict=True))


@claim(r"(.) is (\w+): it is made of two primaries, and (\w+) is one of them\.")
def _(said, target, colour, known):
    value = said.group.value(target)
    return SPOKEN[target] == colour and sum(value) == 2 and forgotten(target, known) != target


@claim(r"That makes (.+) already\.")
def _(said, target):
    known, wanted = re.match(r"(.+) \+ \? = (.)\.", said.text).groups()
    return wanted == target and said.group.makes(known) == said.group.value(target)


@claim(r"In primaries, (\S+) has to become (\S+)\. Add what only one of the two has\.")
def _(said, made, target):
    found = re.match(r"(.+) \+ \? = (.)\.", said.text)
    line = re.match(r"Which piece lies on a line with (.) and (.),", said.text)
    known, wanted = found.groups() if found else ("+".join(line.groups()), "C")
    in_primaries = lambda e: "+".join(p for p in "RYB" if forgotten(NAMES[e], SPOKEN[p]) != NAMES[e]) or "nothing"
    return in_primaries(rules.total(known.split("+"))) == made and in_primaries(COLOURS[wanted]) == target


@claim(r"One of these two is wrong: (.+) or (.+)\.")
def _(said, one, two):
    lines = [each["text"] for each in said.question.item["choices"]]
    return one != two and {one, two} <= set(lines) and said.question.right(one) != said.question.right(two)


@claim(r"Count on to (\d+); after (\d+) steps one is back at the same number\.")
def _(said, target, n):
    return f"= {target}." in said.text and int(n) == said.group.moduli[0]


@claim(r"Add, and take away (\d+) when you come to (\d+)\.")
def _(said, n, again):
    return n == again == str(said.group.moduli[0])


@claim(r"Take out (\d) of a kind, write the rest in primaries, and take out (\d) of a kind again\.")
def _(said, n, again):
    return int(n) == int(again) == said.group.moduli[0]


@claim(r"(\S+) is in one of the answers\.|((?:\([^)]*\))+) is in one of the answers\.")
def _(said, *piece):
    return said.group.value(piece[0] or piece[1]) in said.group.word(said.question.item["answer"])


@claim(r"Look for pieces that make (.)\.")
def _(said, piece):
    good = [m for m in said.question.exchanges() if said.question.goal(m)]
    return any(NAMES[rules.total(m.take)] == piece for m in good)


@claim(r"(\S+) can go down first\.")
def _(said, card):
    return said.question.item["answer"].split("+")[0] == card


@claim(r"Suit and rank apart: the suit of (\S+) is back after (\d+), the rank after (\d+)\. When are both back at once\?")
def _(said, card, suit, rank):
    e = said.group.value(card)
    return (said.group.order((e[0], 0)), said.group.order((0, e[1]))) == (int(suit), int(rank))
