#!/usr/bin/env python3
"""A second opinion on fair deals that shares no code with the program.

  verify_deal.py vectors FILE [COUNT]   writes COUNT test vectors as JSON lines (default 64)

docs/fair-deals.md says what is computed. Needs python3-cryptography.
"""

import hashlib
import hmac
import json
import random
import struct
import sys

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

LOT = 1 << 63


def commitment(game, seed):
    return hashlib.sha256(b"coset1" + struct.pack("<Q", game) + seed).digest()


def key_of(game, seed, entropy):
    return hmac.new(seed, struct.pack("<Q", game) + b"".join(entropy), hashlib.sha256).digest()


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
    if len(sys.argv) < 3 or sys.argv[1] != "vectors":
        sys.exit(__doc__.strip())
    vectors(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 64)
