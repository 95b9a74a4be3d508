"""The questions of the lessons, read and answered from what they show. A choice is judged by its own text."""

import math
import re

import _solver_rules as rules
from _solver_groups import COLOURS, RANKS

BITS = {"red": 1, "yellow": 2, "blue": 4}
NAMES = {n: c for c, n in COLOURS.items()}


def forgotten(piece, colour):
    return NAMES[COLOURS[piece] & ~BITS[colour]]


def odd(letters):
    return sorted(c for c in set(letters) if c != "C" and letters.count(c) % 2)


def four_steps(letters):
    """What each step of the technique leaves."""
    first = odd(letters)
    parts = [p for c in first for p in "RYB" if COLOURS[p] & COLOURS[c]]
    return [first or ["C"], sorted(parts) or ["C"], odd(parts) or ["C"], [NAMES[rules.total(letters)]]]


class Shown:
    """What the screen shows beside the question."""

    def __init__(self, item):
        self.center, self.hand, self.next, self.lines, self.plays, self.seats = None, None, None, {}, [], {}
        self.pile = None
        for message in item["shown"]:
            text = message["text"]
            if found := re.fullmatch(r"Center: (.+)", text):
                self.center = self.pieces(found[1])
            elif found := re.fullmatch(r"Your hand: (.+)", text):
                self.hand = self.pieces(found[1])
            elif found := re.fullmatch(r"Next seat's hand: (.+)", text):
                self.next = self.pieces(found[1])
            elif found := re.fullmatch(r"Line (\d): (.+)", text):
                self.lines[int(found[1])] = sorted(found[2].split("+"))
            elif found := re.fullmatch(r"Seat (\d) plays (.+)", text):
                self.plays.append((int(found[1]), rules.read_exchange(found[2])))
            elif found := re.fullmatch(r"Seat (\d): (.+)", text):
                self.seats[int(found[1])] = self.pieces(found[2])
            elif found := re.fullmatch(r"On the pile: (\S+), and (\S+) under it", text):
                self.pile = (found[2], found[1])
            else:
                raise LookupError(f"shown and not understood: {text}")

    @staticmethod
    def pieces(text):
        out = []
        for each in text.split(" "):
            base, _, times = each.partition("^")
            out += [base] * int(times or 1)
        return sorted(out)


class Question:
    """The item, its group, what is shown, and the exchange or the word that the prompt speaks of."""

    def __init__(self, item, group):
        self.item, self.group, self.shown = item, group, Shown(item)
        self.text = item["prompt"]["text"]
        self.move = None
        if found := re.search(r"(?:play|After) ([A-Z+]+=[A-Z+]+)", self.text):
            self.move = rules.read_exchange(found[1])

    def after(self, move=None):
        return rules.after(self.shown.hand, self.shown.center, move or self.move)

    def next_after(self, then):
        return sorted([*self.shown.next, *"C" * then.clears])

    def exchanges(self):
        return rules.exchanges(self.shown.hand, self.shown.center)

    def turn(self):
        """How a turn begins, by 5.4 and 8.3."""
        if rules.stuck(self.shown.hand, self.shown.center):
            return "the final round begins"
        return "you can exchange" if any(True for _ in self.exchanges()) else "you must draw"

    def held(self, seat):
        """After all that is shown, each other seat takes the clears."""
        center, seats = self.shown.center, dict(self.shown.seats)
        for at, (who, move) in enumerate(self.shown.plays):
            assert who == at % 2 + 1 and rules.legal(seats[who], center, move)
            then = rules.after(seats[who], center, move)
            seats[who], center = then.hand, then.center
            seats[3 - who] = sorted([*seats[3 - who], *"C" * then.clears])
        return len(seats[seat])

    def fed(self, move):
        then = self.after(move)
        return rules.most_clears(self.next_after(then), then.center)

    def ends(self, move):
        """The next seat comes down to one piece, or is stuck."""
        then = self.after(move)
        hand = self.next_after(then)
        return rules.fewest(hand, then.center) == 1 or rules.stuck(hand, then.center)

    def goal(self, move):
        """Whether an exchange does what is asked."""
        then = self.after(move)
        fewer = len(self.shown.hand) - len(then.hand)
        if found := re.fullmatch(r"Make an exchange that leaves you at least (\d+) pieces? fewer(, and keep a W)?\.", self.text):
            return fewer >= int(found[1]) and (not found[2] or "W" in then.hand)
        if found := re.fullmatch(r"Make an exchange that deals the other seat at least (\d+) clears?\.", self.text):
            return then.clears >= int(found[1])
        if found := re.fullmatch(r"Make an exchange after which a second one leaves you (\d+) pieces?, if nobody else moves\.", self.text):
            return rules.fewest(then.hand, then.center) <= int(found[1])
        if found := re.fullmatch(r"Make an exchange that leaves you at most (\d+) pieces\.", self.text):
            return len(then.hand) <= int(found[1])
        if self.text == "Play the Spectrum.":
            return move == (rules.SPECTRUM, ("C",))
        if self.text.startswith("Make an exchange after which the next seat can neither come down to one piece nor is stuck"):
            return not self.ends(move)
        raise LookupError(f"a task that nobody knows: {self.text}")

    def typed(self, answer):
        """Whether an answer in free form is right."""
        group, text = self.group, self.text
        if found := re.fullmatch(r"Make (.+) from your hand, with at most (\d) (?:pieces|cards)\.", text):
            word = answer.split(group.sign)
            return (rules.within(word, self.hand_names()) and len(word) <= int(found[2])
                    and group.makes(answer) == group.value(found[1]))
        if found := re.fullmatch(r"Play so that the next seat has to make (\S+)\.", text):
            cards = answer.split("+")
            top = [*self.shown.pile[1:], *cards][-2:]
            return (rules.within(cards, self.hand_names()) and len(cards) <= 3
                    and group.makes(answer) == group.makes("+".join(self.shown.pile))
                    and group.makes("+".join(top)) == group.value(found[1]))
        move = rules.read_exchange(answer)
        return rules.legal(self.shown.hand, self.shown.center, move) and self.goal(move)

    def hand_names(self):
        """Pieces of a hand by name: those of permutations have spaces in them."""
        text = next(m["text"] for m in self.item["shown"] if m["text"].startswith("Your hand: "))[len("Your hand: "):]
        names = re.findall(r"(?:\([^)]*\))+(?:\^\d+)?|[^ ]+", text)
        return [n.partition("^")[0] for n in names for _ in range(int(n.partition("^")[2] or 1))]

    def vectors(self, text):
        return [tuple(map(int, each.split(","))) for each in re.findall(r"\(([01],[01],[01])\)", text)]

    def right(self, text):
        """Whether a choice is right."""
        group, ask, shown, is_yes = self.group, self.text, self.shown, text == "yes"
        if found := re.fullmatch(r"What does (.+) make(?:, from left to right)?\?", ask):
            return group.makes(found[1]) == group.value(text)
        if found := re.fullmatch(r"Which element stands in row (.+), column (.+) of the table\?", ask):
            return group.product(group.value(found[1]), group.value(found[2])) == group.value(text)
        if found := re.fullmatch(r"(.+) [+*] \? = (.+)\. What is missing\?", ask):
            return group.product(group.makes(found[1]), group.value(text)) == group.value(found[2])
        if found := re.fullmatch(r"Do (.+) and (.+) make the same\? If not, what has to be added to the first\?", ask):
            gap = group.one() if text == "the same" else group.value(re.fullmatch(r"no, the gap is (.+)", text)[1])
            return group.product(group.makes(found[1]), gap) == group.makes(found[2])
        if ask == "One of these lines is wrong. Which one?":
            left, right = text.split(" = ")
            return group.makes(left) != group.value(right)
        if ask == "This was the table of a group until one cell was changed. Which one?":
            left, right = text.split(" = ")
            row, column = left.split("*")
            return group.product(row, column) == right and group.mended(row, column)
        if ask.startswith("Is this table a group? If not, what fails first"):
            says = {"it is a group": "group", "a row or column holds an element twice": "twice",
                    "rows and columns are right, but there is no identity": "no identity",
                    "rows and columns are right and there is an identity, but brackets matter": "brackets"}
            return says[text] == group.verdict()
        if found := re.fullmatch(r"(.+) is added up in four steps\. Each line is what one step leaves\..*", ask):
            return [shown.lines[int(n)] for n in text.split()] == four_steps(found[1].split("+"))
        if found := re.fullmatch(r"How often must (.+) be taken until (.+) comes out\?", ask):
            return int(text) == group.order(group.value(found[1])) and group.value(found[2]) == group.one()
        if found := re.fullmatch(r"Is this set closed: do any two of (.+) \(or one twice\) always make one of them\?", ask):
            return is_yes == group.closed(group.listed(found[1]))
        if found := re.fullmatch(r"(.+) and one more are a closed set\. Which one is missing\?", ask):
            return group.closed([*group.listed(found[1]), group.value(text)])
        if found := re.fullmatch(r"What is the smallest closed set that holds (.+)\?", ask):
            return set(group.listed(text)) == group.closure(group.listed(found[1]))
        if found := re.fullmatch(r"Add (.+) to each of (.+)\. Which set comes out\?", ask):
            return set(group.listed(text)) == group.coset(group.value(found[1]), group.listed(found[2]))
        if found := re.fullmatch(r"Is (.+) a normal subgroup of \S+\?", ask):
            return is_yes == group.normal(set(group.listed(found[1])))
        if re.fullmatch(r"Which of these subgroups of \S+ is normal\?", ask):
            return group.normal(set(group.listed(text)))
        if found := re.fullmatch(r"(.+) is a normal subgroup of \S+\. How many elements does the quotient have\?", ask):
            return int(text) * len(group.listed(found[1])) == len(group.all())
        if found := re.fullmatch(r"(.+) is normal\. Which coset is the coset of (.+) times the coset of (.+)\?", ask):
            made = group.product(group.value(found[2]), group.value(found[3]))
            return group.normal(set(group.listed(found[1]))) and set(group.listed(text)) == group.coset(made, group.listed(found[1]))
        if found := re.fullmatch(r"Do (.+) lie on one line, that is, make clear together\?", ask):
            return is_yes == (group.many(group.listed(found[1])) == group.one())
        if found := re.fullmatch(r"Which piece lies on a line with (.) and (.), so that all three make clear\?", ask):
            return group.makes("+".join([found[1], found[2], text])) == group.one()
        if found := re.fullmatch(r"Which piece is (.+), as \(red, yellow, blue\)\?|Which vector \(red, yellow, blue\) is (.)\?|What is (\(.+\))\?", ask):
            asked = group.value(found[2]) if found[2] else group.many(self.vectors(found[1] or found[3]))
            return (self.vectors(text)[0] if "(" in text else group.value(text)) == asked
        return self.right_of_more(text, is_yes)

    def right_of_more(self, text, is_yes):
        group, ask, shown = self.group, self.text, self.shown
        if found := re.fullmatch(r"Forget (\w+): what does (.) become\?|Add up (.+), then forget (\w+)\. What is left\?", ask):
            word, colour = (found[2] or found[3]).split("+"), found[1] or found[4]
            return text == forgotten(NAMES[rules.total(word)], colour)
        if found := re.fullmatch(r"Which pieces become (.) when (\w+) is forgotten\?", ask):
            return set(text.split()) == {c for c in COLOURS if forgotten(c, found[2]) == found[1]}
        if found := re.fullmatch(r"Number the cards from 0 to 51: number n has suit n mod 4 and rank n mod 13\. Which (.+)\?", ask):
            number, card = (found[1].split()[-1], text) if "card is" in found[1] else (text, found[1].split()[-1])
            return "hsdc"[int(number) % 4] == card[0] and int(number) % 13 == RANKS[card[1:]]
        if found := re.fullmatch(r"Is Z(\d+)xZ(\d+) the same as Z(\d+) under other names\?", ask):
            a, b, n = map(int, found.groups())
            return a * b == n and is_yes == (math.gcd(a, b) == 1)
        if found := re.fullmatch(r"You play (.+), the last card on top\. What does the next seat have to make\?", ask):
            assert group.makes(found[1]) == group.makes("+".join(shown.pile))
            return group.value(text) == group.makes("+".join(found[1].split("+")[-2:]))
        if found := re.fullmatch(r"You play only (.+)\. What does the next seat have to make\?", ask):
            assert group.makes(found[1]) == group.makes("+".join(shown.pile))
            return group.value(text) == group.makes(shown.pile[1] + "+" + found[1])
        if found := re.fullmatch(r"You play (.+)\. Which of them goes down first, so that the next seat has to make (.+)\?", ask):
            cards = found[1].split(" ")
            assert group.makes("+".join(cards)) == group.makes("+".join(shown.pile))
            return group.makes("+".join(c for c in cards if c != text)) == group.value(found[2])
        if ask == "Your turn begins. How does it stand?":
            return text == self.turn()
        if ask == "Can you play the Spectrum now?":
            return is_yes == (rules.within(rules.SPECTRUM, shown.hand) and "C" in shown.center)
        if ask == "Is there an exchange that makes your hand smaller?":
            return is_yes == (rules.fewest(shown.hand, shown.center) < len(shown.hand))
        if found := re.fullmatch(r"A game for (\d)\. In this round, seat (\d) comes down to one piece\. Which seats still move\?", ask):
            left = range(int(found[2]) + 1, int(found[1]) + 1)
            return text == (", ".join(map(str, left)) or "nobody")
        if found := re.fullmatch(r"How many pieces does seat (\d) hold after these moves\?", ask):
            return int(text) == self.held(int(found[1]))
        if ask == "How few pieces can you have after two exchanges, if nobody else moves in between?":
            return int(text) == rules.fewest_after_two(shown.hand, shown.center)
        if ask == "After which exchange can the next seat deal you the fewest clears?":
            fed = {each["text"]: self.fed(rules.read_exchange(each["text"])) for each in self.item["choices"]}
            return fed[text] == min(fed.values())
        if ask.startswith("May you play "):
            return is_yes == rules.legal(shown.hand, shown.center, self.move)
        assert rules.legal(shown.hand, shown.center, self.move), ask
        then = self.after()
        if ask.endswith("How many clears does the other seat draw?"):
            return int(text) == then.clears
        if ask.endswith("Does the final round begin?"):
            return is_yes == (len(then.hand) == 1)
        if ask.endswith("are R, Y, B and W all in your hand?"):
            return is_yes == rules.within(rules.SPECTRUM, then.hand)
        if ask.endswith("Can the next seat then come down to one piece?"):
            return is_yes == (rules.fewest(self.next_after(then), then.center) == 1)
        raise LookupError(f"a question that nobody knows: {ask}")
