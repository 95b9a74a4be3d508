"""A way to a port of loopback that can delay, cut and freeze: a TCP proxy in a thread of its own."""

import asyncio
import threading


class Line:
    """`port` leads to `target`. All that it does to the connections is done at once, also to those that are open."""

    def __init__(self, target):
        self.target, self.port, self.delay = target, 0, 0.0
        self.open_way, self.connections, self.cut_off, self.carried = None, set(), False, 0
        self.loop = asyncio.new_event_loop()
        self.server = None
        started = threading.Event()
        self.thread = threading.Thread(target=self.run, args=(started,), daemon=True)
        self.thread.start()
        started.wait(20)

    def run(self, started):
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(self.listen())
        started.set()
        self.loop.run_forever()
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    async def listen(self):
        self.open_way = asyncio.Event()
        self.open_way.set()
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        if self.cut_off:
            return writer.transport.abort()
        self.connections.add(writer)
        back = None
        try:
            await self.open_way.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            self.connections.add(back)
            await asyncio.gather(self.hand_on(reader, back), self.hand_on(there, writer))
        except (OSError, asyncio.CancelledError):
            pass
        for each in filter(None, (writer, back)):
            self.connections.discard(each)
            each.transport.abort()

    async def hand_on(self, reader, writer):
        while piece := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.open_way.wait()
            self.carried += len(piece)
            writer.write(piece)
            await writer.drain()
        writer.transport.abort() if writer.transport.is_closing() else writer.write_eof()

    def do(self, what):
        done = threading.Event()
        self.loop.call_soon_threadsafe(lambda: (what(), done.set()))
        done.wait(20)

    def cut(self):
        """Ends every connection and refuses new ones."""
        def end():
            self.cut_off = True
            for each in list(self.connections):
                each.transport.abort()
        self.do(end)

    def freeze(self):
        """Takes new connections, and hands on nothing."""
        self.do(self.open_way.clear)

    def mend(self):
        def again():
            self.cut_off = False
            self.open_way.set()
        self.do(again)

    def close(self):
        if self.loop.is_closed():
            return
        self.cut()
        self.do(self.server.close)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
