#include "table/table.hpp"

#include <gmock/gmock.h>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

using protocol::Reason;
using testing::ElementsAre;
using testing::IsEmpty;

// Every human has said hello, connections 1 and 2, and a spectator, connection 9.
LocalHost seated(Setup setup, std::uint64_t seed = 1) {
  LocalHost host(std::move(setup), seed);
  for (int i = 0; i < host.table.ledger().seats(); ++i)
    if (host.table.ledger().human(static_cast<Seat>(i)))
      host.say(static_cast<ConnectionId>(i) + 1, hello(i));
  host.say(9, hello(std::nullopt));
  return host;
}

std::string some_exchange(const LocalHost& host) {
  ActionList list;
  host.match().actions(list);
  return host.match().write(list[0]);
}

Outgoing move(LocalHost& host, std::uint64_t id, const std::string& text) {
  const auto from = static_cast<ConnectionId>(host.table.ledger().turn()) + 1;
  return host.say(from, move_of(id, host.head(), text));
}

TEST(Table, FirstEventIsTheDeal) {
  LocalHost host(casual("al-jabar"));
  EXPECT_EQ(host.head(), 1U);
  EXPECT_EQ(host.match().turn(), (Turn{Turn::Kind::act, 0}));
  EXPECT_EQ(host.table.ledger().deals(), 27);
  EXPECT_TRUE(host.log.rows[0].body.starts_with("open 0 at=1700000000000\n1: deal "));
}

TEST(Table, WelcomeHasTheRulesVersion) {
  for (const int rules : {1, 2}) {
    LocalHost host(casual("al-jabar rules=" + std::to_string(rules)));
    const auto sends = host.say(1, hello(1));
    const auto* welcome = find<protocol::Welcome>(sends);
    ASSERT_NE(welcome, nullptr);
    EXPECT_EQ(welcome->rules, rules);
    EXPECT_TRUE(welcome->spec.ends_with(" rules=" + std::to_string(rules)));
  }
}

TEST(Table, HelloGetsAWelcomeAndASnapshot) {
  LocalHost host(casual("mad-abel"));
  const Outgoing sends = host.say(1, hello(1));
  const auto* welcome = find<protocol::Welcome>(sends);
  ASSERT_NE(welcome, nullptr);
  EXPECT_EQ(welcome->you, 1);
  EXPECT_EQ(welcome->head, 1U);
  EXPECT_EQ(welcome->seats[1].present, true);
  EXPECT_EQ(welcome->seats[0].present, false);
  const auto* snapshot = find<protocol::Snapshot>(sends);
  ASSERT_NE(snapshot, nullptr);
  EXPECT_EQ(snapshot->chain, host.log.rows[0].chain);
  EXPECT_EQ(snapshot->turn, 0);
  EXPECT_THAT(snapshot->view.may, IsEmpty());
  EXPECT_EQ(snapshot->record, host.match().record(1));
  EXPECT_NE(snapshot->record.find("1: deal ?"), std::string::npos);
}

TEST(Table, RejectsAnInvalidHello) {
  LocalHost host(casual("al-jabar"));
  EXPECT_EQ(reason_of(host.say(1, move_of(1, 1, "draw"))), Reason::hello);
  protocol::Hello wrong = hello(0);
  wrong.table = "elm";
  EXPECT_EQ(reason_of(host.say(1, wrong)), Reason::wrong_table);
  EXPECT_EQ(reason_of(host.say(1, hello(5))), Reason::token);
  wrong = hello(0);
  wrong.proto = 2;
  EXPECT_EQ(reason_of(host.say(1, wrong)), Reason::protocol);
  EXPECT_EQ(find<protocol::TableError>(host.say(1, "{]"))->code, "message.json");
  EXPECT_EQ(reason_of(host.say(1, move_of(1, 1, "draw"))), Reason::hello);
}

TEST(Table, MoveIsBroadcastOnceCommitted) {
  LocalHost host = seated(casual("al-jabar"));
  const std::string text = some_exchange(host);
  const Outgoing sends = move(host, 77, text);
  EXPECT_EQ(count<protocol::Event>(sends), 3);
  EXPECT_EQ(count<protocol::Ack>(sends), 0);
  const auto* event = find_to<protocol::Event>(sends, 1);
  ASSERT_NE(event, nullptr);
  EXPECT_EQ(event->ply, 2U);
  EXPECT_EQ(event->move, text);
  EXPECT_EQ(event->id, static_cast<MoveId>(77));
  EXPECT_EQ(event->turn, 1);
  EXPECT_FALSE(event->view.may.empty());
  EXPECT_TRUE(find_to<protocol::Event>(sends, 0)->view.may.empty());
}

TEST(Table, SendsNoEventBeforeTheCommit) {
  const auto setup = made(casual("al-jabar"));
  LocalHost host(setup, 1);
  host.say(1, hello(0));
  host.say(2, hello(1));
  const Outgoing got = host.table.handle(1, move_of(5, 1, some_exchange(host)), host.now);
  EXPECT_THAT(got, IsEmpty());
  EXPECT_EQ(host.head(), 1U);
  ASSERT_TRUE(host.find_request<AppendRequest>());
  // Meanwhile clients get the committed state.
  const Outgoing asked = host.table.handle(2, hello(1), host.now);
  EXPECT_EQ(find<protocol::Snapshot>(asked)->ply, 1U);
  EXPECT_EQ(std::get<protocol::Heartbeat>(
                host.table.handle(2, protocol::Heartbeat{1}, host.now)[0].message)
                .head,
            1U);
  EXPECT_EQ(reason_of(host.table.handle(2, protocol::Resign{static_cast<MoveId>(6)}, host.now)),
            Reason::busy);
  // A duplicate of an older commit changes nothing; the right one does.
  EXPECT_THAT(host.table.committed(1, host.now), IsEmpty());
  EXPECT_EQ(count<protocol::Event>(host.table.committed(2, host.now)), 2);
  EXPECT_THAT(host.table.committed(2, host.now), IsEmpty());
}

TEST(Table, IllegalMoveGetsAVerdict) {
  LocalHost host = seated(casual("mad-abel"));
  ActionList list;
  host.match().actions(list);
  const auto view = protocol::view_of(host.match().spec(), host.match().observe(0), 0);
  const auto& hand = *std::get<protocol::MadAbelView>(view.position).hand;
  for (const auto& [card, n] : hand.counts) {
    const auto action = host.match().read(card);
    if (host.match().legal(*action)) continue;
    const Outgoing sends = move(host, 5, card);
    const auto* error = find<protocol::TableError>(sends);
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->code, "table.illegal");
    EXPECT_EQ(error->verdict->said.id, "play.sum.cards");
    EXPECT_EQ(error->verdict->made, card);
    EXPECT_TRUE(error->verdict->difference.has_value());
    EXPECT_EQ(error->verdict->steps.size(), 2U);  // two dials
    EXPECT_EQ(error->message, error->verdict->said.text);
  }
  EXPECT_EQ(host.head(), 1U);
}

TEST(Table, MoveOutOfTurnIsRejected) {
  LocalHost host = seated(casual("al-jabar"));
  const Outgoing sends = host.say(2, move_of(5, 1, "draw"));
  EXPECT_EQ(reason_of(sends), Reason::turn);
  EXPECT_EQ(find<protocol::TableError>(sends)->message, "Seat 1 is to move.");
  EXPECT_EQ(reason_of(host.say(9, move_of(6, 1, "draw"))), Reason::spectator);
}

TEST(Table, RejectsADealByAClient) {
  LocalHost host = seated(casual("al-jabar"));
  const Outgoing sends = move(host, 5, "deal R");
  EXPECT_EQ(reason_of(sends), Reason::illegal);
  EXPECT_EQ(find<protocol::TableError>(sends)->verdict->said.id, "move.deal");
}

TEST(Table, ResentMoveGetsItsEvent) {
  LocalHost host = seated(casual("al-jabar"));
  move(host, 77, "draw");
  const std::size_t rows = host.log.rows.size();
  const Outgoing again = host.say(1, move_of(77, 1, "draw"));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(std::get<protocol::Event>(again[0].message).ply, 2U);
  EXPECT_EQ(std::get<protocol::Event>(again[0].message).id, static_cast<MoveId>(77));
  EXPECT_EQ(host.log.rows.size(), rows);
  // Another move on the taken ply is stale.
  EXPECT_EQ(reason_of(host.say(1, move_of(78, 1, "draw"))), Reason::stale);
  EXPECT_EQ(host.log.rows.size(), rows);
}

TEST(Table, MissedEventsAreReplayed) {
  LocalHost host = seated(casual("mad-abel"));
  for (std::uint64_t i = 0; i < 5; ++i) move(host, i + 1, "draw");
  protocol::Hello again = hello(1);
  again.last_ply = 3;
  again.last_chain = host.log.rows[2].chain;
  const Outgoing sends = host.say(4, again);
  std::vector<Ply> plies;
  for (const OutgoingMessage& send : sends)
    if (const auto* event = std::get_if<protocol::Event>(&send.message)) {
      plies.push_back(event->ply);
      EXPECT_EQ(event->chain, host.log.rows[event->ply - 1].chain);
      for (const protocol::Effect& effect : event->effects)
        EXPECT_EQ(effect.pieces.empty(), effect.seat != 1);
    }
  EXPECT_THAT(plies, ElementsAre(4, 5, 6));
  EXPECT_EQ(find<protocol::Snapshot>(sends), nullptr);
  // Up to date: nothing. Another past: a snapshot.
  again.last_ply = 6;
  again.last_chain = host.log.rows[5].chain;
  EXPECT_EQ(host.say(4, again).size(), 1U);
  again.last_chain->bytes[0] ^= 1U;
  EXPECT_NE(find<protocol::Snapshot>(host.say(4, again)), nullptr);
}

TEST(Table, SnapshotBeyondTheReplayLimit) {
  LocalHost host = seated(casual("al-jabar"));
  for (std::uint64_t i = 0; i < 20; ++i) move(host, i + 1, "draw");
  protocol::Hello again = hello(1);
  const auto gets_snapshot = [&](std::size_t ply) {
    again.last_ply = static_cast<Ply>(ply);
    again.last_chain = host.log.rows[ply - 1].chain;
    return find<protocol::Snapshot>(host.say(4, again)) != nullptr;
  };
  EXPECT_TRUE(gets_snapshot(2));
  EXPECT_TRUE(gets_snapshot(host.head() - Ledger::recall));
  EXPECT_FALSE(gets_snapshot(host.head() - Ledger::recall + 1));
}

TEST(Table, EventListsCancelsAndClears) {
  LocalHost host = seated(casual("al-jabar"), 3);
  bool seen = false;
  for (std::uint64_t i = 1; i < 40 && !host.table.ledger().over(); ++i) {
    const Outgoing sends = move(host, i, host.match().write(host.match().random_action(host.rng)));
    const auto* event = find_to<protocol::Event>(sends, 0);
    int sets = 0;
    int clears = 0;
    for (const protocol::Effect& effect : event->effects) {
      if (effect.effect == protocol::Happening::cancel && !effect.exempt) sets += effect.count;
      if (effect.effect == protocol::Happening::clears) {
        EXPECT_NE(effect.seat, event->seat);
        clears += effect.count;
      }
    }
    EXPECT_EQ(sets, clears);  // one other seat
    seen |= sets > 0;
  }
  EXPECT_TRUE(seen);
}

TEST(Table, PreviewGetsAVerdict) {
  LocalHost host = seated(casual("al-jabar"));
  const auto judged = [&](const protocol::Preview& preview) {
    return find<protocol::Judged>(host.say(1, preview))->verdict;
  };
  EXPECT_EQ(judged({1, {"R"}, {}, {}}).said.id, "empty.center");
  EXPECT_EQ(judged({2, {"nothing"}, {}, {}}).said.id, "move.piece");
  EXPECT_EQ(judged({3, std::vector<std::string>(40, "R"), {}, {}}).said.id, "move.piece");
  EXPECT_EQ(judged({4, {}, {}, "draw"}).said.id, "ok.draw");
  const protocol::Verdict legal = judged({5, {}, {}, some_exchange(host)});
  EXPECT_TRUE(legal.legal);
  EXPECT_FALSE(legal.then.empty());
  EXPECT_EQ(host.head(), 1U);
}

TEST(Table, HintsAreRequestedFromTheHostAndRecorded) {
  LocalHost host = seated(casual("al-jabar"));
  EXPECT_EQ(reason_of(host.say(1, protocol::AskHint{6})), Reason::bad_message);
  EXPECT_THAT(host.say(1, protocol::AskHint{4}), IsEmpty());
  const auto asked = host.find_request<HintRequest>();
  ASSERT_TRUE(asked);
  const HintTask task = asked->task();
  const Outgoing sends = host.table.hinted(task, teach::hint(task.spec, task.view, task.seat));
  const auto* hint = find<protocol::Hinted>(sends);
  ASSERT_NE(hint, nullptr);
  EXPECT_EQ(hint->level, 4);
  EXPECT_FALSE(host.find_request<HintRequest>());
  const Outgoing played = move(host, 5, *hint->move);
  EXPECT_EQ(find_to<protocol::Event>(played, 1)->hint, 4);
  EXPECT_EQ(reason_of(host.say(1, protocol::AskHint{1})), Reason::turn);
  table::Setup rated = casual("al-jabar");
  rated.rated = true;
  LocalHost strict = seated(rated);
  EXPECT_EQ(reason_of(strict.say(1, protocol::AskHint{1})), Reason::hints);
}

// A hint of this level for the seat on turn.
void take_hint(LocalHost& host, std::uint8_t level) {
  host.say(static_cast<ConnectionId>(host.table.ledger().turn()) + 1, protocol::AskHint{level});
  const HintTask task = host.find_request<HintRequest>()->task();
  host.table.hinted(task, teach::hint(task.spec, task.view, task.seat));
}

std::uint32_t hints_of(LocalHost& host, std::size_t seat) {
  return find<protocol::Welcome>(host.say(9, hello(std::nullopt)))->seats[seat].hints;
}

TEST(Hints, EveryReaderReceivesThemAndTheRecordHasThem) {
  LocalHost host = seated(casual("al-jabar"));
  take_hint(host, 2);
  take_hint(host, 1);  // no less than before
  const Outgoing played = move(host, 5, some_exchange(host));
  EXPECT_EQ(find_to<protocol::Event>(played, 1)->hint, 2);
  EXPECT_EQ(find_to<protocol::Event>(played, nobody)->hint, 2);
  move(host, 6, some_exchange(host));  // of seat 2, without one
  EXPECT_EQ(hints_of(host, 0), 1U);
  EXPECT_EQ(hints_of(host, 1), 0U);
  const Outgoing over = host.say(2, protocol::Resign{static_cast<MoveId>(9)});
  const std::string& record = find_to<protocol::GameOver>(over, 1)->record;
  EXPECT_NE(record.find("\n# seat 1 took a hint of level 2 for line 28\n"), std::string::npos);
  EXPECT_TRUE(Match::replay(record).ok());
  // The log alone gives the same.
  const auto ledger = Ledger::load(host.table.ledger().shared_setup(), test_digest, host.log.rows);
  EXPECT_EQ(ledger->hints(0), 1U);
}

// Whatever comes between a hint and the move, the hint is recorded.
TEST(Hints, AreRecordedWithTheSeatsNextEvent) {
  {  // another seat resigns
    LocalHost host = seated(casual("al-jabar seats=3"));
    take_hint(host, 3);
    host.say(3, protocol::Resign{static_cast<MoveId>(9)});
    EXPECT_EQ(find_to<protocol::Event>(move(host, 5, some_exchange(host)), 1)->hint, 3);
    EXPECT_EQ(hints_of(host, 0), 1U);
    EXPECT_EQ(hints_of(host, 2), 0U);
  }
  {  // the clock runs out
    table::Setup setup = casual("al-jabar");
    setup.clock = {protocol::ClockKind::turn, 30'000, 0};
    LocalHost host = seated(setup);
    host.say(1, protocol::Heartbeat{host.head()});
    take_hint(host, 3);
    host.now = *host.wake_at();
    EXPECT_EQ(find_to<protocol::Event>(host.tick(), 1)->hint, 3);
    EXPECT_EQ(hints_of(host, 0), 1U);
  }
  {  // the move is taken back
    LocalHost host = seated(casual("al-jabar"));
    take_hint(host, 3);
    move(host, 5, some_exchange(host));
    host.say(1, protocol::Ask{protocol::OfferKind::takeback});
    host.say(2, protocol::Answer{protocol::OfferKind::takeback, true});
    ASSERT_EQ(host.table.ledger().turn(), 0);
    EXPECT_EQ(hints_of(host, 0), 1U);
    EXPECT_EQ(host.table.ledger().hints().front().line, 28U);
    move(host, 6, some_exchange(host));
    EXPECT_EQ(hints_of(host, 0), 1U);  // counted once
  }
}

TEST(Hints, AReloadKeepsThemUntilTheyAreInTheLog) {
  LocalHost host = seated(casual("al-jabar seats=3"));
  const auto& setup = host.table.ledger().shared_setup();
  Table rival = *Table::load(setup, test_digest, host.log.rows, host.now);
  rival.handle(1, hello(0), host.now);
  rival.handle(3, hello(2), host.now);
  const auto commit = [&] {
    const Row row = *find_request<AppendRequest>(rival)->row;
    ASSERT_TRUE(host.log.append(row));
    rival.committed(row.ply, host.now);
  };
  take_hint(host, 3);
  rival.handle(3, protocol::Resign{static_cast<MoveId>(9)}, host.now);
  commit();
  ASSERT_TRUE(host.table.reload(host.log.rows, host.now).ok());
  EXPECT_EQ(find_to<protocol::Event>(move(host, 5, some_exchange(host)), 1)->hint, 3);
}

TEST(Table, BotsPlayTheirSeats) {
  LocalHost host = seated(with_bot(casual("mad-abel"), 1, "greedy"));
  EXPECT_FALSE(host.find_request<BotRequest>());
  move(host, 5, "draw");
  const auto turn = host.find_request<BotRequest>();
  ASSERT_TRUE(turn);
  const BotTask task = turn->task();
  EXPECT_EQ(task.bot, "greedy");
  host.let_bots_play();
  EXPECT_EQ(host.table.ledger().turn(), 0);
  EXPECT_EQ(host.head(), 3U);
  // A late choice is ignored.
  EXPECT_THAT(host.table.bot_chose(task, {Verb::draw, {}, {}}, host.now), IsEmpty());
  EXPECT_FALSE(host.find_request<AppendRequest>());
}

TEST(Table, LoadsItsLogAndRejectsAForgedOne) {
  LocalHost host = seated(casual("mad-abel"));
  for (std::uint64_t i = 0; i < 6; ++i) move(host, i + 1, "draw");
  const auto& setup = host.table.ledger().shared_setup();
  auto again = Table::load(setup, test_digest, host.log.rows, host.now);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->ledger().match().full_record(), host.match().full_record());
  EXPECT_EQ(again->ledger().chain(), host.table.ledger().chain());
  std::vector<Row> forged = host.log.rows;
  forged[3].body.replace(forged[3].body.find("at="), 4, "at=2");
  EXPECT_EQ(Table::load(setup, test_digest, forged, host.now).error().code, "log.chain");
  forged = host.log.rows;
  forged.erase(forged.begin() + 2);
  EXPECT_EQ(Table::load(setup, test_digest, forged, host.now).error().code, "log.order");
}

TEST(Table, LosingMoveOfTwoHostsIsStale) {
  const auto setup = made(casual("al-jabar"));
  LocalHost host(setup, 1);
  Table rival = *Table::load(setup, test_digest, host.log.rows, host.now);
  host.say(1, hello(0));
  rival.handle(1, hello(0), host.now);
  rival.handle(2, hello(1), host.now);
  rival.handle(1, move_of(50, 1, some_exchange(host)), host.now);
  const Row lost = *find_request<AppendRequest>(rival)->row;
  host.say(1, move_of(51, 1, "draw"));
  EXPECT_FALSE(host.log.append(lost));
  const auto sends = rival.reload(host.log.rows, host.now);
  ASSERT_TRUE(sends.ok());
  EXPECT_EQ(find_to<protocol::Event>(*sends, 1)->id, static_cast<MoveId>(51));
  const auto* error = find<protocol::TableError>(*sends);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->id, static_cast<MoveId>(50));
  EXPECT_EQ(error->code, "table.stale");
  EXPECT_EQ(rival.ledger().chain(), host.table.ledger().chain());
}

TEST(Table, ReloadFindsACommitWithALostResult) {
  LocalHost host = seated(casual("al-jabar"));
  host.table.handle(1, move_of(50, 1, "draw"), host.now);
  while (const auto urn = host.find_request<DrawRequest>()) host.table.dealt(urn->at(0));
  EXPECT_TRUE(host.log.append(*host.find_request<AppendRequest>()->row));
  const auto sends = host.table.reload(host.log.rows, host.now);
  ASSERT_TRUE(sends.ok());
  EXPECT_EQ(find_to<protocol::Event>(*sends, 0)->id, static_cast<MoveId>(50));
  EXPECT_EQ(find<protocol::TableError>(*sends), nullptr);
}

TEST(Table, ReloadWithoutNewRowsKeepsTheProposal) {
  LocalHost host = seated(casual("al-jabar"));
  host.table.handle(1, move_of(50, 1, some_exchange(host)), host.now);
  ASSERT_TRUE(host.find_request<AppendRequest>());
  EXPECT_THAT(*host.table.reload(host.log.rows, host.now), IsEmpty());
  ASSERT_TRUE(host.find_request<AppendRequest>());
  EXPECT_EQ(host.find_request<AppendRequest>()->row->id, static_cast<MoveId>(50));
}

// Two hosts, one request, other cards: the rows have the same chain, which covers public data.
TEST(Table, ReloadDetectsOtherDealsUnderTheSameChain) {
  LocalHost host = seated(casual("mad-abel"));
  Table rival =
      *Table::load(host.table.ledger().shared_setup(), test_digest, host.log.rows, host.now);
  rival.handle(1, hello(0), host.now);
  rival.handle(1, move_of(50, 1, "draw"), host.now);
  while (const auto urn = find_request<DrawRequest>(rival)) rival.dealt(urn->at(urn->size - 1));
  host.table.handle(1, move_of(50, 1, "draw"), host.now);
  while (const auto urn = host.find_request<DrawRequest>()) host.table.dealt(urn->at(0));
  const Row stored = *find_request<AppendRequest>(rival)->row;
  ASSERT_EQ(stored.chain, host.find_request<AppendRequest>()->row->chain);
  ASSERT_NE(stored.body, host.find_request<AppendRequest>()->row->body);
  host.log.append(stored);
  host.table.committed(2, host.now);  // wrong: its own row is not in the log
  const auto sends = host.table.reload(host.log.rows, host.now);
  ASSERT_TRUE(sends.ok());
  EXPECT_EQ(count<protocol::Snapshot>(*sends), 3);
  EXPECT_EQ(find_to<protocol::Snapshot>(*sends, 0)->view,
            protocol::view_of(rival.ledger().setup().spec, host.match().observe(0), 0));
  rival.committed(2, host.now);
  EXPECT_EQ(host.match().full_record(), rival.ledger().match().full_record());
  EXPECT_THAT(*host.table.reload(host.log.rows, host.now), IsEmpty());
}

TEST(Table, ShorterLogIsAuthoritativeAndSendsSnapshots) {
  LocalHost host = seated(casual("al-jabar"));
  move(host, 1, "draw");
  move(host, 2, "draw");
  host.log.rows.pop_back();
  const auto sends = host.table.reload(host.log.rows, host.now);
  ASSERT_TRUE(sends.ok());
  EXPECT_EQ(count<protocol::Snapshot>(*sends), 3);
  EXPECT_EQ(find_to<protocol::Snapshot>(*sends, 0)->ply, 2U);
  EXPECT_EQ(reason_of(move(host, 3, "deal R")), Reason::illegal);  // and it continues
}

TEST(Table, UrnIsInIndexOrderAndDrawsAreNumbered) {
  const auto setup = made(casual("mad-abel"));
  Table table = *Table::load(setup, test_digest, {}, start_time);
  for (std::uint32_t i = 0; i < 16; ++i) {
    const auto urn = find_request<DrawRequest>(table);
    ASSERT_TRUE(urn);
    EXPECT_EQ(urn->number, i);
    EXPECT_EQ(urn->size, 52 - i);
    EXPECT_EQ(urn->at(0), element(static_cast<int>(i)));  // always the first that is left
    EXPECT_EQ(urn->at(urn->size - 1), element(51));
    table.dealt(urn->at(0));
  }
  EXPECT_FALSE(find_request<DrawRequest>(table));
  EXPECT_TRUE(find_request<AppendRequest>(table));
}

TEST(Table, GameOverHasAReplayableRecord) {
  LocalHost host = seated(casual("mad-abel Z4xZ5 seats=2 deal=3"));
  Outgoing last;
  for (std::uint64_t i = 1; !host.table.ledger().over(); ++i)
    last = move(host, i, host.match().write(host.match().random_action(host.rng)));
  EXPECT_EQ(count<protocol::GameOver>(last), 3);
  const auto* over = find_to<protocol::GameOver>(last, 0);
  EXPECT_EQ(over->scores[static_cast<std::size_t>(over->winners[0] - 1)], 0);
  EXPECT_EQ(over->ending, protocol::End::emptied);
  const auto replayed = Match::replay(over->record);
  ASSERT_TRUE(replayed.ok());
  EXPECT_TRUE(replayed->over());
  // Later connections get it as well.
  EXPECT_NE(find<protocol::GameOver>(host.say(7, hello(0))), nullptr);
  EXPECT_EQ(reason_of(host.say(1, move_of(999, host.head(), "draw"))), Reason::game_over);
}

}  // namespace
}  // namespace coset::table
