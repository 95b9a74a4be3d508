// The lobby of several nodes: one of them has it, by its claim.
#include <gtest/gtest.h>

#include "unit/node/lobby_nodes.hpp"

namespace coset::node {
namespace {

std::string token(int n) { return std::string(30, '0') + std::to_string(10 + n); }

// A table that `host` has created at node `a`.
struct Created {
  explicit Created(LobbyNodes& nodes, bool listed = false) {
    host = nodes.open("a", "host");
    Json create = {{"type", "create"}, {"spec", "al-jabar"}, {"token", token(0)}};
    if (listed) create["listed"] = true;
    nodes.send(host, create);
    pending = nodes.last(host, "pending_table");
    table = pending.value("table", "");
    nodes.send(host, {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, '1')}});
  }
  Json with_invitation(const char* type) const {
    Json out = {{"type", type}, {"table", table}};
    if (pending.contains("invitation")) out["invitation"] = pending["invitation"];
    return out;
  }
  Json join(int number) const {
    Json out = with_invitation("join");
    out["token"] = token(number);
    return out;
  }
  Json ready(char entropy) const {
    return {{"type", "ready"}, {"table", table}, {"entropy", std::string(32, entropy)}};
  }

  Socket host = 0;
  Json pending;
  std::string table;
};

TEST(LobbyClaim, AnotherNodeThatStartsLeavesPendingTablesAlone) {
  LobbyNodes nodes({"a"});
  const Created invited(nodes);
  const Created listed(nodes, true);
  const auto saved = nodes.players.pending;
  ASSERT_EQ(saved.size(), 2U);
  nodes.start("b");
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 0U);
  nodes.wait(60'000);  // three times what a listed table waits for its people
  nodes.start("b");
  nodes.wait(60'000);
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 0U);
  EXPECT_EQ(nodes.players.pending, saved);
  EXPECT_EQ(nodes.count(listed.host, "cancelled"), 0);
  // The link works, also after the next restart of the node that has it.
  nodes.start("a");
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, invited.with_invitation("watch"));
  EXPECT_EQ(nodes.last(guest, "pending_table")["table"], invited.table);
}

TEST(LobbyClaim, NodeWithoutTheLobbySendsClientsToTheOneThatHasIt) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  const Socket guest = nodes.open("b", "guest");
  EXPECT_EQ(nodes.redirected(guest), "a");
  EXPECT_EQ(nodes.close_reasons[guest], "");
  nodes.wait(1500);  // it is asked again
  EXPECT_EQ(nodes.redirected(nodes.open("b", "guest")), "a");
  EXPECT_EQ(nodes.node("b").counters().sockets, 0U);

  const Response list = nodes.call("b", "GET", "/api/tables");
  EXPECT_EQ(list.status, 503);
  EXPECT_EQ(Json::parse(list.body)["error"]["code"], "lobby.elsewhere");
  ASSERT_EQ(list.headers.size(), 1U);
  EXPECT_EQ(list.headers[0], (std::pair<std::string, std::string>("Retry-After", "2")));
  EXPECT_EQ(nodes.call("a", "GET", "/api/tables").status, 200);
  const GuestIdentity host{"host", "name of host", false, "address of host"};
  EXPECT_EQ(nodes.call("b", "DELETE", "/api/me", host).status, 503);
  EXPECT_EQ(nodes.players.pending.size(), 1U);
  EXPECT_EQ(nodes.call("a", "DELETE", "/api/me", host).status, 204);
  EXPECT_TRUE(nodes.players.pending.empty());
}

// While nobody knows who has the lobby, nothing is answered as if it were empty.
TEST(LobbyClaim, ClientsWaitUntilItIsAcquired) {
  LobbyNodes nodes({"a"});
  const Created at(nodes);
  nodes.start("a", true);
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, at.with_invitation("watch"));
  nodes.wait(10'000);
  EXPECT_TRUE(nodes.received[guest].empty());
  EXPECT_EQ(nodes.call("a", "GET", "/api/tables").status, 503);
  nodes.claims("a").away = false;
  nodes.wait(1000);
  EXPECT_EQ(nodes.last(guest, "pending_table")["table"], at.table);
  EXPECT_EQ(nodes.call("a", "GET", "/api/tables").status, 200);
}

TEST(LobbyClaim, IsTakenFromADeadNodeAndRestored) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  nodes.kill("a");
  nodes.wait(5000);
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 0U);  // it may come back
  nodes.wait(7000);
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 1U);  // though no client came
  const Socket guest = nodes.open("b", "guest");
  nodes.send(guest, at.join(1));
  EXPECT_EQ(nodes.last(guest, "pending_table")["commitment"], at.pending["commitment"]);
  EXPECT_EQ(nodes.last(guest, "pending_table")["participants"][0]["away"], true);
  nodes.send(guest, at.ready('2'));
  EXPECT_EQ(nodes.count(guest, "started"), 1);
  EXPECT_TRUE(nodes.players.pending.empty());
  // The node that comes back restores nothing.
  nodes.start("a");
  EXPECT_EQ(nodes.redirected(nodes.open("a", "guest")), "b");
}

// A client that comes to a node without the lobby finds out that its holder is dead.
TEST(LobbyClaim, IsAskedForWhenAClientComes) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  nodes.wait(4500);
  nodes.kill("a");
  nodes.wait(6100);
  const Socket guest = nodes.open("b", "guest");
  nodes.send(guest, at.with_invitation("watch"));
  EXPECT_EQ(nodes.redirected(guest), "");
  EXPECT_EQ(nodes.last(guest, "pending_table")["table"], at.table);
}

// While nobody knows what became of a game that it has begun.
TEST(LobbyClaim, NodeThatLosesItIsReadyAfterTheOutage) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, at.join(1));
  nodes.players.after_save = [&] { nodes.players.away = true; };
  nodes.send(guest, at.ready('2'));
  ASSERT_TRUE(nodes.node("a").counters().store_unavailable);
  nodes.players.after_save = {};
  nodes.freeze("a");
  nodes.wait(15'000);
  nodes.players.away = false;
  nodes.wait(3000);
  nodes.thaw("a");
  nodes.wait(5000);
  ASSERT_EQ(nodes.redirected(nodes.open("a", "guest")), "b");
  EXPECT_FALSE(nodes.node("a").counters().store_unavailable);
}

// A frozen node wakes up and does not know yet that another one has its lobby.
TEST(LobbyClaim, NodeThatWasFrozenWritesNothing) {
  LobbyNodes nodes({"a", "b"});
  const Created listed(nodes, true);
  const Created at(nodes);
  const Socket seeker = nodes.open("a", "seeker");
  nodes.send(seeker, {{"type", "seek"}, {"spec", "al-jabar"}, {"token", token(3)}});
  nodes.close(listed.host);
  nodes.wait(12'000);
  nodes.freeze("a");
  nodes.wait(15'000);  // the listed table would be cancelled now
  ASSERT_EQ(nodes.node("b").counters().tables_pending, 2U);
  const Socket guest = nodes.open("b", "guest");
  nodes.send(guest, at.join(1));
  const auto saved = nodes.players.pending;
  const int writes = nodes.players.pending_writes;
  // What its clients sent meanwhile is read before the next renewal.
  nodes.node("a").on_message(at.host, Json({{"type", "leave"}, {"table", at.table}}).dump());
  nodes.thaw("a");
  nodes.wait(3000);
  EXPECT_EQ(nodes.players.pending, saved);
  EXPECT_EQ(nodes.players.pending_writes, writes);
  EXPECT_EQ(nodes.node("a").counters().tables_pending, 0U);
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 2U);
  EXPECT_EQ(nodes.redirected(at.host), "b");
  EXPECT_EQ(nodes.redirected(seeker), "b");
  EXPECT_EQ(nodes.count(at.host, "cancelled"), 0);
  // The request of the quick match is gone with it: two who seek at the new node meet each other.
  const Socket again = nodes.open("b", "seeker", "/ws?node=b");
  nodes.send(again, {{"type", "seek"}, {"spec", "al-jabar"}, {"token", token(3)}});
  EXPECT_EQ(nodes.last(again, "seeking")["waiting"], 1);
  nodes.send(guest, {{"type", "seek"}, {"spec", "al-jabar"}, {"token", token(4)}});
  EXPECT_EQ(nodes.last(again, "pending_table")["table"],
            nodes.last(guest, "pending_table")["table"]);
}

// A renewal says what was lost before it was sent, whenever it is answered.
TEST(LobbyClaim, LateAnswerToARenewalProvesNothing) {
  LobbyNodes nodes({"a", "b"});
  const Created listed(nodes, true);
  nodes.close(listed.host);
  nodes.claims("a").slow = true;
  nodes.wait(19'000);
  ASSERT_EQ(nodes.node("b").counters().tables_pending, 1U);
  const auto saved = nodes.players.pending;
  nodes.freeze("b");  // which would cancel the table, too
  nodes.clock.now += 2000;
  nodes.claims("a").answer();
  nodes.run();
  EXPECT_EQ(nodes.players.pending, saved);
  EXPECT_EQ(nodes.node("a").counters().tables_pending, 0U);
}

// While renewals fail, messages wait: another node may have the lobby.
TEST(LobbyClaim, MessagesWaitForTheRenewal) {
  LobbyNodes nodes({"a"});
  const Created at(nodes);
  nodes.claims("a").away = true;
  nodes.wait(3000);
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, at.with_invitation("watch"));
  EXPECT_EQ(nodes.count(guest, "pending_table"), 1);
  nodes.wait(3000);
  const auto saved = nodes.players.pending;
  nodes.send(guest, at.join(1));
  nodes.wait(3000);
  EXPECT_EQ(nodes.count(guest, "pending_table"), 1);
  EXPECT_EQ(nodes.players.pending, saved);
  nodes.claims("a").away = false;
  nodes.wait(1000);
  EXPECT_EQ(nodes.last(guest, "pending_table")["your_place"], 2);
  EXPECT_NE(nodes.players.pending, saved);
}

// A client was redirected to the node that has the lobby, and the router sent it here again.
TEST(LobbyClaim, IsTakenFromANodeThatTheRouterCannotReach) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  const Socket guest = nodes.open("b", "guest", "/ws?node=a");
  nodes.send(guest, at.join(1));
  EXPECT_EQ(nodes.last(guest, "pending_table")["your_place"], 2);
  nodes.wait(2500);
  EXPECT_EQ(nodes.redirected(at.host), "b");
  EXPECT_EQ(nodes.node("a").counters().tables_pending, 0U);
  const Socket back = nodes.open("b", "host", "/ws?node=b");
  nodes.send(back, at.join(0));
  nodes.send(guest, at.ready('2'));
  EXPECT_EQ(nodes.count(back, "started"), 1);
  EXPECT_EQ(nodes.count(guest, "started"), 1);
}

// It lives, and starts the game before its next renewal tells it that the lobby is gone.
TEST(LobbyClaim, GameThatTheLoserStartsIsAnnouncedByTheTaker) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  const Created other(nodes);
  nodes.close(at.host);
  const Socket host = nodes.open("b", "host", "/ws?node=a");
  nodes.send(host, at.join(0));
  nodes.send(host, other.join(0));
  const Socket watcher = nodes.open("b", "watcher");
  nodes.send(watcher, at.with_invitation("watch"));
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, at.join(1));
  nodes.send(guest, at.ready('2'));
  ASSERT_EQ(nodes.count(guest, "started"), 1);
  EXPECT_EQ(nodes.count(host, "started"), 0);
  nodes.wait(7'000);
  EXPECT_EQ(nodes.last(host, "started")["table"], at.table);
  EXPECT_EQ(nodes.count(host, "started"), 1);
  EXPECT_EQ(nodes.count(watcher, "started"), 1);
  EXPECT_EQ(nodes.node("b").counters().tables_pending, 1U);
  ASSERT_EQ(nodes.players.pending.size(), 1U);
  EXPECT_TRUE(nodes.players.pending.contains(game_of(test_digest, other.table)));
}

// It lives, and a client asks it for a table that was created elsewhere before its next renewal.
TEST(LobbyClaim, LoserDoesNotReportATableOfTheTakerAsMissing) {
  LobbyNodes nodes({"a", "b"});
  const Socket host = nodes.open("b", "host", "/ws?node=a");
  nodes.send(host, {{"type", "create"}, {"spec", "al-jabar"}, {"token", token(0)}});
  const Json pending = nodes.last(host, "pending_table");
  ASSERT_FALSE(pending.is_null());
  const Socket guest = nodes.open("a", "guest");
  nodes.send(guest, {{"type", "join"},
                     {"table", pending["table"]},
                     {"invitation", pending["invitation"]},
                     {"token", token(1)}});
  nodes.wait(300);
  EXPECT_EQ(nodes.count(guest, "error"), 0);
  EXPECT_EQ(nodes.redirected(guest), "b");
}

TEST(LobbyClaim, MissingTableIsReportedAfterARenewal) {
  LobbyNodes nodes({"a", "b"});
  nodes.wait(1000);
  const Socket guest = nodes.open("a", "guest");
  const Json watch = {{"type", "watch"}, {"table", "amber-otter-walks-0a1b2c"}};
  nodes.claims("a").slow = true;
  nodes.send(guest, watch);
  nodes.wait(1);
  EXPECT_EQ(nodes.count(guest, "error"), 0);
  nodes.claims("a").answer();
  nodes.run();
  EXPECT_EQ(nodes.last(guest, "error")["code"], "lobby.not_found");
  // A client that has left is not answered.
  nodes.send(guest, watch);
  nodes.close(guest);
  nodes.wait(3000);
  EXPECT_EQ(nodes.count(guest, "error"), 1);
}

// Anybody can write a query: that alone moves the lobby nowhere.
TEST(LobbyClaim, IsNotTakenForAnyOtherName) {
  LobbyNodes nodes({"a", "b"});
  const Created at(nodes);
  for (const char* target : {"/ws?node=b", "/ws?node=c", "/ws?node=", "/ws?x=1&node=b",
                             "/ws?node=b&node=a", "/ws?node=%61", "/ws?nodes=a", "/ws?x=node=a"}) {
    nodes.wait(1500);
    EXPECT_EQ(nodes.redirected(nodes.open("b", "guest", target)), "a") << target;
  }
  EXPECT_EQ(nodes.closes.count(at.host), 0U);
  EXPECT_EQ(nodes.node("a").counters().tables_pending, 1U);
}

TEST(LobbyClaim, TwoWhoSeekTheSameMeetWhicheverNodeIsAsked) {
  LobbyNodes nodes({"a", "b", "c"});
  std::vector<Socket> sockets;
  for (const char* node : {"b", "c"}) {
    const Socket first = nodes.open(node, node);
    ASSERT_EQ(nodes.redirected(first), "a");
    sockets.push_back(nodes.open("a", node, "/ws?node=a"));
    nodes.send(sockets.back(),
               {{"type", "seek"}, {"spec", "al-jabar"}, {"token", token(node[0] - 'a')}});
  }
  EXPECT_FALSE(nodes.last(sockets[0], "pending_table").is_null());
  EXPECT_EQ(nodes.last(sockets[0], "pending_table")["table"],
            nodes.last(sockets[1], "pending_table")["table"]);
}

TEST(LobbyClaim, MatchedPlayersAreToldWhenTheLobbyGoes) {
  LobbyNodes nodes({"a", "b"});
  std::vector<Socket> seekers;
  for (int i = 0; i < 2; ++i) {
    seekers.push_back(nodes.open("a", "s" + std::to_string(i)));
    nodes.send(seekers.back(), {{"type", "seek"}, {"spec", "al-jabar"}, {"token", token(i)}});
  }
  ASSERT_FALSE(nodes.last(seekers[0], "pending_table").is_null());
  nodes.open("b", "guest", "/ws?node=a");
  nodes.wait(2500);
  for (const Socket socket : seekers) {
    EXPECT_EQ(nodes.count(socket, "cancelled"), 1);
    EXPECT_EQ(nodes.redirected(socket), "b");
  }
}

// The claim's row is gone: the node has the lobby again, but not what happened in between.
TEST(LobbyClaim, IsRestoredIfTheClaimWasDeleted) {
  LobbyNodes nodes({"a"});
  const Created at(nodes);
  nodes.claims("a").losses = {{store::lobby_claim, std::nullopt}};
  nodes.wait(2500);
  EXPECT_EQ(nodes.redirected(at.host), "a");
  EXPECT_EQ(nodes.node("a").counters().tables_pending, 1U);
  const Socket back = nodes.open("a", "host", "/ws?node=a");
  nodes.send(back, at.join(0));
  EXPECT_EQ(nodes.last(back, "pending_table")["your_place"], 1);
  EXPECT_EQ(nodes.last(back, "pending_table")["participants"][0]["ready"], true);
}

// Not all at once: each comes back to the other node as a new connection.
TEST(LobbyClaim, SocketsLeaveAtALimitedRate) {
  LobbyNodes nodes({"a", "b"});
  std::vector<Socket> sockets;
  sockets.reserve(300);
  for (int i = 0; i < 300; ++i) sockets.push_back(nodes.open("a", "g" + std::to_string(i)));
  nodes.open("b", "guest", "/ws?node=a");
  const auto gone = [&] {
    return std::count_if(sockets.begin(), sockets.end(),
                         [&](Socket each) { return nodes.redirected(each) == "b"; });
  };
  while (gone() == 0) nodes.wait(50);
  nodes.wait(450);
  EXPECT_LE(gone(), 130);
  nodes.wait(1500);
  EXPECT_EQ(gone(), 300);
}

// The node that had the lobby before has created the game, when its participants were others.
TEST(LobbyClaim, GameOfAnEarlierHolderHasStarted) {
  std::string setup;
  GameId game{};
  {
    LobbyNodes nodes({"a"});
    const Created at(nodes);
    const Socket guest = nodes.open("a", "first guest");
    nodes.send(guest, at.join(1));
    nodes.send(guest, at.ready('2'));
    ASSERT_EQ(nodes.count(guest, "started"), 1);
    game = game_of(test_digest, at.table);
    nodes.events.read(game, ~store::Ply{0}, [&](const auto& log) { setup = (*log)->setup; });
  }
  LobbyNodes nodes({"a"});
  const Created at(nodes);
  ASSERT_EQ(game_of(test_digest, at.table), game);
  store::NewGame created;
  created.game = game;
  created.setup = setup;
  nodes.events.create(created, [](WriteResult is) { ASSERT_EQ(is, WriteResult::ok); });
  const Socket guest = nodes.open("a", "second guest");
  nodes.send(guest, at.join(2));
  nodes.send(guest, at.ready('3'));
  EXPECT_EQ(nodes.count(at.host, "started"), 1);
  EXPECT_EQ(nodes.count(at.host, "cancelled"), 0);
}

}  // namespace
}  // namespace coset::node
