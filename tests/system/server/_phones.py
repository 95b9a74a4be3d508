"""Phones that open a page at once, each by six connections from an address of its own, as browsers do.

Usage: _phones.py HOST PORT JOB, with JOB as JSON: addresses, files {path: size}, and of the way there delay (seconds
each way), lossy (the share of pieces that come `again` seconds later, as after a loss). Prints what came as JSON.
"""

import asyncio
import json
import random
import sys
import time

LANES = 6
PATIENCE = 400  # seconds for a file


class Way:
    """A TCP proxy of one phone's: it hands on what it reads, later, and holds little."""

    def __init__(self, host, port, address, job, chance):
        self.host, self.port, self.address = host, port, address
        self.delay, self.lossy, self.again = job["delay"], job["lossy"], job["again"]
        self.chance, self.pieces, self.held = chance, 0, 0

    async def open(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=16384)
        return self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            there, back = await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0), limit=16384)
            await asyncio.gather(self.hand_on(reader, back), self.hand_on(there, writer))
        except (OSError, asyncio.CancelledError):  # the phone has all that it wanted
            writer.transport.abort()

    async def hand_on(self, reader, writer):
        pieces = asyncio.Queue(16)

        async def take():
            while piece := await reader.read(4096):
                self.pieces += 1
                lost = self.chance.random() < self.lossy
                self.held += lost
                await pieces.put((time.monotonic() + self.delay + (self.again if lost else 0), piece))
            await pieces.put((0, b""))

        async def give():
            while True:
                due, piece = await pieces.get()
                if not piece:
                    break
                await asyncio.sleep(max(0.0, due - time.monotonic()))  # a late one holds up those behind it
                writer.write(piece)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()

        try:
            await asyncio.gather(take(), give())
        except OSError:
            writer.transport.abort()


async def fetch(line, path, size):
    """What is wrong with it, and how long it took."""
    began, body = time.monotonic(), b""
    reader, writer = line
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: phone\r\nAccept-Encoding: br, gzip\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            head = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
            while len(body) < int(head["content-length"]) and (more := await reader.read(65536)):
                body += more
        good = lines[0].startswith("HTTP/1.1 200") and len(body) == size
        wrong = None if good else f"{path}: {lines[0]}, {len(body)} of {size} bytes"
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        wrong = f"{path}: {type(error).__name__} after {len(body)} of {size} bytes"
    return wrong, time.monotonic() - began


async def phone(host, port, address, job):
    way = Way(host, port, address, job, random.Random(address))
    near = await way.open()
    files = sorted(job["files"].items(), key=lambda each: -each[1])

    async def lane(own):
        line = await asyncio.open_connection("127.0.0.1", near, limit=65536)
        out = [await fetch(line, path, size) for path, size in own]
        line[1].close()
        return out

    done = await asyncio.gather(*(lane(files[i::LANES]) for i in range(LANES)))
    way.server.close()
    told = [each for own in done for each in own]
    return {"cut": [wrong for wrong, _ in told if wrong], "slowest": max(seconds for _, seconds in told),
            "pieces": way.pieces, "held": way.held}


async def main(host, port, job):
    began = time.monotonic()
    phones = await asyncio.gather(*(phone(host, port, address, job) for address in job["addresses"]))
    print(json.dumps({"phones": len(phones), "with a cut file": sum(bool(each["cut"]) for each in phones),
                      "cut": sum((each["cut"] for each in phones), [])[:5],
                      "seconds": round(time.monotonic() - began, 1),
                      "slowest file": round(max(each["slowest"] for each in phones), 1),
                      "pieces held up": sum(each["held"] for each in phones)}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])))
