// For the tests of the protocol from outside.
//   protocol_lines          plays many kinds of games and prints every message, one a line, after
//                           the word "client" or "table"
//   protocol_lines decode   reads such lines and prints them as the program writes them, or "error"
#include <cstdio>
#include <iostream>

#include "unit/table/table_support.hpp"

namespace coset::table {
namespace {

void print(const char* side, const std::string& text) {
  std::printf("%s %s\n", side, text.c_str());
}

class Talk {
 public:
  explicit Talk(Setup setup, std::uint64_t seed) : host_(std::move(setup), seed) {
    const int seats = host_.table.ledger().seats();
    for (int i = 0; i < seats; ++i)
      if (host_.table.ledger().human(static_cast<Seat>(i))) say(i + 1, hello(i));
    say(watcher, hello(std::nullopt));
  }

  Outgoing say(int from, const protocol::FromClient& message) {
    print("client", protocol::encode(message));
    return hear(host_.say(static_cast<ConnectionId>(from), protocol::encode(message)));
  }
  Outgoing hear(Outgoing sends) {
    for (const OutgoingMessage& send : sends) print("table", protocol::encode(send.message));
    while (const auto asked = host_.find_request<HintRequest>()) {
      const HintTask task = asked->task();
      hear(host_.table.hinted(task, teach::hint(task.spec, task.view, task.seat)));
    }
    return sends;
  }
  // Seat 1 resigns, and both agree to a rematch.
  void rematch(const protocol::NextDeal& next) {
    host_.table.set_seed(Bytes32{0x5e});
    host_.table.set_rematch(next);
    say(1, protocol::Resign{static_cast<MoveId>(++id_)});
    say(2, protocol::SendPhrase{protocol::Phrase::good_game});
    say(2, protocol::Ask{protocol::OfferKind::rematch});
    say(1, protocol::Answer{protocol::OfferKind::rematch, true, Bytes16{3}});
    say(2, protocol::Answer{protocol::OfferKind::rematch, true, Bytes16{4}});
    hear(host_.table.announce_rematch(next.table));
    say(watcher, hello(std::nullopt));
  }
  void bots() { hear(host_.let_bots_play()); }
  Ply head() const { return host_.head(); }
  int on_turn() const { return host_.table.ledger().turn() + 1; }
  bool over() const { return host_.table.ledger().over(); }
  void move(const std::string& text) { say(on_turn(), move_of(++id_, head(), text)); }
  void random_move() { move(host_.match().write(host_.match().random_action(host_.rng))); }
  // Its row takes long.
  void slow_move() {
    const int from = on_turn();
    const auto text = host_.match().write(host_.match().random_action(host_.rng));
    const protocol::FromClient message = move_of(++id_, head(), text);
    print("client", protocol::encode(message));
    host_.table.handle(static_cast<ConnectionId>(from), message, host_.now);
    hear(host_.table.acknowledge());
    hear(host_.deal_and_commit());
  }
  void play(int moves) {
    for (int i = 0; i < moves && !over(); ++i) {
      bots();
      if (!over()) random_move();
    }
  }
  void leave(int connection) {
    hear(host_.deal_and_commit(
        host_.table.on_disconnect(static_cast<ConnectionId>(connection), host_.now)));
  }
  void wait(Time ms) {
    host_.now += ms;
    hear(host_.tick());
  }
  // Everything that is not a move.
  void chatter(int me) {
    for (std::uint8_t level = 1; level <= 5; ++level) say(on_turn(), protocol::AskHint{level});
    say(me, protocol::Heartbeat{head()});
    say(me, protocol::Heartbeat{head() - 1});
    say(me, protocol::Preview{1, {}, {}, "draw"});
    const Names& names = host_.match().spec().operation().names();
    const std::string first = names.write(names.text_order()[0]);
    const std::string second = names.write(names.text_order()[1]);
    say(on_turn(), protocol::Preview{2, {first, second}, {first}, {}});
    say(on_turn(), protocol::Preview{3, {first}, {}, {}});
    say(on_turn(), protocol::Preview{4, {}, {}, "nonsense"});
    ActionList list(200);
    host_.match().actions(list);
    for (std::size_t i = 0; i < list.size(); i += 17)
      say(on_turn(), protocol::Preview{5, {}, {}, host_.match().write(list[i])});
    say(me, move_of(++id_, head(), "deal " + first));
    say(me, move_of(++id_, head(), first + "=" + second));
    say(me, move_of(++id_, head() + 7, "draw"));
    say(watcher, move_of(++id_, head(), "draw"));
    protocol::Hello again = hello(me - 1);
    again.last_ply = head() - 1;
    again.last_chain = host_.log.rows[head() - 2].chain;
    say(me, again);
    for (const protocol::OfferKind what :
         {protocol::OfferKind::takeback, protocol::OfferKind::finish,
          protocol::OfferKind::rematch}) {
      say(me, protocol::Ask{what});
      say(3 - me, protocol::Answer{what, false});
    }
  }
  // A move whose sides differ, with pieces that are there.
  void wrong_sum() {
    const Seat seat = host_.table.ledger().turn();
    const auto view = protocol::view_of(host_.match().spec(), host_.match().observe(seat), seat);
    const protocol::Counts* hand = nullptr;
    const protocol::Counts* center = nullptr;
    if (const auto* v = std::get_if<protocol::AlJabarView>(&view.position)) {
      hand = &v->hands[seat];
      center = &v->center;
    } else if (const auto* s = std::get_if<protocol::SolitaireView>(&view.position)) {
      hand = &s->hand;
      center = &s->center;
    } else {
      hand = &*std::get_if<protocol::MadAbelView>(&view.position)->hand;
    }
    const std::string give = hand->counts.back().first;
    if (center == nullptr) return move(give);
    for (const auto& [take, count] : center->counts)
      if (take != give) return move(give + "=" + take);
  }
  void errors() {
    hear(host_.say(1, "{"));
    hear(host_.say(1, R"({"type":"move","id":"1"})"));
    say(50, move_of(1, 1, "draw"));
    protocol::Hello wrong = hello(0);
    wrong.table = "elm";
    say(1, wrong);
    wrong = hello(6);
    say(1, wrong);
    wrong = hello(0);
    wrong.proto = 99;
    say(1, wrong);
    say(1, protocol::Reclaim{static_cast<MoveId>(77)});
  }
  void end() {
    for (int i = 1; i <= host_.table.ledger().seats(); ++i)
      say(i, protocol::Ask{protocol::OfferKind::rematch});
    if (host_.find_request<RematchRequest>()) hear(host_.table.announce_rematch("beech"));
    say(1, hello(0));
    rejected_move();
  }
  void rejected_move() { say(1, move_of(++id_, head(), "draw")); }

 private:
  static constexpr int watcher = 99;
  LocalHost host_;
  std::uint64_t id_ = 0x1000;
};

Setup timed(Setup setup, protocol::ClockRule clock) {
  setup.clock = clock;
  return setup;
}

void talk() {
  for (const char* spec :
       {"al-jabar Z2^3 seats=2", "al-jabar Z3^2 seats=2 draw_timing=both", "solitaire Z2^3",
        "mad-abel Z4xZ13 seats=2", "mad-abel S3 seats=3", "al-jabar Z2^3 seats=4 max_rounds=6",
        "mad-abel Z4xZ5 seats=2 metric=lee single_card=choose",
        "mad-abel magma:rock,paper,scissors;rock,paper,rock/paper,paper,scissors/"
        "rock,scissors,scissors seats=2"}) {
    Talk table(timed(casual(spec), {protocol::ClockKind::fischer, 300'000, 10'000}), 7);
    table.errors();
    table.play(1);
    table.wrong_sum();
    table.slow_move();
    table.play(3);
    if (!table.over()) table.chatter(1);
    table.play(400);
    table.end();
  }
  {  // against a bot, with a takeback, a bot takeover and a reclaim
    Talk table(timed(with_bot(casual("al-jabar Z2^3 seats=2"), 1, "greedy"),
                     {protocol::ClockKind::turn, 60'000, 0}),
               3);
    table.play(2);
    table.bots();
    table.say(1, protocol::Ask{protocol::OfferKind::takeback});
    table.say(1, protocol::Heartbeat{table.head()});
    table.wait(70'000);
    table.say(1, move_of(6, table.head(), "draw"));
    table.say(1, protocol::Reclaim{static_cast<MoveId>(5), table.head() - 1});
    table.say(1, protocol::Reclaim{static_cast<MoveId>(5), table.head()});
    table.play(2);
    table.say(1, protocol::Ask{protocol::OfferKind::finish});
    table.end();
  }
  {  // strict time-outs, after a hint: the substitute's turn, a reclaim, and the loss
    Setup setup = timed(casual("al-jabar Z2^3 seats=2"), {protocol::ClockKind::turn, 60'000, 0});
    setup.timeout = protocol::TimeoutRule::strict;
    Talk table(setup, 9);
    for (std::uint64_t id = 5; id < 7; ++id) {
      table.say(1, protocol::AskHint{2});
      table.say(1, protocol::Heartbeat{table.head()});
      table.wait(70'000);
      table.say(1, protocol::Reclaim{static_cast<MoveId>(id)});
      table.bots();
      table.say(1, protocol::Reclaim{static_cast<MoveId>(id)});
      table.say(1, hello(0));
      while (!table.over() && table.on_turn() != 1) table.random_move();
    }
    table.end();
  }
  {  // three seats: one is away, one resigns, one is left
    Setup setup = casual("al-jabar Z2^3 seats=3");
    setup.rated = true;
    Talk table(setup, 5);
    table.leave(table.on_turn());
    table.wait(130'000);
    table.bots();
    table.say(table.on_turn(), protocol::Resign{static_cast<MoveId>(9)});
  }
  {  // a resignation on the other seat's turn
    Talk table(casual("mad-abel Z4xZ13 seats=2"), 5);
    table.play(3);
    table.say(2, protocol::Resign{static_cast<MoveId>(9)});
    table.end();
  }
  for (const char* spec : {"al-jabar Z2^3", "mad-abel Z4xZ13"}) {  // connected before the deal
    LocalHost host(casual(spec), 11);
    Table table = *Table::load(host.table.ledger().shared_setup(), test_digest, {}, start_time);
    table.handle(1, hello(0), start_time);
    table.handle(99, hello(std::nullopt), start_time);
    while (const auto urn = find_request<DrawRequest>(table))
      table.dealt(urn->at(host.rng.below(urn->size)));
    for (const OutgoingMessage& send : table.committed(1, start_time))
      print("table", protocol::encode(send.message));
  }
  for (std::uint64_t seed = 0; seed < 20; ++seed) {  // the effects of the Center
    Talk table(casual("solitaire Z2^3"), seed);
    table.play(30);
  }
  {  // a verifiable deal in a series, and its rematch
    Setup setup = casual("al-jabar Z2^2 seats=2 deal=3 copies=4");
    setup.game = GameId{0x12d6};
    setup.commitment = Bytes32{0x9f};
    setup.entropy = {Bytes16{1}, Bytes16{2}};
    setup.series = protocol::Series{3, 1, {{}, {}}};
    setup.clock = {protocol::ClockKind::correspondence, 86'400'000, 0};
    Talk table(setup, 1);
    table.rematch({"beech", GameId{0x12d7}, Bytes32{0x9e}});
  }
  print("table", protocol::encode(protocol::FromTable(protocol::Drain{5000})));
  print("table", protocol::encode(protocol::FromTable(protocol::Redirect{{"node-2"}})));
}

int decode() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const bool client = line.starts_with("client ");
    const std::string text = line.substr(line.find(' ') + 1);
    if (client) {
      const auto message = protocol::decode_client(text);
      print("client", message ? protocol::encode(*message) : "error " + message.error().sentence);
    } else {
      const auto message = protocol::decode_table(text);
      print("table", message ? protocol::encode(*message) : "error " + message.error().sentence);
    }
  }
  return 0;
}

}  // namespace
}  // namespace coset::table

int main(int count, char** words) {
  if (count > 1 && std::string_view(words[1]) == "decode") return coset::table::decode();
  coset::table::talk();
  return 0;
}
