"""Inputs that no honest client sends, and the answer to each: statuses of HTTP, messages, or the code of a close."""

import struct

HOST = b"Host: here\r\n"
UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
VERSION = b"Sec-WebSocket-Version: 13\r\n"


def ask(line, *headers, body=b"", host=HOST, version=b"HTTP/1.1"):
    head = b"".join(each + b"\r\n" for each in headers)
    return line + b" " + version + b"\r\n" + host + head + b"\r\n" + body


def sent(body, path=b"/api/me", *headers):
    return ask(b"POST " + path, *headers, b"Content-Length: %d" % len(body), body=body)


def chunked(body):
    return ask(b"POST /api/me", b"Transfer-Encoding: chunked", body=body)


HEALTH = ask(b"GET /healthz")

# Name: bytes, and the statuses of all answers; () is a connection that is closed without one.
HTTP = {
    # Lengths that disagree: what one reader takes for a body another takes for a request.
    "length twice, the same": (ask(b"POST /api/me", b"Content-Length: 2", b"Content-Length: 2", body=b"{}"), (400,)),
    "length twice, not the same": (ask(b"POST /api/me", b"Content-Length: 2", b"Content-Length: 40", body=b"{}" + HEALTH), (400,)),
    "length and chunks": (ask(b"POST /api/me", b"Content-Length: 5", b"Transfer-Encoding: chunked", body=b"0\r\n\r\n" + HEALTH), (400,)),
    "chunks and length": (ask(b"POST /api/me", b"Transfer-Encoding: chunked", b"Content-Length: 5", body=b"0\r\n\r\n" + HEALTH), (400,)),
    "xchunked": (ask(b"POST /api/me", b"Transfer-Encoding: xchunked", body=b"0\r\n\r\n"), (400,)),
    "identity": (ask(b"POST /api/me", b"Transfer-Encoding: identity", b"Content-Length: 2", body=b"{}"), (400,)),
    "chunked twice": (ask(b"POST /api/me", b"Transfer-Encoding: chunked, chunked", body=b"0\r\n\r\n"), (400,)),
    "blank before the colon": (ask(b"POST /api/me", b"Transfer-Encoding : chunked", body=b"0\r\n\r\n"), (400,)),
    "length -1": (ask(b"POST /api/me", b"Content-Length: -1"), (400,)),
    "length +2": (ask(b"POST /api/me", b"Content-Length: +2", body=b"{}"), (400,)),
    "length 0x2": (ask(b"POST /api/me", b"Content-Length: 0x2", body=b"{}"), (400,)),
    "length of 20 digits": (ask(b"POST /api/me", b"Content-Length: 99999999999999999999"), (400,)),
    "length of 64 KB and one": (ask(b"POST /api/me", b"Content-Length: 65537", body=b"x" * 100), (413,)),
    "a body that ends early": (ask(b"POST /api/me", b"Content-Length: 50", body=b"{}"), ()),
    "a chunk of 17 digits": (chunked(b"FFFFFFFFFFFFFFFFF\r\n"), (400,)),
    "a chunk beyond the body": (chunked(b"20000\r\n" + b"x" * 100), (413,)),
    "a chunk without a size": (chunked(b"\r\nx\r\n0\r\n\r\n"), (400,)),
    "extensions of a chunk": (chunked(b"1;" + b"a=b;" * 5000 + b"\r\nx\r\n0\r\n\r\n"), (400,)),
    "3000 trailers": (chunked(b"0\r\n" + b"".join(b"A%d: b\r\n" % i for i in range(3000)) + b"\r\n"), (400,)),
    # Sizes.
    "a path of 1025": (ask(b"GET /" + b"a" * 1024), (400,)),
    "a path of 9000": (ask(b"GET /" + b"a" * 9000), (431,)),
    "a header of 9000": (ask(b"GET /", b"X: " + b"a" * 9000), (431,)),
    "1000 headers": (ask(b"GET /", *(b"X%d: a" % i for i in range(1000))), (431,)),
    "a method of 9000": (b"G" * 9000 + b" / HTTP/1.1\r\n" + HOST + b"\r\n", (431,)),
    "50 at once": (HEALTH * 50, (200,) * 50),
    "a cookie of 7000": (ask(b"GET /api/me", b"Cookie: coset=" + b"a" * 7000), (200,)),
    "900 cookies": (ask(b"GET /api/me", b"Cookie: " + b"coset=x;" * 900), (200,)),
    # Hosts.
    "no host": (ask(b"GET /healthz", host=b""), (400,)),
    "two hosts": (ask(b"GET /healthz", b"Host: there"), (400,)),
    "a host with a path": (ask(b"GET /healthz", host=b"Host: a/b@c\r\n"), (400,)),
    "another host": (ask(b"GET /api/me", host=b"Host: evil.example\r\n"), (400,)),
    "another host of a probe": (ask(b"GET /healthz", host=b"Host: evil.example\r\n"), (200,)),
    "another host behind a port": (ask(b"GET /api/me", host=b"Host: localhost:evil.example\r\n"), (400,)),
    "a socket of another host": (b"GET /ws HTTP/1.1\r\nHost: evil.example\r\n" + UPGRADE + VERSION + KEY + b"Origin: http://evil.example\r\n\r\n", (400,)),
    "no host, by HTTP/1.0": (ask(b"GET /healthz", host=b"", version=b"HTTP/1.0"), (200,)),
    # Versions and other protocols.
    "HTTP/0.9": (b"GET /healthz\r\n\r\n", (400,)),
    "HTTP/1.2": (ask(b"GET /healthz", version=b"HTTP/1.2"), (400,)),
    "HTTP/2.0": (ask(b"GET /healthz", version=b"HTTP/2.0"), (400,)),
    "HTTP/2 by its preface": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400,)),
    "HTTP/2 by an upgrade": (ask(b"GET /healthz", b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__"), (200,)),
    "TLS": (bytes.fromhex("1603010200010001fc0303") + bytes(range(200)), (400,)),
    "SSH": (b"SSH-2.0-OpenSSH_9.2\r\n", (400,)),
    "SMTP": (b"EHLO evil.example\r\n", (400,)),
    "nothing": (b"", ()),
    "an empty line": (b"\r\n\r\n", (400,)),
    "zeros": (bytes(512), (400,)),
    # Targets.
    "an absolute target": (ask(b"GET http://127.0.0.1/healthz"), (400,)),
    "another server's": (ask(b"GET http://evil.example/"), (400,)),
    "CONNECT": (ask(b"CONNECT evil.example:443"), (400,)),
    "OPTIONS *": (ask(b"OPTIONS *"), (400,)),
    "no slash": (ask(b"GET healthz"), (400,)),
    "a query alone": (ask(b"GET ?x"), (400,)),
    "a fragment": (ask(b"GET /healthz#x"), (200,)),
    "an empty target": (b"GET  HTTP/1.1\r\n" + HOST + b"\r\n", (400,)),
    "../": (ask(b"GET /../../../../etc/passwd"), (400,)),
    "%2e%2e": (ask(b"GET /%2e%2e/%2e%2e/etc/passwd"), (400,)),
    "%252e": (ask(b"GET /%252e%252e/%252e%252e/etc/passwd"), (404,)),
    "..%2f": (ask(b"GET /..%2f..%2fetc%2fpasswd"), (400,)),
    "backslashes": (ask(b"GET /..\\..\\etc\\passwd"), (400,)),
    "%00": (ask(b"GET /index.html%00.png"), (400,)),
    "%zz": (ask(b"GET /%zz"), (400,)),
    "% at the end": (ask(b"GET /a%"), (400,)),
    "two slashes": (ask(b"GET //evil.example/"), (404,)),
    "a line feed in the path": (ask(b"GET /%0d%0aSet-Cookie:x=y"), (400,)),
    "a zero in the path": (ask(b"GET /a\0b"), (400,)),
    "bytes above ASCII": (ask(b"GET /\xff\xfe"), (400,)),
    "/t/../api": (ask(b"GET /t/../api/me"), (400,)),
    "a hidden file": (ask(b"GET /.vite/manifest.json"), (404,)),
    "/api/me%2fexport": (ask(b"GET /api/me%2fexport"), (404,)),
    "/%61pi/me": (ask(b"GET /%61pi/me"), (200,)),
    "/api/me/": (ask(b"GET /api/me/"), (404,)),
    "/api": (ask(b"GET /api"), (404,)),
    # Heads.
    "line feeds alone": (b"GET /healthz HTTP/1.1\nHost: x\n\n", (400,)),
    "a folded header": (ask(b"GET /healthz", b"X: a\r\n b"), (200,)),
    "a zero in a header": (ask(b"GET /healthz", b"X: a\0b"), (400,)),
    "a header without a name": (ask(b"GET /healthz", b": b"), (400,)),
    "a header without a colon": (ask(b"GET /healthz", b"abc"), (400,)),
    "a return in a header": (ask(b"GET /healthz", b"X: a\rb"), (400,)),
    "a range": (ask(b"GET /api/server", b"Range: bytes=0-0"), (200,)),
    "1000 ranges": (ask(b"GET /api/server", b"Range: bytes=" + b"0-," * 1000 + b"0-"), (200,)),
    "expect something": (ask(b"POST /api/me", b"Expect: foo", b"Content-Length: 14", body=b'{"name":"abc"}'), (200,)),
    "every encoding refused": (ask(b"GET /api/server", b"Accept-Encoding: br;q=0, gzip;q=0, identity;q=0"), (200,)),
    "addresses of others": (ask(b"GET /metrics", b"X-Forwarded-For: 8.8.8.8"), (200,)),
    # Methods.
    "TRACE": (ask(b"TRACE /healthz"), (405,)),
    "PUT": (ask(b"PUT /api/me", b"Content-Length: 0"), (405,)),
    "PATCH": (ask(b"PATCH /api/tables/x", b"Content-Length: 0"), (405,)),
    "DELETE of a table": (ask(b"DELETE /api/tables/x"), (405,)),
    "an unknown method": (ask(b"FOO /healthz"), (405,)),
    "a method in small letters": (ask(b"get /healthz"), (405,)),
    "OPTIONS of another site": (ask(b"OPTIONS /api/me", b"Origin: https://evil.example", b"Access-Control-Request-Method: POST"), (403,)),
    "GET of a report": (ask(b"GET /api/tables/none/seats/1/reports"), (405,)),
    # Bodies.
    "65000 brackets": (sent(b"[" * 65000), (400,)),
    "13000 objects": (sent(b'{"a":' * 13000), (400,)),
    "6000 objects, closed": (sent(b'{"a":' * 6000 + b"1" + b"}" * 6000), (400,)),
    "7000 keys": (sent(b"{" + b",".join(b'"%d":1' % i for i in range(7000)) + b"}"), (400,)),
    "no body": (sent(b""), (400,)),
    "a list": (sent(b"[]"), (400,)),
    "a name that is a number": (sent(b'{"name":1}'), (400,)),
    "no name": (sent(b'{"name":""}'), (400,)),
    "a name of 10000": (sent(b'{"name":"' + b"a" * 10000 + b'"}'), (400,)),
    "a name of markup": (sent(b'{"name":"<script>"}'), (400,)),
    "a name that is no UTF-8": (sent(b'{"name":"\xff\xfe1"}'), (400,)),
    "a name cut in mid-letter": (sent(b'{"name":"\xd0"}'), (400,)),
    "half a surrogate": (sent(b'{"name":"\\ud800"}'), (400,)),
    "a zero in a name": (sent(b'{"name":"a\\u0000"}'), (400,)),
    "a name that turns the text": (sent('{"name":"a\u202eb"}'.encode()), (400,)),
    "two names": (sent(b'{"name":"<","name":"a"}'), (200,)),
    "a comment": (sent(b'/**/{"name":"a"}'), (400,)),
    "NaN": (sent(b'{"name":NaN}'), (400,)),
    "1e999": (sent(b'{"name":1e999}'), (400,)),
    # Other sites.
    "a name from another site": (sent(b'{"name":"abc"}', b"/api/me", b"Origin: https://evil.example"), (403,)),
    "a name from nowhere": (sent(b'{"name":"abc"}', b"/api/me", b"Origin: null"), (403,)),
    "an end from another site": (ask(b"DELETE /api/me", b"Origin: https://evil.example"), (403,)),
    "a report from another site": (sent(b"", b"/api/tables/none/seats/1/reports", b"Origin: https://evil.example"), (403,)),
    # Values.
    "offset -1": (ask(b"GET /api/me/export?offset=-1"), (400,)),
    "offset 99999999999": (ask(b"GET /api/me/export?offset=99999999999"), (400,)),
    "offset 1000000000": (ask(b"GET /api/me/export?offset=1000000000"), (200,)),
    "offset twice": (ask(b"GET /api/me/export?offset=1&offset=2"), (400,)),
    "offset empty": (ask(b"GET /api/me/export?offset="), (400,)),
    "a table of 41 letters": (ask(b"GET /api/tables/" + b"a" * 41), (404,)),
    "a table of SQL": (ask(b"GET /api/tables/a'%20or%201=1"), (400,)),
    "a table of stars": (ask(b"GET /api/tables/***"), (404,)),
    "a report of no table": (sent(b"", b"/api/tables/none/seats/1/reports"), (403,)),
    "a report of seat 0": (sent(b"", b"/api/tables/none/seats/0/reports"), (403,)),
    "a report of seat 99": (sent(b"", b"/api/tables/none/seats/99/reports"), (404,)),
    "a report of seat -1": (sent(b"", b"/api/tables/none/seats/-1/reports"), (404,)),
    "a cookie that nobody signed": (ask(b"GET /api/me", b"Cookie: coset=" + b"0" * 32 + b".41." + b"0" * 32), (200,)),
    "a cookie of dots": (ask(b"GET /api/me", b"Cookie: coset=..."), (200,)),
    # Handshakes.
    "a socket by GET": (ask(b"GET /ws"), (426,)),
    "a socket without a key": (b"GET /ws HTTP/1.1\r\n" + HOST + UPGRADE + VERSION + b"\r\n", (400,)),
    "a socket with a short key": (b"GET /ws HTTP/1.1\r\n" + HOST + UPGRADE + VERSION + b"Sec-WebSocket-Key: x\r\n\r\n", (400,)),
    "a socket of version 12": (b"GET /ws HTTP/1.1\r\n" + HOST + UPGRADE + KEY + b"Sec-WebSocket-Version: 12\r\n\r\n", (426,)),
    "a socket by POST": (b"POST /ws HTTP/1.1\r\n" + HOST + UPGRADE + VERSION + KEY + b"Content-Length: 2\r\n\r\n{}", (426,)),
    "a socket by HTTP/1.0": (b"GET /ws HTTP/1.0\r\n" + HOST + UPGRADE + VERSION + KEY + b"\r\n", (426,)),
    "a socket of another site": (b"GET /ws HTTP/1.1\r\n" + HOST + UPGRADE + VERSION + KEY + b"Origin: https://evil.example\r\n\r\n", (403,)),
}


def frame(payload=b"{}", kind=1, end=True, reserved=0, masked=True):
    head = bytes([(0x80 if end else 0) | reserved << 4 | kind])
    size, mask = len(payload), 0x80 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 65536:
        head += bytes([mask | 126]) + struct.pack(">H", size)
    else:
        head += bytes([mask | 127]) + struct.pack(">Q", size)
    return head + (bytes(4) if masked else b"") + payload


def goodbye(code, why=b""):
    return frame(struct.pack(">H", code) + why, 8)


SPLIT = '{"type":"é"}'.encode()

# Name: bytes after the handshake at the lobby, and the code of its close, or None: it goes on.
FRAMES = {
    "no mask": (frame(masked=False), 1002),
    "reserved bit 1": (frame(reserved=4), 1002),
    "reserved bit 2": (frame(reserved=2), 1002),
    "kind 3": (frame(kind=3), 1002),
    "kind 11": (frame(kind=11), 1002),
    "binary": (frame(kind=2), 1008),
    "a length of 2^63": (b"\x81\xff" + b"\xff" * 8 + bytes(4), 1009),
    "a length of 2^40": (b"\x81\xff" + struct.pack(">Q", 1 << 40) + bytes(4), 1009),
    "a length in too many bytes": (b"\x81\xfe\0\x02\0\0\0\0{}", 1002),
    "4097 bytes": (frame(b" " * 4097), 1009),
    "4096 bytes": (frame(b" " * 4096), None),
    "70000 bytes": (frame(b" " * 70000), 1009),
    "no UTF-8": (frame(b'{"type":"\xff"}'), 1007),
    "a surrogate": (frame(b'{"type":"\xed\xa0\x80"}'), 1007),
    "a letter in two frames": (frame(SPLIT[:10], end=False) + frame(SPLIT[10:], kind=0), None),
    "a continuation first": (frame(kind=0), 1002),
    "a text in a text": (frame(b"{", end=False) + frame(b"}"), 1002),
    "3000 empty frames": (frame(b'{"type":"subscribe_tables"', end=False) + frame(b"", 0, False) * 3000 + frame(b"}", 0), None),
    "5000 bytes in two frames": (frame(b" " * 2500, end=False) + frame(b" " * 2500, kind=0), 1009),
    "a ping of 126": (frame(b"x" * 126, kind=9), 1002),
    "a ping in pieces": (frame(b"x", kind=9, end=False), 1002),
    "50 pings": (frame(b"", kind=9) * 50, None),
    "2000 pings": (frame(b"", kind=9) * 2000, 0),
    "a pong that nobody asked for": (frame(b"x", kind=10), None),
    "a close of one byte": (frame(b"x", kind=8), 1002),
    "a close with 999": (goodbye(999), 1002),
    "a close with 1006": (goodbye(1006), 1002),
    "a close without UTF-8": (goodbye(1000, b"\xff"), 1002),
    "a close of 125": (goodbye(1000, b"x" * 123), 1000),
    "a close, and more": (goodbye(1000) + frame(), 1000),
}

TOKEN = '"token":"' + "0a" * 16 + '"'


def create(more, spec="al-jabar Z2^3 seats=2"):
    return '{"type": "create","spec":"%s",%s,%s}' % (spec, TOKEN, more)


# Name: a text at the lobby, and the type of its answer: `error`, another one, or None for silence.
LOBBY = {
    "nothing": ("", "error"),
    "a list": ("[]", "error"),
    "null": ("null", "error"),
    "no type": ("{}", "error"),
    "a type that is a number": ('{"type":1}', "error"),
    "an unknown type": ('{"type":"zzz"}', "error"),
    "20 lists": ("[" * 20 + "]" * 20, "error"),
    "4000 lists": ("[" * 4000, "error"),
    "9 objects": ('{"type":' + '{"a":' * 9 + "1" + "}" * 10, "error"),
    "two types": ('{"type":"subscribe_tables","type": "create"}', "error"),
    "something behind it": ('{"type":"subscribe_tables"}x', "error"),
    "a comment": ('/**/{"type":"subscribe_tables"}', "error"),
    "a mark of byte order": ('\ufeff{"type":"subscribe_tables"}', None),
    "NaN": ('{"type":"seek","spec":NaN}', "error"),
    "1e999 games": (create('"games":1e999'), "error"),
    "-1 games": (create('"games":-1'), "error"),
    "0 games": (create('"games":0'), "error"),
    "2^32 games": (create('"games":4294967296'), "error"),
    "2^64 games": (create('"games":18446744073709551616'), "error"),
    "a clock of -5": (create('"clock":{"kind":"fischer","start":-5,"add":0}'), "error"),
    "a clock of 0": (create('"clock":{"kind":"fischer","start":0,"add":0}'), "error"),
    "a clock of 1 ms": (create('"clock":{"kind":"turn","start":1,"add":0}'), "pending_table"),
    "a clock of no kind": (create('"clock":{"kind":"sand","start":1000,"add":0}'), "error"),
    "a short token": ('{"type": "create","spec":"al-jabar","token":"00"}', "error"),
    "a token in capitals": ('{"type": "create","spec":"al-jabar","token":"' + "AB" * 16 + '"}', "error"),
    "a spec of 2000": (create('"rated":false', "mad-abel magma:" + "a," * 1000), "error"),
    "an unknown game": (create('"rated":false', "chess"), "error"),
    "a group of 10^9": (create('"rated":false', "al-jabar Z1000000000 seats=2"), "error"),
    "a group of 61": (create('"rated":false', "al-jabar Z61 seats=2"), "error"),
    "1000 seats": (create('"rated":false', "al-jabar Z2^3 seats=1000"), "error"),
    "rated": (create('"rated":true'), "error"),
    "20 bots": (create('"bots":[' + ",".join(['"random"'] * 20) + "]"), "error"),
    "a bot that is a program": (create('"bots":["exec:/bin/sh"]'), "error"),
    "a start that cannot be": (create('"start":"hand1=R"'), "error"),
    "fill without a table": ('{"type": "fill_with_bots","table":"x","bot":"random"}', "error"),
    "ready without a table": ('{"type":"ready","table":"x"}', "error"),
    "leave without a table": ('{"type":"leave","table":"x"}', None),
    "join without a table": ('{"type":"join","table":"x",%s}' % TOKEN, "error"),
    "watch without a table": ('{"type": "watch","table":"x"}', "error"),
    "a server's drain": ('{"type":"drain","after_ms":1}', "error"),
    "a server's redirect": ('{"type":"redirect","node":"a"}', "error"),
    "a server's started": ('{"type":"started","table":"x"}', "error"),
    "17 excluded names": ('{"type":"seek","spec":"al-jabar",%s,"exclude_names":[%s]}' % (TOKEN, ",".join(['"a"'] * 17)), "error"),
    "a zero in a table's name": ('{"type":"join","table":"a\\u0000b",%s}' % TOKEN, "error"),
    "half a surrogate": ('{"type":"join","table":"\\ud800",%s}' % TOKEN, "error"),
}

ID = "00000000000000ff"
HELLO = {"type": "hello", "proto": 1}


def move(**changes):
    return {"type": "move", "id": ID, "base_ply": 1, "move": "draw", **changes}


# Name: what is said at a table (HELLO is given its table, and with "mine" the token of seat 1), and the code of
# the last error, or None.
TABLE = {
    "a move before hello": ([move()], "table.hello"),
    "a watcher's move": ([HELLO, move()], "table.spectator"),
    "a wrong token": ([{**HELLO, "token": "00" * 16}], "table.token"),
    "a token of a number": ([{**HELLO, "token": 7}], "message.field"),
    "protocol 2": ([{**HELLO, "proto": 2}], "table.protocol"),
    "protocol -1": ([{**HELLO, "proto": -1}], "message.field"),
    "protocol 2^64": ([{**HELLO, "proto": 2**64}], "message.field"),
    "another table": ([{**HELLO, "table": "x"}], "table.wrong_table"),
    "a move that is none": (["mine", move(move="zzz")], "table.illegal"),
    "a move of 4000": (["mine", move(move="R" * 3900)], "message.field"),
    "a move of zeros": (["mine", move(move="\0\0")], "table.illegal"),
    "a move that is a list": (["mine", move(move=["R"])], "message.field"),
    "ply 2^31": (["mine", move(base_ply=2**31)], "table.stale"),
    "ply -1": (["mine", move(base_ply=-1)], "message.field"),
    "ply 1.5": (["mine", move(base_ply=1.5)], "message.field"),
    "an id of zeros": (["mine", move(id="0" * 16)], "message.field"),
    "an id of 15": (["mine", move(id="0" * 15)], "message.field"),
    "40 pieces": (["mine", {"type": "preview", "seq": 1, "give": ["R"] * 40, "take": ["R"] * 40}], None),
    "preview 2^53": (["mine", {"type": "preview", "seq": 2**53, "move": "draw"}], "message.field"),
    "preview -1": (["mine", {"type": "preview", "seq": -1, "move": "draw"}], "message.field"),
    "a heartbeat of 2^31": (["mine", {"type": "heartbeat", "head": 2**31}], None),
    "a heartbeat of 2^64": (["mine", {"type": "heartbeat", "head": 2**64}], "message.field"),
    "a word that is no phrase": (["mine", {"type": "phrase", "phrase": "zzz"}], "message.field"),
    "8 phrases": (["mine", *[{"type": "phrase", "phrase": "hello"}] * 8], "table.rate"),
    "a rematch before the end": (["mine", {"type": "offer", "what": "rematch"}], "table.playing"),
    "an answer to no offer": (["mine", {"type": "answer", "what": "finish", "yes": True}], "table.offer"),
    "an offer of nothing": (["mine", {"type": "offer", "what": "x"}], "message.field"),
    "reclaim without an id": (["mine", {"type": "reclaim"}], "message.field"),
    "resign without an id": (["mine", {"type": "resign"}], "message.field"),
    "a table's own message": (["mine", {"type": "event", "ply": 1}], "message.type"),
    "no JSON": (["mine", "\0\1"], "message.json"),
    "a list": (["mine", "[]"], "message.json"),
    "4000 lists": (["mine", "[" * 4000], "message.too_deep"),
    "hello twice": (["mine", "mine"], None),
}
