"""What provokes an error code: a request over HTTP, or one message to the lobby, a table or a class."""

import json

from _hostile_inputs import KEY, UPGRADE, VERSION, ask, sent
from _websocket import token

HERE = b"Host: here\r\n"
TWO = "al-jabar Z2^3 seats=2"
HANDS = "hand1=R^4 hand2=Y^4 center=C "
CARDS = "hand1=hA hand2=h2 second=h3 top=h4 "


def name(text):
    return sent(json.dumps({"name": text}).encode())


# Code: one request, as bytes.
REQUESTS = {
    "http.bad_request": b"GET /healthz\r\n\r\n",
    "http.bad_path": ask(b"GET /%zz"),
    "http.bad_offset": ask(b"GET /api/me/export?offset=x"),
    "http.transfer_coding": ask(b"POST /api/me", b"Transfer-Encoding: xchunked", body=b"0\r\n\r\n"),
    "http.bad_host": ask(b"GET /healthz", host=b""),
    "http.websocket_key": b"GET /ws HTTP/1.1\r\n" + HERE + UPGRADE + VERSION + b"Sec-WebSocket-Key: x\r\n\r\n",
    "http.websocket_version": b"GET /ws HTTP/1.1\r\n" + HERE + UPGRADE + KEY + b"Sec-WebSocket-Version: 12\r\n\r\n",
    "http.origin_not_allowed": sent(b"{}", b"/api/me", b"Origin: https://evil.example"),
    "http.not_found": ask(b"GET /api/x"),
    "http.method_not_allowed": ask(b"PUT /api/me", b"Content-Length: 0"),
    "http.body_too_large": ask(b"POST /api/me", b"Content-Length: 65537", body=b"x" * 100),
    "http.upgrade_required": ask(b"GET /ws"),
    "http.header_too_large": ask(b"GET /", b"X: " + b"a" * 9000),
    "table.not_found": ask(b"GET /api/tables/no-such-table"),
    "guest.name_missing": sent(b"{}"),
    "moderation.cookie_required": sent(b"", b"/api/tables/none/seats/1/reports"),
    "name.length": name(""),
    "name.invisible": name("a\u202eb"),
    "name.marks": name("a\u0301\u0301\u0301"),
    "name.character": name("<b>"),
    "name.bot": name("Level 8"),
}

# Code: one message to the lobby; text as it is, and `create` with a token.
LOBBY = {
    "message.json": "[]",
    "message.type": {"type": "zzz"},
    "message.field": {"type": "join", "table": 1},
    "message.too_deep": "[" * 20 + "]" * 20,
    "lobby.not_found": {"type": "join", "table": "x", "token": token(1)},
    "lobby.group_order": {"spec": "mad-abel Z61 seats=2"},
    "lobby.account_required": {"spec": TWO, "rated": True},
    "lobby.too_many_bots": {"spec": TWO, "bots": ["random", "random"]},
    "bot.offered": {"spec": TWO, "bots": ["exec:sh"]},
    "setup.clock": {"spec": TWO, "clock": {"kind": "fischer", "start": 0, "add": 0}},
    "setup.series": {"spec": TWO, "games": 0},
    "setup.start": {"spec": "mad-abel", "start": "hand1=- hand2=h2 second=h3 top=h4 phase=over ending=emptied"},
    "tally.count": {"spec": TWO, "start": "hand1=R^x"},
    "name.unknown": {"spec": TWO, "start": "hand1=X"},
    "name.missing": {"spec": TWO, "start": "hand1=R+"},
    **{code: {"spec": spec} for code, spec in {
        "spec.game": "chess", "spec.rules": "mad-abel rules=3", "spec.option": "solitaire seats=2",
        "spec.value": "al-jabar seats=5", "spec.twice": "al-jabar seats=2 seats=3", "spec.word": "al-jabar Z2^3 seats",
        "spec.not_a_group": "al-jabar magma:0,0/1,1", "spec.not_abelian": "al-jabar S3",
        "spec.no_primaries": "al-jabar Z1xZ2", "spec.max_exchange": "al-jabar Z5",
        "spec.max_cards": "mad-abel S3 max_cards=9", "spec.pool": "al-jabar Z2^3 deal=40",
        "spec.deck": "mad-abel Z4xZ5 seats=3", "spec.copies": "mad-abel Z2 copies=255 decks=2",
        "spec.metric": "mad-abel S3 metric=lee", "group.unknown": "mad-abel Q9", "group.parameter": "mad-abel Z0",
        "group.power": "mad-abel Z2^9", "group.factors": "mad-abel Z1^8xZ1", "group.too_large": "mad-abel Z257",
        "group.no_twist": "mad-abel Z12:Z5", "group.trailing": "mad-abel Z2^2^2",
        "group.cycles": "mad-abel perm:(1,1)", "table.name": "mad-abel table:e,draw;e",
        "table.names": "mad-abel table:e,a,e;e", "table.shape": "mad-abel table:0,1/1",
        "table.not_closed": "mad-abel table:0,1/1,2", "table.not_latin": "mad-abel table:0,1/1,1",
        "table.no_identity": "mad-abel table:0,2,1/1,0,2/2,1,0",
        "table.no_inverse": "mad-abel table:0,1,2,3,4/1,2,0,4,3/2,3,4,0,1/3,4,1,2,0/4,0,3,1,2",
        "table.not_associative": "mad-abel table:0,1,2,3,4/1,0,3,4,2/2,4,0,1,3/3,2,4,0,1/4,3,1,2,0"}.items()},
    **{code: {"spec": spec, "start": start} for code, (spec, start) in {
        "position.field": (TWO, "hand1"), "position.twice": (TWO, "hand1=R hand1=R"),
        "position.value": (TWO, "round=x"), "position.missing": ("mad-abel", "hand1=hA hand2=h2 second=h3"),
        "position.center": (TWO, "hand1=R hand2=- center=C phase=deal_hand"),
        "position.pieces": (TWO, "hand1=R^11 hand2=Y center=C"), "position.hand": (TWO, "hand1=R hand2=- center=C"),
        "position.bag": (TWO, HANDS + "bag=C"),
        "position.table": ("mad-abel", "hand1=hA hand2=- phase=deal_hand top=h4"),
        "position.deal": (TWO, "hand1=R hand2=- center=- phase=deal_center seat=2"),
        "position.draw": (TWO, HANDS + "phase=drawing"), "position.turns": ("mad-abel", CARDS + "turns=1000"),
        "position.round": (TWO + " end_rule=one_more_each", "hand1=R^5 hand2=O+P center=G+C seat=2 round=0"),
        "position.seat": (TWO, HANDS + "seat=3"), "position.phase": (TWO, HANDS + "phase=after"),
        "position.signal": (TWO, HANDS + "signal=stuck"), "position.stuck": (TWO, HANDS + "stuck=moving"),
        "position.ending": (TWO, HANDS + "phase=over"), "position.idle": ("mad-abel", CARDS + "idle=2"),
        "position.pending": ("solitaire", "hand=R^4 center=C pending=1"),
        "position.fresh": ("solitaire", "hand=R^4 center=C fresh=Y"),
        "position.cancellations": ("solitaire", "hand=R^4 center=C cancellations=99")}.items()},
}

# Code: a move that the seat on turn previews; the verdict has the code as its id.
PREVIEWS = {
    "move.no_take": {"move": "R+R"},
    "move.too_long": {"move": "+".join(["R"] * 40) + "=R"},
    "move.trailing": {"move": "R=Y R"},
    "move.piece": {"give": ["nothing"]},
}

# Code: one message to a table, from (the seat on turn, the other seat, a spectator, a socket without hello).
TURN, OTHER, SPECTATOR, STRANGER = range(4)
TABLE = {
    "table.hello": (STRANGER, {"type": "heartbeat", "head": 0}),
    "table.protocol": (STRANGER, {"type": "hello", "proto": 2}),
    "table.wrong_table": (STRANGER, {"type": "hello", "proto": 1, "table": "x"}),
    "table.token": (STRANGER, {"type": "hello", "proto": 1, "token": "f" * 32}),
    "table.spectator": (SPECTATOR, {"type": "move", "id": "1" * 16, "base_ply": 1, "move": "draw"}),
    "table.illegal": (TURN, {"type": "move", "id": "2" * 16, "base_ply": 1, "move": "zzz"}),
    "table.stale": (TURN, {"type": "move", "id": "3" * 16, "base_ply": 99, "move": "draw"}),
    "table.turn": (OTHER, {"type": "hint", "level": 1}),
    "table.bad_message": (TURN, {"type": "hint", "level": 9}),
    "table.playing": (TURN, {"type": "offer", "what": "rematch"}),
    "table.own_seat": (TURN, {"type": "reclaim", "id": "4" * 16}),
    "table.takeback": (TURN, {"type": "offer", "what": "takeback"}),
    "table.not_away": (OTHER, {"type": "offer", "what": "bot_takeover"}),
    "table.offer": (TURN, {"type": "answer", "what": "finish", "yes": True}),
}

# Code: who of a class says it, and the message.
PUPIL, GUEST, TEACHER = "a pupil who has joined", "a pupil who has not", "the teacher"
CLASS = {
    "class.hello": (STRANGER, {"type": "heartbeat"}),
    "class.protocol": (STRANGER, {"type": "hello", "proto": 2}),
    "class.wrong_class": (STRANGER, {"type": "hello", "class": "222222"}),
    "class.teacher": (PUPIL, {"type": "pause", "on": True}),
    "class.not_joined": (GUEST, {"type": "raise", "up": True}),
    "class.joined": (PUPIL, {"type": "join", "alias": "Swift Otter"}),
    "class.alias": (GUEST, {"type": "join", "alias": "<b>Emmy</b>"}),
    "class.place": (GUEST, {"type": "join", "alias": "Swift Otter", "place": 1}),
    "class.pupil": (TEACHER, {"type": "remove", "pupil": 99}),
    "class.task": (TEACHER, {"type": "task", "task": "dance"}),
    "class.table": (PUPIL, {"type": "tried", "table": "nowhere", "give": ["R"], "take": ["O"]}),
    "class.seats": (TEACHER, {"type": "pair", "spec": "solitaire Z2^3"}),
    "class.show": (TEACHER, {"type": "show", "what": "<b>"}),
}
