#!/usr/bin/env python3
"""An independent verifier of fair deals: it shares no code with the program.

  verify_deal.py check [EVIDENCE] FILE...   checks the deals of finished games: files with the responses of
                                            /api/tables/NAME, as JSON or JSON lines; - is stdin
  verify_deal.py vectors FILE [COUNT]       writes COUNT test vectors as JSON lines (default 64)

EVIDENCE is what your own client received and sent; the file is compared with it:
  --commitment HEX    the commitment that you received when you joined
  --bytes PLACE=HEX   the bytes that you sent, and your place in the order of joining (in a rematch: your seat)
  --seat N            the seat that you were given; not for a rematch, which keeps its seats
  --chain HEX         the last chain value that you received

docs/fair-deals.md says what is computed. To know what lies in an urn it keeps the books of the three
games, on products of cyclic groups; whether a move is legal it does not ask (coset replay does), and of
an ending only what that ending needs. Needs python3-cryptography.
"""

import argparse
import collections
import hashlib
import hmac
import itertools
import json
import random
import re
import struct
import sys

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

LOT = 1 << 63
MOST_EVENTS = 2500


def commitment(game, seed):
    return hashlib.sha256(b"coset1" + struct.pack("<Q", game) + seed).digest()


def key_of(game, seed, entropy):
    return hmac.new(seed, struct.pack("<Q", game) + b"".join(entropy), hashlib.sha256).digest()


def id_of(table):
    digest = hashlib.blake2b(b"coset-name\n" + table.encode(), digest_size=16).digest()
    return struct.unpack("<Q", digest[:8])[0]


def words(key, number):
    """The key stream of one draw as 32-bit words; Python's library counts the nonce's first four bytes as counter."""
    nonce = struct.pack("<I", 0) + bytes(4) + struct.pack("<Q", number)
    stream = Cipher(ChaCha20(key, nonce), mode=None).encryptor()
    while True:
        for (word,) in struct.iter_unpack("<I", stream.update(bytes(64))):
            yield word


def below(stream, size):
    limit = (1 << 32) // size * size
    return next(word for word in stream if word < limit) % size


def place(key, number, size):
    return below(words(key, number), size)


def seats(key, people):
    out = list(range(people))
    stream = words(key, LOT)
    for left in range(people, 1, -1):
        other = below(stream, left)
        out[left - 1], out[other] = out[other], out[left - 1]
    return out


class Broken(Exception):
    """The record does not fit together."""


class Group:
    """A product of cyclic groups: the names of its elements by index, and their orders."""

    def __init__(self, text):
        factors = []
        for factor in text.split("x"):
            found = re.fullmatch(r"Z(\d+)(?:\^(\d+))?", factor)
            if not found:
                raise Broken(f"{text} is no product of cyclic groups, and this program knows no others.")
            factors += [int(found[1])] * int(found[2] or 1)
        # The first coordinate runs fastest.
        elements = [tuple(reversed(each)) for each in itertools.product(*(range(n) for n in reversed(factors)))]
        self.names = [self.name(factors, element) for element in elements]
        self.index = {name: i for i, name in enumerate(self.names)}
        self.elements, self.factors, self.zero = elements, factors, (0,) * len(factors)
        self.orders = [self.order(factors, element) for element in elements]
        self.exponent = max(self.orders)

    def sum(self, pieces):
        return tuple(sum(each) % n for each, n in zip(zip(*(self.elements[piece] for piece in pieces)), self.factors))

    @staticmethod
    def order(factors, element):
        total, out = element, 1
        while any(total):
            total, out = tuple((a + b) % n for a, b, n in zip(total, element, factors)), out + 1
        return out

    @staticmethod
    def name(factors, element):
        if factors == [2, 2, 2]:
            return "CRYOBPGW"[element[0] + 2 * element[1] + 4 * element[2]]
        if set(factors) == {3} and len(factors) < 4:
            letters = {1: "r", 2: "rb", 3: "ryb"}[len(factors)]
            return "".join(("", c, c.upper())[k] for c, k in zip(letters, element)) or "C"
        if len(factors) == 2 and factors[0] == 4 and factors[1] in (5, 7, 11, 13):
            ranks = {5: "5A234", 7: "7A23456", 11: "JA23456789T", 13: "KA23456789TJQ"}[factors[1]]
            return "hsdc"[element[0]] + ranks[element[1]].replace("T", "10")
        if len(factors) == 1:
            return str(element[0])
        return "(" + ",".join(map(str, element)) + ")"

    def word(self, text):
        out = []
        for name in re.split(r"[+*]", text):
            if name not in self.index:
                raise Broken(f"There is no piece {name}.")
            out.append(self.index[name])
        return out


class Books:
    """What the games share: counted pieces by index, 0 being the clear one."""

    def __init__(self, group, options):
        self.group, self.options = group, options
        self.hands = collections.defaultdict(collections.Counter)
        self.last = {}  # the act after which a seat had one piece, or was stuck
        self.seen = collections.Counter()
        self.acts = 0
        # To whom pieces are to be dealt, the next one first; 0 is the table.
        self.queue = [seat for seat in range(1, int(options.get("seats", 1)) + 1) for _ in range(int(options["deal"]))]

    def number(self, name):
        return int(self.options[name])

    @staticmethod
    def move(pieces, source, target):
        for piece in pieces:
            if source[piece] < 1:
                raise Broken("A piece is moved that is not there.")
            source[piece] -= 1
            target[piece] += 1

    def exchange(self, seat, text):
        """What cancels in the Center, as a list of (piece, pieces, whether one was placed whole)."""
        give, take = (self.group.word(side) for side in text.split("="))
        hand = self.hands[seat]
        if len(give) > self.number("max_exchange") and take == [0]:  # a Spectrum
            source = self.options["spectrum_clear"]
            if source == "center" or (source == "center_then_supply" and self.center[0]):
                self.move(take, self.center, hand)
            else:
                hand[0] += 1
        else:
            self.move(take, self.center, hand)
        self.move(give, hand, self.center)
        return self.cancel(collections.Counter(give))

    def cancel(self, placed):
        out = []
        for piece in range(1, len(self.group.names)):
            size = self.group.orders[piece] if self.options["cancel"] == "element_order" else self.group.exponent
            sets = self.center[piece] // size
            if sets:
                self.center[piece] -= sets * size
                self.center[0] += sets
                out.append((piece, sets, sets * size, placed[piece] >= size))
        return out

    def sums(self, pieces):
        """What can be made of so many pieces, up to an exchange's size: a set a size."""
        out = [{self.group.zero}]
        for size in range(1, self.number("max_exchange") + 1):
            out.append({self.group.sum(each) for each in itertools.combinations(sorted(pieces.elements()), size)})
        return out

    def can_reduce(self, hand):
        """Whether some exchange makes a small hand smaller."""
        few = collections.Counter({piece: min(count, self.number("max_exchange")) for piece, count in self.center.items()})
        give, take = self.sums(hand), self.sums(few)
        return any(give[more] & take[less] for more in range(2, len(give)) for less in range(1, more))

    def noted(self, seat):
        """After every deal that completes a turn and every act: what an ending may be founded on."""
        if self.hands[seat].total() == 1:
            self.last["one_piece"] = self.acts
        if any(hand.total() <= self.number("max_exchange") and not self.can_reduce(hand) for hand in self.hands.values()):
            self.last["stuck"] = self.acts
        self.seen[str(sorted((k, sorted((+v).items())) for k, v in self.hands.items())) + str(sorted((+self.center).items()))] += 1

    def may_end(self, ending):
        """Whether the game may have ended so, by what that needs; after a signal there is a round at most."""
        seats = int(self.options.get("seats", 1))
        if ending in self.last:
            return self.acts - self.last[ending] <= 3 * seats
        most = self.number("max_rounds") * seats if "max_rounds" in self.options else self.number("max_turns")
        return {"repetition": max(self.seen.values(), default=0) >= 3, "limit": self.acts >= most}.get(ending, False)

    def full_bag(self):
        return collections.Counter({i: self.number("copies") for i in range(1, len(self.group.names))})


class AlJabar(Books):

    def __init__(self, group, options):
        super().__init__(group, options)
        self.bag, self.center = self.full_bag(), collections.Counter()
        self.queue.append(0)

    def urn(self):
        return self.bag

    def deal(self, seat, piece):
        self.move([piece], self.bag, self.hands[seat] if seat else self.center)
        if not seat:
            self.center[0] += 1

    def act(self, seat, text):
        if text == "draw":
            self.queue = [seat]
            if not self.bag.total() and self.options["recycle_discards"] == "yes":
                for piece, copies in self.full_bag().items():
                    held = sum(hand[piece] for hand in self.hands.values())
                    self.bag[piece] = copies - self.center[piece] - held
        elif text != "pass":
            cleared = sum(sets for _, sets, _, whole in self.exchange(seat, text) if not whole)
            for other in range(1, self.number("seats") + 1):
                if other != seat:
                    self.hands[other][0] += cleared


class Solitaire(Books):

    def __init__(self, group, options):
        super().__init__(group, options)
        self.bag, self.center, self.fresh = self.full_bag(), collections.Counter(), collections.Counter()
        self.removing = self.removed = self.turns = 0
        self.begun = False
        self.queue.append(0)

    def urn(self):
        return self.center if self.removing else self.bag

    def deal(self, seat, piece):
        if seat:
            self.move([piece], self.bag, self.hands[1])
        elif not self.begun:
            self.move([piece], self.bag, self.center)
            self.center[0] += 1
            self.begun = True
        elif self.removing:
            keeps = piece != 0 or self.options["black_to_bag"] == "yes"
            self.move([piece], self.center, self.bag if keeps else collections.Counter())
            self.removing -= 1
            if not self.removing:
                self.queue += [0] * min(self.removed, self.bag.total())
                self.settle()
        else:
            self.move([piece], self.bag, self.fresh)
            self.settle()

    def settle(self):
        if len(self.queue) > 1:  # the one that is being dealt is still in it
            return
        self.center += self.fresh
        for _, sets, _, whole in self.cancel(self.fresh):
            self.hands[1][0] += 0 if whole else sets
        self.fresh = collections.Counter()

    def act(self, seat, text):
        if text == "draw":
            self.queue = [seat]
            return
        for piece, _, pieces, whole in self.exchange(seat, text):
            if whole:
                self.bag[piece] += pieces
        self.turns += 1
        if self.hands[1].total() == 1 or self.turns >= self.number("max_turns"):  # it is over: nothing is removed
            self.queue = []
            return
        self.center[0] = min(self.center[0], 2)
        self.removing = self.removed = (self.center.total() + 2) // 3
        self.queue = [0] * self.removing

    def may_end(self, ending):
        return not self.bag.total() if ending == "bag_empty" else super().may_end(ending)


class MadAbel(Books):

    def __init__(self, group, options):
        super().__init__(group, options)
        copies = self.number("copies") * self.number("decks")
        self.deck = collections.Counter({i: copies for i in range(len(group.names))})
        self.pile, self.shown = collections.Counter(), []  # the lower card first
        self.played = self.emptied = False
        self.idle = 0
        self.queue += [0, 0]

    def urn(self):
        if not self.deck.total() and self.options["reshuffle"] == "yes":
            self.deck, self.pile = self.pile, self.deck
        return self.deck

    def deal(self, seat, piece):
        self.move([piece], self.urn(), self.hands[seat] if seat else collections.Counter())
        if not seat:
            self.shown.append(piece)

    def act(self, seat, text):
        self.played = text not in ("draw", "pass")
        if not self.played:
            self.queue = [seat, seat] if text == "draw" else []
            return
        self.queue = []
        cards, _, keeps = text.partition(" on ")
        played = self.group.word(cards)
        self.move(played, self.hands[seat], collections.Counter())
        if len(played) == 1:
            covered = self.shown.pop(1 if keeps else 0)
            self.pile[covered] += 1
        else:
            self.pile.update(self.shown)
            self.shown = []
        self.shown += played
        self.pile.update(self.shown[:-2])
        self.shown = self.shown[-2:]

    def noted(self, seat):
        if not self.acts:
            return
        self.idle = 0 if self.played else self.idle + 1
        self.emptied = not self.hands[seat].total()
        self.seen[str((sorted((k, sorted((+v).items())) for k, v in self.hands.items()), self.shown))] += 1

    def may_end(self, ending):
        return {"emptied": self.emptied, "blocked": self.idle >= self.number("seats")}.get(ending, super().may_end(ending))


GAMES = {"al-jabar": AlJabar, "solitaire": Solitaire, "mad-abel": MadAbel}


def opened(spec):
    name, group, *options = spec.split(" ")
    if name not in GAMES or any("=" not in each for each in options):
        raise Broken("The record's second line is no game.")
    return GAMES[name](Group(group), dict(each.split("=", 1) for each in options))


def drawn(books, key, number):
    urn = books.urn()
    size = urn.total()
    if size < 1:
        raise Broken("A piece is dealt from an empty urn.")
    left = place(key, number, size)
    for piece in range(len(books.group.names)):
        left -= urn[piece]
        if left < 0:
            return piece
    raise AssertionError


def finished(books, record, game):
    """Whether the game is over with this record: by an ending of the rules, or by what the record says of its people."""
    ending, bots = game.get("ending"), set(game.get("bots", []))
    seats = set(range(1, int(books.options.get("seats", 1)) + 1))
    if ending == "agreed":
        return "\n# finished by agreement\n" in record
    if ending == "forfeit":
        gone = {int(seat) for seat in re.findall(r"\n# seat (\d) forfeited(?=\n)", record)}
        return bool(gone) and gone <= seats and (len(gone) + 1 >= len(seats) or gone >= seats - bots)
    return (ending == "limit" and game.get("ply", game.get("head", 0)) >= MOST_EVENTS) or books.may_end(ending)


def follow(record, key, before=None, game=None):
    """Plays a record with its own deals, or up to a line with those of the key as far as that goes."""
    out = {"deals": 0, "agree": 0, "first": None, "broken": None, "line": None, "seats": None}
    lines = record.split("\n")
    line = 2
    try:
        if lines[0] != "coset-record 1" or lines[-1] != "" or len(lines) < 3:
            raise Broken("This is no record.")
        books = opened(lines[1])
        out["seats"] = int(books.options.get("seats", 1))
        seat = 1
        for line, text in enumerate(lines[2:-1], 3):
            if text.startswith("#"):
                continue
            if line == before:
                break
            found = re.fullmatch(r"([0-7]): (.+)", text)
            if text.startswith("position "):
                raise Broken("It begins from a position, which this program does not read.")
            if ": deal" in text:
                if not books.queue:
                    raise Broken("Nothing is to be dealt there.")
                number, piece = out["deals"], drawn(books, key, out["deals"])
                name = books.group.names[piece]
                out["deals"] += 1
                if text == f"{books.queue[0]}: deal {name}":
                    out["agree"] += 1
                elif not out["first"]:
                    out["first"] = {"draw": number, "line": line, "dealt": text[8:], "drawn": name}
                if not found or not found[2].startswith("deal ") or int(found[1]) != books.queue[0]:
                    raise Broken("A deal cannot be read, or goes to another seat.")
                books.deal(int(found[1]), piece if before else books.group.word(found[2][5:])[0])
                books.queue.pop(0)
                if not books.queue:
                    books.noted(seat)
            elif found:
                if books.queue and books.urn().total():
                    raise Broken("A piece was to be dealt first.")
                seat = int(found[1])
                books.acts += 1
                books.act(seat, found[2])
                if not books.queue:
                    books.noted(seat)
            else:
                raise Broken("A line is no move.")
        if game is not None and books.queue and books.urn().total():
            raise Broken("The record is shortened: pieces are still to be dealt.")
        if game is not None and not finished(books, record, game):
            raise Broken("The record is shortened, or the game ended otherwise: it is not over there.")
    except (Broken, KeyError, ValueError, IndexError) as trouble:
        out.update(broken=f"line {line}: {trouble}", line=line)
    return out


def unhexed(text, size):
    if not isinstance(text, str) or not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise ValueError(f"{text!r} is not {2 * size} hex digits")
    return bytes.fromhex(text)


def bots_have_zeros(entropy, count, bots, lot, rematch):
    """Every seat has an entry, a bot's is zeros: after the people's, and the lot seats them; in a rematch at its seat."""
    people = count - len(bots)
    gathered = not any(map(any, entropy[people:])) and {seat + 1 for seat in lot[people:]} == bots
    seated = rematch and not any(any(entropy[seat - 1]) for seat in bots)
    return len(entropy) == count and (gathered or seated)


def check(game, evidence=None):
    """The first thing that is wrong, or None, with how many deals agree. `evidence` is what a client received and sent:
    commitment, place and bytes, seat and chain, as far as it knows."""
    evidence = evidence or {}
    number = int.from_bytes(unhexed(game["game"], 8), "big")
    seed, promised = unhexed(game["seed"], 32), unhexed(game["commitment"], 32)
    entropy = [unhexed(each, 16) for each in game["entropy"]]
    key = key_of(number, seed, entropy)
    out = follow(game["record"], key, game=game)
    count = out["seats"] or len(entropy)
    lot = seats(key, count)
    bots = {seat for seat in game.get("bots", []) if isinstance(seat, int) and 0 < seat <= count}
    place = evidence.get("place", 0)
    if id_of(game["table"]) != number:
        wrong = "id"
    elif evidence.get("commitment", game["commitment"]) != game["commitment"]:
        wrong = "promise"
    elif commitment(number, seed) != promised:
        wrong = "commitment" if out["agree"] == out["deals"] else "seed"
    elif place and game["entropy"][place - 1:place] != [evidence["bytes"]]:
        wrong = "mine"
    elif not bots_have_zeros(entropy, count, bots, lot, "seat" not in evidence):
        wrong = "bots"
    elif out["agree"] != out["deals"]:
        played = follow(game["record"], key, before=out["line"] or -1)
        mostly = any(2 * each["agree"] >= each["deals"] for each in (out, played))
        wrong = "deal" if mostly else "entropy"
    elif "seat" in evidence and lot[place - 1] + 1 != evidence["seat"]:
        wrong = "lot"
    elif out["broken"]:
        wrong = "record"
    else:
        wrong = "chain" if evidence.get("chain", game.get("chain")) != game.get("chain") else None
    return dict(out, wrong=wrong)


def games_in(text):
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def check_files(paths, evidence):
    count = deals = bad = 0
    for path in paths:
        with (sys.stdin if path == "-" else open(path, encoding="utf-8")) as file:
            found = games_in(file.read())
        for game in found:
            verdict = check(game, evidence)
            count, deals = count + 1, deals + verdict["deals"]
            if verdict["wrong"]:
                bad += 1
                print(f"{game['table']}: wrong: {verdict['wrong']}; {verdict['agree']} of {verdict['deals']} deals agree;"
                      f" first: {verdict['first']}; {verdict['broken'] or 'the record is whole'}")
    print(f"{count} games, {deals} deals, {bad} wrong")
    return 1 if bad else 0


def parse_evidence(words):
    """The files and the evidence."""
    parser = argparse.ArgumentParser(prog="verify_deal.py check", usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--commitment", type=lambda text: unhexed(text, 32).hex())
    parser.add_argument("--bytes")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--chain", type=lambda text: unhexed(text, 16).hex())
    said = vars(parser.parse_args(words))
    files = said.pop("files")
    evidence = {name: value for name, value in said.items() if value is not None}
    if "bytes" in evidence:
        place, _, evidence["bytes"] = evidence["bytes"].partition("=")
        unhexed(evidence["bytes"], 16)
        evidence["place"] = int(place)
    elif "seat" in evidence:
        parser.error("--seat goes with --bytes, which says your place")
    return files, evidence


def vectors(path, count):
    chance = random.Random(20)
    with open(path, "w", encoding="ascii") as file:
        for _ in range(count):
            game, seed = chance.getrandbits(64), chance.randbytes(32)
            entropy = [chance.choice([bytes(16), chance.randbytes(16)]) for _ in range(chance.randint(1, 7))]
            key = key_of(game, seed, entropy)
            draws = [(number, size) for number in (0, 1, 255, chance.getrandbits(62))
                     for size in (1, 2, 52, 73, (1 << 31) + 1)]
            file.write(json.dumps({
                "game": str(game), "seed": seed.hex(), "entropy": [each.hex() for each in entropy],
                "commitment": commitment(game, seed).hex(), "key": key.hex(), "seats": seats(key, len(entropy)),
                "draws": [[str(number), size, place(key, number, size)] for number, size in draws]}) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "check":
        sys.exit(check_files(*parse_evidence(sys.argv[2:])))
    if len(sys.argv) < 3 or sys.argv[1] != "vectors":
        sys.exit(__doc__.strip())
    vectors(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 64)
