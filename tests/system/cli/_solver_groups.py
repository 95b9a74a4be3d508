"""Groups as a pupil has them: from what their names say alone. Nothing here comes from the engine; products are worked out
anew. A value is any object that compares; `value(name)` reads a name, `product(a, b)` is read from the left."""

import itertools
import re

RANKS = {"A": 1, "J": 11, "Q": 12, "K": 0, **{str(n): n for n in range(2, 11)}}
COLOURS = {"C": 0, "R": 1, "Y": 2, "O": 3, "B": 4, "P": 5, "G": 6, "W": 7}


class Pieces:
    """What all have: words, sets, closures. A kind of group gives all(), value() and product()."""

    sign = "*"

    def one(self):
        return next(e for e in self.all() if all(self.product(e, x) == x == self.product(x, e) for x in self.all()))

    def word(self, text):
        """The pieces of R+Y, i*j or of a single one."""
        parts, depth, last = [], 0, 0
        for at, c in enumerate(text):
            depth += (c == "(") - (c == ")")
            if c == self.sign and depth == 0:
                parts.append(text[last:at])
                last = at + 1
        return [self.value(part) for part in [*parts, text[last:]]]

    def many(self, values):
        values = list(values)
        made = values[0]
        for each in values[1:]:
            made = self.product(made, each)
        return made

    def makes(self, text):
        return self.many(self.word(text))

    def listed(self, text):
        """The pieces of a set, 'R Y C^4' or '() (1 2)(3 4)', in order."""
        out = []
        names = re.findall(r"(?:\([^)]*\))+|[^ ]+", text)
        for name in names:
            base, _, times = name.partition("^")
            out += [self.value(base)] * int(times or 1)
        return out

    def closed(self, values):
        return all(self.product(a, b) in values for a in values for b in values)

    def closure(self, values):
        out = set(values)
        while True:
            more = out | {self.product(a, b) for a in out for b in out}
            if more == out:
                return out
            out = more

    def order(self, value):
        power, n = value, 1
        while power != self.one():
            power, n = self.product(power, value), n + 1
        return n

    def power(self, value, n):
        return self.many([value] * n) if n else self.one()

    def coset(self, by, values):
        return {self.product(by, each) for each in values}

    def normal(self, values):
        return self.closed(values) and all(
            self.coset(x, values) == {self.product(each, x) for each in values} for x in self.all())


class Sums(Pieces):
    """Coordinates that each go round at a number of their own."""

    sign = "+"

    def __init__(self, moduli, names):
        self.moduli = moduli
        self.names = names  # from the name to the coordinates

    def all(self):
        return list(self.names.values())

    def value(self, name):
        return self.names[name]

    def product(self, a, b):
        return tuple((x + y) % n for x, y, n in zip(a, b, self.moduli))


class Permutations(Pieces):
    def __init__(self, points, even):
        self.elements = [p for p in itertools.permutations(range(points)) if not even or self.is_even(p)]
        self.points = points

    @staticmethod
    def is_even(p):
        return sum(p[i] > p[j] for i, j in itertools.combinations(range(len(p)), 2)) % 2 == 0

    def all(self):
        return self.elements

    def value(self, name):
        if not re.fullmatch(r"(\(([1-9]( [1-9])*)?\))+", name):
            raise KeyError(name)
        to = list(range(self.points))
        for cycle in re.findall(r"\(([^)]*)\)", name):
            points = [int(p) - 1 for p in cycle.split()]
            for at, p in enumerate(points):
                to[p] = points[(at + 1) % len(points)]
        out = tuple(to)
        if out not in self.elements:
            raise KeyError(name)
        return out

    def product(self, a, b):
        return tuple(b[p] for p in a)


class Turns(Pieces):
    """A turn and perhaps a letter after it, which inverts the turns that follow; two such letters make the turn `twice`."""

    def __init__(self, turn, flip, n, twice):
        self.turn, self.flip, self.n, self.twice = turn, flip, n, twice

    def all(self):
        return [(a, f) for f in (0, 1) for a in range(self.n)]

    def value(self, name):
        if name == "e":
            return (0, 0)
        found = re.fullmatch(rf"(?:{self.turn}([0-9]*))?({self.flip})?", name)
        if not found or not name:
            raise KeyError(name)
        turns = 0 if found[1] is None else int(found[1] or 1)
        if turns >= self.n:
            raise KeyError(name)
        return (turns, 1 if found[2] else 0)

    def product(self, a, b):
        turns = a[0] + (-b[0] if a[1] else b[0]) + (self.twice if a[1] and b[1] else 0)
        return (turns % self.n, (a[1] + b[1]) % 2)


class Quaternions(Pieces):
    def all(self):
        return [(s, u) for s in (1, -1) for u in "1ijk"]

    def value(self, name):
        sign, unit = (-1, name[1:]) if name.startswith("-") else (1, name)
        if unit not in ("1", "i", "j", "k"):
            raise KeyError(name)
        return (sign, unit)

    def product(self, a, b):
        sign, (x, y) = a[0] * b[0], (a[1], b[1])
        if "1" in (x, y):
            return (sign, y if x == "1" else x)
        if x == y:
            return (-sign, "1")
        third = ({"i", "j", "k"} - {x, y}).pop()
        return (sign if (x + y) in "ijki" else -sign, third)


class Table(Pieces):
    """What a table says, cell by cell. Its cells may be a question."""

    def __init__(self, told):
        self.names = told["elements"]
        self.cells = {(a, b): cell for a, row in zip(self.names, told["rows"]) for b, cell in zip(self.names, row)}

    def all(self):
        return self.names

    def value(self, name):
        if name not in self.names:
            raise KeyError(name)
        return name

    def product(self, a, b):
        return self.cells[a, b]

    def twice(self):
        """The rows and the columns that hold an element twice, with it."""
        rows, columns = set(), set()
        for line in self.names:
            for e in self.names:
                rows |= {(line, e)} if sum(self.cells[line, x] == e for x in self.names) > 1 else set()
                columns |= {(line, e)} if sum(self.cells[x, line] == e for x in self.names) > 1 else set()
        return rows, columns

    def neutral(self):
        return [e for e in self.names if all(self.cells[e, x] == x == self.cells[x, e] for x in self.names)]

    def verdict(self):
        if any(self.twice()):
            return "twice"
        if not self.neutral():
            return "no identity"
        at = self.cells
        lame = any(at[at[a, b], c] != at[a, at[b, c]] for a in self.names for b in self.names for c in self.names)
        return "brackets" if lame else "group"

    def mended(self, row, column):
        """Another entry in this cell makes it a group."""
        told = {"elements": self.names, "rows": [[self.cells[a, b] for b in self.names] for a in self.names]}
        for e in self.names:
            other = Table(told)
            other.cells[row, column] = e
            if other.verdict() == "group":
                return True
        return False


def tuples(moduli):
    return {"(" + ",".join(map(str, at)) + ")": at for at in itertools.product(*map(range, moduli))}


def group_called(name, told_table):
    """The group of a name, or the table that is shown where there is none."""
    if name.startswith("magma:"):
        return Table(told_table)
    if name == "Z2^3":
        return Sums((2, 2, 2), {c: (n & 1, n >> 1 & 1, n >> 2) for c, n in COLOURS.items()})
    if name == "Z3^2":
        return Sums((3, 3), {(a + b) or "C": (i, j) for i, a in enumerate(("", "r", "R")) for j, b in enumerate(("", "b", "B"))})
    if name == "Z4xZ13":
        return Sums((4, 13), {s + r: (i, n) for i, s in enumerate("hsdc") for r, n in RANKS.items()})
    if found := re.fullmatch(r"Z([0-9]+)", name):
        return Sums((int(found[1]),), {str(n): (n,) for n in range(int(found[1]))})
    if found := re.fullmatch(r"Z([0-9]+)\^([0-9]+)", name):
        moduli = (int(found[1]),) * int(found[2])
        return Sums(moduli, tuples(moduli))
    if re.fullmatch(r"Z[0-9]+(xZ[0-9]+)+", name):
        moduli = tuple(int(part[1:]) for part in name.split("x"))
        return Sums(moduli, tuples(moduli))
    if found := re.fullmatch(r"([SA])([1-9])", name):
        return Permutations(int(found[2]), found[1] == "A")
    if found := re.fullmatch(r"D([0-9]+)", name):
        return Turns("r", "s", int(found[1]), 0)
    if found := re.fullmatch(r"Dic([0-9]+)", name):
        return Turns("a", "x", 2 * int(found[1]), int(found[1]))
    if name == "Q8":
        return Quaternions()
    raise LookupError(f"no pupil knows {name}")
