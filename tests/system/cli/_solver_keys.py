"""Whether an exercise says what is needed to answer it: of a group that is not the colours, what its pieces are, how two of
them are put together, and how many there are. Relations count if the enumeration of cosets makes the whole group of them."""

import re

RANK_NAMES = {"A": 1, "J": 11, "Q": 12, "K": 0}


def enumerated(generators, relators, most=200):
    """Todd and Coxeter: the table of what each generator does to each element, or None if they are more than `most`.
    Generators are letters, inverses their capitals; a relator is a list of them."""
    letters = [*generators, *(g.upper() for g in generators)]
    inverse = {a: a.swapcase() for a in letters}
    rows, same = [{}], [0]

    def find(n):
        while same[n] != n:
            n = same[n]
        return n

    def merge(a, b):
        todo = [(a, b)]
        while todo:
            a, b = sorted(map(find, todo.pop()))
            if a == b:
                continue
            same[b] = a
            for letter, to in rows[b].items():
                to = find(to)
                if letter in rows[a]:
                    todo.append((rows[a][letter], to))
                else:
                    rows[a][letter] = to
                back = rows[to].get(inverse[letter])
                if back is None:
                    rows[to][inverse[letter]] = a
                else:
                    todo.append((back, a))

    def step(n, letter):
        n = find(n)
        if letter not in rows[n]:
            rows.append({inverse[letter]: n})
            same.append(len(rows) - 1)
            rows[n][letter] = len(rows) - 1
        return find(rows[n][letter])

    at = 0
    while at < len(rows):
        if len(rows) > 40 * most:
            return None
        if find(at) == at:
            for relator in relators:
                if find(at) != at:
                    break
                end = at
                for letter in relator:
                    end = step(end, letter)
                merge(at, end)
            if find(at) == at:
                for letter in letters:
                    step(at, letter)
        at += 1
    alive = [n for n in range(len(rows)) if find(n) == n]
    return {n: {letter: find(rows[n][letter]) for letter in letters} for n in alive} if len(alive) <= most else None


def spelled(name):
    """a5x as a a a a a x; e is nothing."""
    if name == "e":
        return []
    return [letter for letter, times in re.findall(r"([a-z])([0-9]*)", name) for _ in range(int(times or 1))]


def undone(word):
    return [letter.swapcase() for letter in reversed(word)]


def stated(text):
    """The equations of a key, as (left, right): 's*r is r3s', 'i*i = j*j = -1', 'a taken 6 times is e'."""
    out = []
    for chain in re.findall(r"[^;,.:]+", text):
        chain = chain.strip()
        if found := re.fullmatch(r"(\w+) taken (\d+) times is (\w+)", chain):
            out.append(([found[1]] * int(found[2]), found[3]))
        elif found := re.fullmatch(r"(\d+) of them are (\w+)", chain):
            turn = re.search(r"(\w+) is a turn", text)
            out.append(([turn[1]] * int(found[1]), found[2]))
        elif re.fullmatch(r"-?\w+(?:[*+]-?\w+)+(?: (?:=|is) -?\w+(?:[*+]-?\w+)*)+", chain):
            *lefts, right = re.split(r" (?:=|is) ", chain)
            out += [(re.split(r"[*+]", left), right) for left in lefts]
    return out


def orders_said(text):
    return [int(n) for n in re.findall(r"has (\d+) elements", text)]


def lacks_of_letters(group, text):
    """Dihedral and dicyclic groups."""
    out = []
    if "Read from the left" not in text:
        out.append("from which side products are read")
    generators = [group.turn, group.flip]
    equations = stated(text)
    relators = [[x for name in left for x in spelled(name)] + undone(spelled(right)) for left, right in equations]
    if any(set("".join(relator).lower()) - set(generators) for relator in relators):
        return [*out, "relations between its own letters"]
    made = enumerated(generators, relators)
    order = len(group.all())
    if made is None or len(made) != order:
        return [*out, "relations that make the group"]
    # The names, followed through the enumeration, are different elements, and products are those of the structure.
    place = {}
    for value in group.all():
        at = 0
        for letter in [group.turn] * value[0] + [group.flip] * value[1]:
            at = made[at][letter]
        place[value] = at
    if len(set(place.values())) != order:
        out.append("names for all elements")
    for value in group.all():
        for letter in generators:
            if made[place[value]][letter] != place[group.product(value, group.value(letter))]:
                out.append(f"relations that are those of the group: {value} by {letter}")
    return out


def lacks_of_quaternions(group, text):
    known = {}
    for left, right in stated(text):
        known["*".join(left)] = right
        if group.makes("*".join(left)) != group.value(right):
            return [f"a true key: {left} is not {right}"]
    if "the other way round comes a minus" in text:
        known |= {b + "*" + a: "-" + right for (a, _, b), right in list(known.items()) if a != b}
    lacking = [f"{a}*{b}" for a in "ijk" for b in "ijk" if f"{a}*{b}" not in known]
    return ["the products " + ", ".join(lacking)] if lacking else []


def lacks_of_permutations(group, name, text):
    out = []
    if "Read from the left" not in text:
        out.append("from which side products are read")
    if "(1 2 3) takes 1 to 2, 2 to 3, 3 to 1" not in text:
        out.append("what a cycle does")
    which = "even number of swaps" if name[0] == "A" else "all"
    if which not in text or f"1 to {group.points}" not in text:
        out.append("which permutations there are")
    return out


def lacks_of_cards(text):
    out = [f"what {name} counts" for name, n in RANK_NAMES.items() if not re.search(rf"\b{name}(?: is)? {n}\b", text)]
    out += [f"what {suit} counts" for n, suit in enumerate("hsdc") if not re.search(rf"\b{suit}(?: is)? {n}\b", text)]
    for what, n in (("uits", 4), ("anks", 13)):
        if not re.search(rf"{what} go round at {n}\b", text):
            out.append(f"where {what} go round")
    return out


def lacks_of_shades(group, text):
    made = {frozenset({left[0]}): right for left, right in stated(text) if len(left) == 2 and left[0] == left[1]}
    out = [f"what {c}+{c} is" for c in "rb" if made.get(frozenset(c)) != c.upper()]
    if "three of a kind vanish" not in text.lower():
        out.append("what vanishes")
    if not any(group.makes("+".join(left)) == group.value(right) for left, right in stated(text) if left[0] != left[-1]):
        out.append("what two letters together are")
    return out


def lacks(item, group):
    """What is needed and not given."""
    name, text = item["group"], (item["about"] or {"text": ""})["text"]
    if name == "Z2^3":
        return []  # what the whole course is about
    if name.startswith("magma:"):
        return [] if item.get("table") else ["the table"]
    if name == "Z4xZ13":
        return lacks_of_cards(text)
    if name == "Z3^2":
        return lacks_of_shades(group, text)
    if name == "Z2^4":
        return [] if "each place is 0 or 1" in text and "1 and 1 make 0" in text else ["how places add up"]
    if re.fullmatch(r"Z\d+", name):
        last = group.moduli[0] - 1
        return [] if f"Numbers from 0 to {last}; after {last} comes 0 again" in text else ["where numbers go round"]
    if "x" in name or "^" in name:
        rounds = re.findall(r"round at (\d+), the second at (\d+)", text)
        return [] if rounds == [tuple(str(n) for n in group.moduli)] else ["where each place goes round"]
    out = [] if orders_said(text) == [len(group.all())] else ["how many elements there are"]
    if name == "Q8":
        return out + lacks_of_quaternions(group, text)
    if name[0] in "SA":
        return out + lacks_of_permutations(group, name, text)
    return out + lacks_of_letters(group, text)
