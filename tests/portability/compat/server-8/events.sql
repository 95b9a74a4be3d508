BEGIN TRANSACTION;
CREATE TABLE "archived_game" (game_id INTEGER PRIMARY KEY, log TEXT NOT NULL, month INTEGER GENERATED ALWAYS AS (
  CASE WHEN json_valid(log)
  THEN CAST(strftime('%Y%m', json_extract(log, '$[#-1][3]') / 1000, 'unixepoch') AS INTEGER) END
) VIRTUAL);
INSERT INTO "archived_game" VALUES(4478986887581880140,'[[0,"94787074B3351D8929E55637B13BF3CE",0,1795118536301,""],[1,"6E5A7277C03FA0EB40BEDEDBAA4EEB47",0,1795118536360,"open 0 at=1795118536360 entropy=06d4c97450150c4772aab4be27ce6a5c,209e49668709fb2a624bdb3b68f1a479\n1: deal B\n1: deal W\n1: deal Y\n1: deal P\n1: deal R\n1: deal W\n1: deal O\n1: deal O\n1: deal P\n1: deal P\n1: deal O\n1: deal P\n1: deal B\n2: deal P\n2: deal Y\n2: deal Y\n2: deal W\n2: deal G\n2: deal O\n2: deal P\n2: deal W\n2: deal Y\n2: deal O\n2: deal P\n2: deal R\n2: deal Y\n0: deal R\n"],[2,"F77CD620517433B4D97CB25A09085FD1",1,1795118536436,"forfeit 1 at=1795118536436 cause=resign\n"]]');
CREATE TABLE archived_month (month INTEGER PRIMARY KEY, games INTEGER NOT NULL);
CREATE TABLE class (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
INSERT INTO "class" VALUES(-3067752345708712977,'CY38WQ');
CREATE TABLE class_event (
  class_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (class_id, number)
) WITHOUT ROWID;
INSERT INTO "class_event" VALUES(-3067752345708712977,1,0,1795118536469,'{"type":"opened","code":"CY38WQ","language":"en","teacher":"a48afba1099a8c6cfc42c749c29378c8","projector":"7fcefa0552d4e4ab094570e80c9f74a4"}');
INSERT INTO "class_event" VALUES(-3067752345708712977,2,6312881349200259430,1795118536479,'{"type":"joined","pupil":1,"alias":"Sunny Moose","token":"25c86e646974a22dac1f2d6ca8201bce"}');
CREATE TABLE class_facts (
  class_id INTEGER PRIMARY KEY,
  locked INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  language TEXT NOT NULL,
  pupils INTEGER NOT NULL
);
INSERT INTO "class_facts" VALUES(-3067752345708712977,0,0,'en',1);
CREATE TABLE class_game (
  class_id INTEGER NOT NULL,
  game_id INTEGER NOT NULL,
  PRIMARY KEY (class_id, game_id)
) WITHOUT ROWID;
CREATE TABLE event (
  game_id INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  chain BLOB NOT NULL,
  move_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
INSERT INTO "event" VALUES(-8054669323085533029,0,X'5E080D1E69E742CBE1D2DA64AEECB0A1',0,1795118536094,'');
INSERT INTO "event" VALUES(-8054669323085533029,1,X'62B4D5E97536667D7683914084DBC341',0,1795118536150,'open 0 at=1795118536150 entropy=72e4efc91964d04aa59019eccf383ae7,276c5c79138cfba1112ca65926f29025
1: deal s7
1: deal hK
1: deal c2
1: deal cJ
1: deal cK
1: deal d7
1: deal d10
2: deal h6
2: deal h5
2: deal c3
2: deal d4
2: deal c8
2: deal s6
2: deal s5
0: deal c6
0: deal dA
');
INSERT INTO "event" VALUES(-5731043351859069503,0,X'D622B5E69298A7A7B31D3993F917431C',0,1795118535907,'');
INSERT INTO "event" VALUES(-5731043351859069503,1,X'F3CC4364B213810030642799F253A025',0,1795118535952,'open 0 at=1795118535952 entropy=21e329a57229792d14e3f3c26a3f6cf2,8ab8816c18e4523f427b9920516a1b23
1: deal Y
1: deal W
1: deal R
1: deal R
1: deal O
1: deal W
1: deal R
1: deal R
1: deal Y
1: deal Y
1: deal Y
1: deal O
1: deal G
2: deal P
2: deal B
2: deal B
2: deal Y
2: deal O
2: deal B
2: deal P
2: deal R
2: deal P
2: deal R
2: deal O
2: deal B
2: deal B
0: deal W
');
INSERT INTO "event" VALUES(-5731043351859069503,2,X'37D0595768F25CD1E4FF1AA4CE84F1E8',101,1795118536001,'move 1 at=1795118536001
1: draw
1: deal P
');
INSERT INTO "event" VALUES(5960976443020843499,0,X'CFA3800F9503B52EEF80A7D173F1A7B9',0,1795118535653,'');
INSERT INTO "event" VALUES(5960976443020843499,1,X'158003C6809401041409B753FE7ED9C0',0,1795118535721,'open 0 at=1795118535721 entropy=0f84c516149c2171b1bcff66d20b270c,f1f8ff2241f9fb373671f7f9b9856197,c477ff688caaa8dc021ce797e98821ca
1: deal c5
1: deal hA
2: deal cA
2: deal c3
3: deal d3
3: deal s2
0: deal d5
0: deal h2
');
INSERT INTO "event" VALUES(5960976443020843499,2,X'FA306D5CCF06B6511A663E5F78ACD933',101,1795118535787,'move 1 at=1795118535787
1: draw
1: deal h5
1: deal dA
');
INSERT INTO "event" VALUES(5960976443020843499,3,X'B327580DE4B6BE897C068A2C13DBE1AC',102,1795118535830,'move 2 at=1795118535830
2: draw
2: deal sA
2: deal d2
');
INSERT INTO "event" VALUES(5960976443020843499,4,X'0BCE2EDD63AA0749019C3655DDCDBE52',103,1795118535853,'move 3 at=1795118535853
3: draw
3: deal s4
3: deal h3
');
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  setup TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  rematch_of INTEGER UNIQUE,
  deadline INTEGER,
  finished INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "game" VALUES(-8054669323085533029,'{"table":"breeze-ivy-creek-2mq84b","spec":"mad-abel Z4xZ13 seats=2 deal=7 copies=1 decks=1 single_card=pile inability=honour max_cards=31 reshuffle=yes metric=exact max_turns=1000 suits=hsdc ranks=KA23456789TJQ rules=2","seats":[{"name":"Ben","token":"2c3f97775179b622e656025ef1b57e22"},{"name":"Cyd","token":"042f5c75ccad84c9109079d20254a9c9"}],"hints":true,"timeout":"strict","grace":120000,"form":2,"game":"903810ed1640309b","commitment":"8c9961d163e83f7833d66d8f7005a3a02b3d97f114e3a16f1700b2c414f9f50d","entropy":["72e4efc91964d04aa59019eccf383ae7","276c5c79138cfba1112ca65926f29025"]}',1795118536094,NULL,NULL,0);
INSERT INTO "game" VALUES(-5731043351859069503,'{"table":"falcon-lake-bean-nqxdgj","spec":"al-jabar Z2^3 seats=2 deal=13 copies=10 max_exchange=3 null_exchange=forbid spectrum_clear=center cancel=exponent draw_timing=before recycle_discards=no stuck_check=start stuck_signal=auto stuck_move=none final_stuck=may_move end_rule=finish_round final_pass=yes max_rounds=100 repetition=3 rules=2","seats":[{"name":"Ann","token":"2737f21a158e469c1581d811d94b9349"},{"name":"Ben","token":"92c8292d52f1e5ee455ee578dade1bb8"}],"hints":true,"timeout":"strict","grace":120000,"form":2,"game":"b0773e6f94137dc1","commitment":"e6006358129daf1df9a58f8f70b34e547d8bf0b24ac9cf5bc1df1515ec115c3d","entropy":["21e329a57229792d14e3f3c26a3f6cf2","8ab8816c18e4523f427b9920516a1b23"]}',1795118535907,NULL,NULL,0);
INSERT INTO "game" VALUES(4478986887581880140,'{"table":"fiddle-cobalt-lunar-qwfatv","spec":"al-jabar Z2^3 seats=2 deal=13 copies=10 max_exchange=3 null_exchange=forbid spectrum_clear=center cancel=exponent draw_timing=before recycle_discards=no stuck_check=start stuck_signal=auto stuck_move=none final_stuck=may_move end_rule=finish_round final_pass=yes max_rounds=100 repetition=3 rules=2","seats":[{"name":"Cyd","token":"a1b42c2f2fdc882b068aa91ae48265d5"},{"name":"Ann","token":"2232be0cd5c5efa9f99dc1277814b77e"}],"hints":true,"timeout":"strict","grace":120000,"form":2,"game":"3e288ed7f3f34f4c","commitment":"a453fbae5120a3b2e7787ed7e60e8f6f4ec3dd9bf3c9b33a2b762a550aaabeac","entropy":["06d4c97450150c4772aab4be27ce6a5c","209e49668709fb2a624bdb3b68f1a479"]}',1795118536301,NULL,NULL,1);
INSERT INTO "game" VALUES(5960976443020843499,'{"table":"quill-jasmine-bonfire-crhsqg","spec":"mad-abel Z4xZ5 seats=3 deal=2 copies=1 decks=1 single_card=pile inability=honour max_cards=31 reshuffle=yes metric=exact max_turns=1000 suits=hsdc ranks=5A234 rules=2","seats":[{"name":"Ann","token":"1a02fdeb4c1c80586c4b1e1366d4a69d"},{"name":"Ben","token":"15a378dac618f947826be2f085aa855b"},{"name":"Cyd","token":"8c4bf3ddaf01d534b8aefe1a3f40034d"}],"hints":true,"timeout":"strict","grace":120000,"form":2,"game":"52b9a47e08ba99eb","commitment":"6f550e6d28d62ac5be4cdf482acb0cfc4102b92cc730a7b78fe52e4b8ba64a69","entropy":["0f84c516149c2171b1bcff66d20b270c","f1f8ff2241f9fb373671f7f9b9856197","c477ff688caaa8dc021ce797e98821ca"]}',1795118535653,NULL,NULL,0);
CREATE TABLE migration (number INTEGER PRIMARY KEY, oldest INTEGER NOT NULL, sha256 TEXT, version TEXT);
INSERT INTO "migration" VALUES(1,1,'574442850e25c95cbb4a65ba6db90c149d2434660b1e32909dc56e414c03db8f','0.1.0');
INSERT INTO "migration" VALUES(2,1,'5b5f1f9b4dfce15b9cacd61f8e74d1ce872e463fa0737b02536fb0a2ca07c0da','0.1.0');
INSERT INTO "migration" VALUES(3,1,'da6b29ca7ecfed87e74a8af2921bc3f7f6d0c6f7a833f54d36718122e38c9361','0.1.0');
INSERT INTO "migration" VALUES(4,4,'3fc0d7057dfd124dd31dcabf65325b639b6074dfd6b31ada04180b62fdda3a95','0.1.0');
INSERT INTO "migration" VALUES(5,4,'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','0.1.0');
INSERT INTO "migration" VALUES(6,4,'9236cf36c20b26951f1a07ae7c859f88d0359925e4ee931268ee69ed161ebe1a','0.1.0');
INSERT INTO "migration" VALUES(7,4,'3e137e38237ff7a09dae546533ba966ca7f81b3307bb2750874f536b6297223d','0.1.0');
INSERT INTO "migration" VALUES(8,4,'f7be7d40f6e92c4a119073d53227916dd117e3fcc775bbc6b3888d248f3b8f72','0.1.0');
CREATE TABLE "operator_action" (
  game_id INTEGER NOT NULL,
  action INTEGER NOT NULL,
  PRIMARY KEY (game_id, action)
) WITHOUT ROWID;
CREATE TABLE outbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game_id INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE "pending_table" (game_id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE report (
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  reporter_digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (game_id, seat, reporter_digest)
) WITHOUT ROWID;
CREATE TABLE "seat_holder" (
  guest_digest TEXT NOT NULL,
  game_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  PRIMARY KEY (guest_digest, game_id)
) WITHOUT ROWID;
INSERT INTO "seat_holder" VALUES('024fbb08d7276a5ba772430a1645d454',-5731043351859069503,0);
INSERT INTO "seat_holder" VALUES('024fbb08d7276a5ba772430a1645d454',4478986887581880140,1);
INSERT INTO "seat_holder" VALUES('024fbb08d7276a5ba772430a1645d454',5960976443020843499,0);
INSERT INTO "seat_holder" VALUES('5fe82d543980345ed75f7f8d76da25b1',-8054669323085533029,0);
INSERT INTO "seat_holder" VALUES('5fe82d543980345ed75f7f8d76da25b1',-5731043351859069503,1);
INSERT INTO "seat_holder" VALUES('5fe82d543980345ed75f7f8d76da25b1',5960976443020843499,1);
INSERT INTO "seat_holder" VALUES('e8fd6045d3c94f453b4b64fef08e37b5',-8054669323085533029,1);
INSERT INTO "seat_holder" VALUES('e8fd6045d3c94f453b4b64fef08e37b5',4478986887581880140,0);
INSERT INTO "seat_holder" VALUES('e8fd6045d3c94f453b4b64fef08e37b5',5960976443020843499,2);
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX archived_game_month ON archived_game (month);
CREATE INDEX game_unfinished ON game (id) WHERE finished = 0;
CREATE UNIQUE INDEX class_event_id ON class_event (class_id, id) WHERE id <> 0;
CREATE INDEX seat_holder_game ON seat_holder (game_id);
CREATE INDEX outbox_game ON outbox (game_id);
DELETE FROM "sqlite_sequence";
COMMIT;
