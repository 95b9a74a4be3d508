"""Every sentence of an exercise is read as a claim and checked. A sentence that is not known here is a mistake: who writes
a new explanation says here what makes it true."""

import re

import _solver_rules as rules
from _solver_answers import NAMES, forgotten
from _solver_groups import COLOURS, Quaternions, Sums

LIMIT = {"three": 3}
PATTERNS = []
FACES = {0: "K", 1: "A", 11: "J", 12: "Q", **{n: str(n) for n in range(2, 11)}}
SUITS = ("hearts", "spades", "diamonds", "clubs")


def claim(pattern):
    def add(judge):
        PATTERNS.append((re.compile(pattern), judge))
        return judge
    return add


def true(*sentences):
    """What makes no claim that could be wrong, and what a question asks back."""
    for each in sentences:
        PATTERNS.append((re.compile(re.escape(each)), lambda said: True))


class Said:
    """What a sentence is about: the question, the choice that it answers if there is one, and where an argument stands."""

    def __init__(self, question, choice=None):
        self.question, self.group, self.shown, self.choice = question, question.group, question.shown, choice
        self.text = question.text
        self.pieces, self.cancelled = None, False  # of a chain of steps

    def set(self):
        """The set whose closure is spoken of."""
        asked = re.match(r"Is this set closed: do any two of (.+) \(or one|What is the smallest closed set that holds (.+)\?|"
                         r"(.+) and one more are", self.text)
        values = self.group.listed(asked[1] or asked[2] or asked[3])
        if "and one more" in self.text:
            return values + ([self.group.value(self.choice)] if self.choice else [])
        if "smallest closed set" in self.text:
            return self.group.listed(self.choice) if self.choice else [*values, self.group.one()]
        return values

    def move(self):
        return self.question.move or rules.read_exchange(self.question.item["answer"])


def sentences(text):
    """Text in pieces that a pattern knows, longest patience first: (pattern's judge, match), or None and the rest."""
    at = 0
    while at < len(text):
        ends = [m.end(1) for m in re.finditer(r"([.?!:])(?: |$)", text) if m.end(1) > at] or [len(text)]
        for end in ends:
            known = [(judge, m) for pattern, judge in PATTERNS if (m := pattern.fullmatch(text[at:end]))]
            if known:
                yield known, text[at:end]
                at = end + 1
                break
        else:
            yield [], text[at:]
            return


def mistakes(said, text):
    """What is wrong with what is said."""
    out = []
    for known, sentence in sentences(text):
        verdicts = []
        for judge, found in known:
            try:
                verdicts.append(judge(said, *found.groups()))
            except (LookupError, ValueError, TypeError) as error:
                verdicts.append(f"{type(error).__name__} {error}")
        if True not in verdicts:
            out.append(f"{'untrue' if known else 'unknown'}: {sentence}" +
                       "".join(f" ({v})" for v in verdicts if isinstance(v, str)))
    return out


# Sums.
def with_gap(said, word, made, wanted, gap):
    group = said.group
    return (group.makes(word) == group.value(made) != group.value(wanted)
            and group.product(group.value(made), group.value(gap)) == group.value(wanted))


claim(r"(.+) makes (.+), not (.+): (?:the gap is )?(.+?)(?: is missing on the right)?\.")(with_gap)


@claim(r"(\S+) makes (\S+), not (\S+)\.")
def _(said, word, made, wanted):
    return said.group.makes(word) == said.group.value(made) != said.group.value(wanted)


@claim(r"((?:(?!makes|is).)+) makes ((?:(?!, ).)+)\.")
def ends_chain(said, word, made):
    if said.pieces is not None and sorted(said.pieces) != [said.group.value(made)]:
        return "the steps end elsewhere"
    said.pieces = None
    return said.group.makes(word) == said.group.value(made)


@claim(r"(\S+) makes (\S+), (\S+) makes (\S+); the gap is (\S+)\.")
def _(said, left, a, right, b, gap):
    group = said.group
    return (group.makes(left) == group.value(a) != group.value(b) == group.makes(right)
            and group.product(group.value(a), group.value(gap)) == group.value(b))


@claim(r"Both make (.+): they are the same\.")
def _(said, made):
    left, right = re.match(r"Do (.+) and (.+) make the same", said.text).groups()
    return said.group.makes(left) == said.group.value(made) == said.group.makes(right)


@claim(r"This line is right: (.+) = (.+)\.")
def _(said, word, made):
    return said.group.makes(word) == said.group.value(made)


# The rulebook's technique. A chain of steps begins with the word that its last sentence names.
def begin(said, messages):
    for each in messages:
        if found := re.fullmatch(r"((?:(?!makes|is).)+) makes ((?:(?!, ).)+)\.", each):
            said.pieces, said.cancelled = said.group.word(found[1]), False
            return


@claim(r"Cancel( again)?: (.+) vanish(?:es)?, which leaves (.+)\.")
def _(said, again, gone, left):
    group, took = said.group, []
    if bool(again) != said.cancelled:
        return "nothing was cancelled before" if again else "it was cancelled before"
    for each in re.split(r", | and ", gone):
        took += group.word(each)
        if group.makes(each) != group.one():
            return "what goes is not clear"
    kept = group.word(left)
    if sorted(took + ([] if kept == [group.one()] else kept)) != sorted(said.pieces):
        return "not what there was"
    said.pieces, said.cancelled = kept, True
    return True


def primary(value):
    return sum(value) == 1


@claim(r"Replace by primaries: (\S+) is (\S+)\.")
def _(said, before, after):
    group = said.group
    if sorted(group.word(before)) != sorted(said.pieces):
        return "not what there was"
    if len(said.pieces) == 1:
        return "one piece is taken apart to be built again"
    if len(group.word(after)) > 8 and isinstance(group, Sums) and len(group.moduli) == 1:
        return "ones are counted"
    said.pieces = group.word(after)
    return group.makes(before) == group.makes(after) and all(map(primary, said.pieces))


@claim(r"One piece: (.+) together are the parts of (\S+)\.")
def _(said, parts, made):
    values = [said.group.value(each) for each in re.split(r", | and ", parts)]
    if sorted(values) != sorted(said.pieces) or not all(map(primary, values)):
        return "not what there was"
    said.pieces = [said.group.value(made)]
    return said.group.many(values) == said.pieces[0]


@claim(r"(Suits|Ranks), mod (\d+): ([\d +]+) = (\d+)(?: = (\d+))?, which is (\S+)\.")
def _(said, what, n, values, total, rest, name):
    at = 0 if what == "Suits" else 1
    counted = [int(v) for v in values.split(" + ")]
    made = sum(counted)
    if said.pieces is not None and at == 0 and [p[0] for p in said.pieces] != counted:
        return "not these cards"
    if said.pieces is not None and at == 1:
        if [p[1] for p in said.pieces] != counted:
            return "not these cards"
        said.pieces = [said.group.many(said.pieces)]
    shown = made % said.group.moduli[at]
    return (int(n) == said.group.moduli[at] and made == int(total) and (rest is None) == (made == shown)
            and int(rest or total) == shown and name == (SUITS if at == 0 else FACES)[shown])


@claim(r"([\d+]+) is (\d+)(?:; going round at (\d+), that is (\d+))?\.")
def _(said, word, total, n, rest):
    values = [int(v) for v in word.split("+")]
    return (len(said.group.moduli) == 1 and sum(values) == int(total) and (n is None) == (int(total) < said.group.moduli[0])
            and (n is None or (int(n) == said.group.moduli[0] and int(rest) == int(total) % int(n))))


@claim(r"Place by place, and 1 \+ 1 is 0: (\S+) is (\S+)\.")
def _(said, word, made):
    return said.group.makes(word) == said.group.value(made)


@claim(r"(.+) \* (.+) = ((?:(?!, but|: ).)+)(?:, but the other way round it is (.+))?\.")
def _(said, left, right, made, other):
    group = said.group
    if isinstance(group, Quaternions) and "-" in left + right:
        return "it says no more than the question"
    return follow(said, left, right, made, other)


def follow(said, left, right, made, other):
    group = said.group
    a, b = group.value(left), group.value(right)
    if said.pieces is not None:
        if said.pieces[:2] != [a, b]:
            return "not what there was"
        said.pieces = [group.value(made), *said.pieces[2:]]
    return group.product(a, b) == group.value(made) and (group.value(other) if other else group.value(made)) == group.product(b, a)


@claim(r"(\S+) \* (\S+) = (\S+): (\S+) is (\S+), and (one minus turns its sign|two minuses make plus)(?:; the other way round it is (\S+))?\.")
def _(said, left, right, made, bare, plain, minus, other):
    count = (left + right).count("-")
    return (bare == (left + "*" + right).replace("-", "") and said.group.makes(bare) == said.group.value(plain)
            and count == (1 if minus.startswith("one") else 2) and follow(said, left, right, made, other))


# Wrong ideas.
@claim(r"Paint would give (.)\. Here (.+) meet and vanish, so (\S+) is (.)\.")
def _(said, paint, met, word, made):
    mixed, letters = 0, word.split("+")
    for each in letters:
        mixed |= COLOURS[each]
    doubles = [c for c in "RYB" if sum(bool(COLOURS[x] & COLOURS[c]) for x in letters) > 1]
    return NAMES[mixed] == paint != made == NAMES[rules.total(letters)] and met == ", ".join(f"{c} and {c}" for c in doubles)


@claim(r"(\d+) times (\S+) does not vanish: only (\d) alike vanish together, so (\d) stays?\. (\S+) is (\S+)\.")
def _(said, n, piece, alike, stays, word, made):
    return (word.split("+").count(piece) == int(n) and int(alike) == said.group.order(said.group.value(piece))
            and int(stays) == int(n) % int(alike) > 0 and said.group.makes(word) == said.group.value(made))


@claim(r"White does not swallow the rest: W is R\+Y\+B, and what meets its like in it vanishes\. (\S+) is (.)\.")
def _(said, word, made):
    return "W" in word and said.group.makes(word) == said.group.value(made) != said.group.value("W")


@claim(r"1 and 1 in one place make 0, not 1: place by place, (\S+) is (\S+)\.")
def _(said, word, made):
    return said.group.makes(word) == said.group.value(made)


@claim(r"\(1,1,1,1\) turns every place over, 0 into 1 and 1 into 0: (\S+) is (\S+)\.")
def _(said, word, made):
    return said.group.makes(word) == said.group.value(made) and (1, 1, 1, 1) in said.group.word(word)


@claim(r"(?:(\S+) changes nothing: leave it out|A clear adds nothing: leave (C) out), and (\S+) is (\S+)\.")
def _(said, zero, clear, rest, made):
    return said.group.value(zero or clear) == said.group.one() and said.group.makes(rest) == said.group.value(made)


@claim(r"The (suit|rank) is right, but the (?:suits|ranks) add up too: ([\d +]+) = (\d+)(?:, which is (\d+))?\. So (\S+) is (\S+)\.")
def _(said, right, values, total, rest, word, made):
    at = 1 if right == "suit" else 0
    cards, counted = said.group.word(word), [int(v) for v in values.split(" + ")]
    shown = sum(counted) % said.group.moduli[at]
    return ([c[at] for c in cards] == counted and sum(counted) == int(total) and int(rest or total) == shown
            and said.group.many(cards) == said.group.value(made))


@claim(r"Ranks go round at 13: ([\d +]+) = (\d+), and (\d+)((?: - 13)*) = (\d+)\. So (\S+) is (\S+)\.")
def _(said, values, total, again, less, rest, word, made):
    cards, counted = said.group.word(word), [int(v) for v in values.split(" + ")]
    return ([c[1] or 13 for c in cards] == counted and sum(counted) == int(total) == int(again)
            and int(total) - 13 * less.count("13") == int(rest) < 13 and said.group.many(cards) == said.group.value(made))


@claim(r"The order matters: (.+) is (.+), but (.+) is (.+)\.")
def _(said, other, a, word, b):
    group = said.group
    return (group.word(other) == group.word(word)[::-1]
            and group.makes(other) == group.value(a) != group.value(b) == group.makes(word))


@claim(r"Brackets matter here: (.)\*\((.)\*(.)\) is (.), but from the left \((.)\*(.)\)\*(.) is (.)\.")
def _(said, a, b, c, right, x, y, z, left):
    at = said.group.product
    return (a, b, c) == (x, y, z) and at(a, at(b, c)) == right != left == at(at(a, b), c)


# Groups.
@claim(r"One after the other: (.+)\. That is (\d+)\.")
def _(said, chain, n):
    e = said.group.value(re.match(r"How often must (.+) be taken", said.text)[1])
    powers = [said.group.power(e, k) for k in range(1, int(n) + 1)]
    told = chain.split(", ")
    shown = [said.group.value(each) for each in told if each != "..."]
    if "..." in told:
        return shown == powers[:4] + powers[-1:] and int(n) == said.group.order(e)
    return shown == powers and powers[-1] == said.group.one() and int(n) == said.group.order(e)


@claim(r"(.+) taken (\d+) times? makes (.+?)(?:, but (\d+) times is enough)?\.")
def _(said, piece, times, made, enough):
    e = said.group.value(piece)
    return (said.group.power(e, int(times)) == said.group.value(made)
            and (enough is not None) == (said.group.value(made) == said.group.one())
            and (enough is None or int(enough) == said.group.order(e)))


@claim(r"The suit is back after (\d+), the rank after (\d+); both at once after (\d+), their least common multiple\.")
def _(said, suit, rank, both):
    e = said.group.value(re.match(r"How often must (.+) be taken", said.text)[1])
    return (said.group.order((e[0], 0)), said.group.order((0, e[1])), said.group.order(e)) == (int(suit), int(rank), int(both))


@claim(r"It is closed: any two of them make one of them\.")
def _(said):
    return said.group.closed(said.set())


@claim(r"It is not closed: (.+) is (.+), which is not among them\.")
def _(said, word, made):
    group, among = said.group, said.set()
    return group.makes(word) == group.value(made) not in among and all(each in among for each in group.word(word))


@claim(r"With (.+) it is closed\.")
def _(said, piece):
    return said.group.closed([*said.set(), said.group.value(piece)])


@claim(r"Add until nothing new comes: (.+)\. It is the smallest closed set\.")
def _(said, told):
    asked = re.match(r"What is the smallest closed set that holds (.+)\?", said.text)[1]
    return set(said.group.listed(told)) == said.group.closure(said.group.listed(asked))


@claim(r"(.+) added to each of (.+) is (.+)\.")
def _(said, piece, told, coset):
    return set(said.group.listed(coset)) == said.group.coset(said.group.value(piece), said.group.listed(told))


@claim(r"(.+) does not come out when (.+) is added to one of them\.")
def _(said, odd, piece):
    asked = re.match(r"Add .+ to each of (.+)\. Which", said.text)[1]
    return said.group.value(odd) not in said.group.coset(said.group.value(piece), said.group.listed(asked))


@claim(r"(.+) is normal: its left and its right cosets are the same\.")
def _(said, told):
    return said.group.normal(set(said.group.listed(told)))


@claim(r"(.+) times each of (.+) is (.+), but each of them times (.+) is (.+)\.")
def _(said, piece, told, left, again, right):
    group, x = said.group, said.group.value(piece)
    among, a, b = (set(group.listed(each)) for each in (told, left, right))
    return piece == again and group.closed(among) and group.coset(x, among) == a != b == {group.product(h, x) for h in among}


@claim(r"(\d+) elements in cosets of (\d+) make (\d+) cosets\.")
def _(said, order, n, index):
    told = re.match(r"(.+) is a normal subgroup", said.text)[1]
    return int(order) == len(said.group.all()) == int(n) * int(index) and int(n) == len(said.group.listed(told))


@claim(r"(.+) times (.+) is (.+), which lies in the coset (.+)\.")
def _(said, a, b, made, coset):
    group, told = said.group, re.match(r"(.+) is normal\.", said.text)[1]
    value = group.product(group.value(a), group.value(b))
    return value == group.value(made) and group.coset(value, group.listed(told)) == set(group.listed(coset))


@claim(r"(.) is (\([01],[01],[01]\))(?:: a 1 for each primary that is in it, and 1 \+ 1 is 0)?\.")
def _(said, piece, vector):
    return said.group.value(piece) == said.question.vectors(vector)[0]


@claim(r"(?:(\S+) is (.); without (\w+) that is (.)|(.) without (\w+) is (.))\.")
def _(said, word, made, colour, left, piece, other, image):
    if piece:
        return forgotten(piece, other) == image
    return NAMES[rules.total(word.split("+"))] == made and forgotten(made, colour) == left


@claim(r"(.) still has (\w+) in it\.")
def _(said, piece, colour):
    return forgotten(piece, colour) != piece


@claim(r"(.) comes from (.) and from (.)\.")
def _(said, piece, one, two):
    colour = re.search(r"[Ff]orget (\w+)", said.text)[1]
    return one != two and forgotten(one, colour) == forgotten(two, colour) == piece


@claim(r"(.) becomes (.)( too|, not .)\.")
def _(said, piece, image, rest):
    asked, colour = re.match(r"Which pieces become (.) when (\w+) is", said.text).groups()
    return forgotten(piece, colour) == image and (image == asked if rest == " too" else image != asked == rest[-1])


@claim(r"(.) with or without (\w+): (.+)\.")
def _(said, piece, colour, told):
    return sorted(told.split()) == sorted(c for c in COLOURS if forgotten(c, colour) == piece)


@claim(r"(\d+) is (\d+) mod 4 and (\d+) mod 13: (\S+)\.")
def _(said, n, suit, rank, card):
    return (int(n) % 4, int(n) % 13) == (int(suit), int(rank)) == said.group.value(card)


@claim(r"Yes: (.+) comes back to zero only after (\d+) steps\.")
def _(said, piece, n):
    return said.group.order(said.group.value(piece)) == int(n) == len(said.group.all())


@claim(r"No: every element is back at zero after (\d+) steps or sooner, not (\d+)\.")
def _(said, most, n):
    return max(map(said.group.order, said.group.all())) == int(most) < int(n) == len(said.group.all())


@claim(r"It is a group: all axioms hold\.")
def _(said):
    return said.group.verdict() == "group"


@claim(r"The (row|column) of (.) holds (.) twice\.")
def _(said, line, of, made):
    return (of, made) in said.group.twice()[0 if line == "row" else 1]


@claim(r"No element leaves every other one as it is, on both sides\.")
def _(said):
    return not said.group.neutral()


@claim(r"\((.)\*(.)\)\*(.) is (.), but (.)\*\((.)\*(.)\) is (.)\.")
def _(said, a, b, c, left, x, y, z, right):
    at = said.group.product
    return (a, b, c) == (x, y, z) and at(at(a, b), c) == left != right == at(a, at(b, c))


@claim(r"The changed cell is (.)\*(.) = (.)\.")
def _(said, row, column, made):
    return said.group.product(row, column) == made and said.group.mended(row, column)
