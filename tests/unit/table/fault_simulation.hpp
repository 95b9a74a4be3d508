// FaultSimulation: one game under a host with every fault that loses no rows: it
// commits late, reports a commit twice or never, lets a second host write to the same log,
// restarts, and its network delays, repeats, reorders and loses messages. Every outgoing message of
// a table is checked against the log at that moment. Everything follows from one seed.
#pragma once

#include <map>
#include <set>

#include "unit/table/table_support.hpp"

namespace coset::table {

class FaultSimulation {
 public:
  enum class Fault : std::uint8_t { none, committed_on_equal_id };

  explicit FaultSimulation(std::uint64_t seed, Fault fault = Fault::none)
      : rng_(seed), setup_(made(random_setup())), log_(*setup_), fault_(fault) {
    as_text_ = rng_.below(20) == 0;
    truths_.push_back(Match::open(setup_->spec));
  }

  // The first failure; empty if there is none.
  std::string run() {
    for (std::size_t i = 0; i < 1 + rng_.below(2); ++i) nodes_.push_back(load());
    for (int seat = 0; seat < setup_->spec.seats(); ++seat)
      if (setup_->seats[static_cast<std::size_t>(seat)].player == protocol::Player::human)
        clients_.emplace_back(static_cast<Seat>(seat));
    if (rng_.below(2) == 0) clients_.emplace_back(nobody);
    if (rng_.below(8) == 0) clients_.emplace_back(clients_[0].seat);  // a second tab
    for (Client& client : clients_) connect(client);
    constexpr int max_steps = 400;
    for (int i = 0; i < max_steps && failure_.empty() && !(over() && rng_.below(30) == 0); ++i)
      stir();
    if (failure_.empty()) calm();
    return failure_.empty() ? "" : failure_ + " (" + setup_->spec.text() + ")";
  }
  Ply events() const { return static_cast<Ply>(log_.rows.size()); }
  bool finished() const { return over(); }

 private:
  struct Client {
    explicit Client(Seat s) : seat(s) {}
    Seat seat;
    ConnectionId connection = 0;
    std::size_t node = 0;
    Ply ply = 0;
    std::optional<Chain> chain;
    std::optional<protocol::View> view;
    Seat turn = nobody;
    std::optional<protocol::Move> pending;
  };
  struct Chosen {
    Ply base_ply;
    Seat seat;
    std::string move;
  };
  // In transit: up to the client's node, or down to the client.
  struct Flight {
    ConnectionId connection;
    std::shared_ptr<const protocol::FromClient> up;
    std::shared_ptr<const protocol::FromTable> down;
  };

  Setup random_setup() {
    static const std::vector<Spec> specs = [] {
      std::vector<Spec> out;
      for (const char* text :
           {"al-jabar Z2^2 seats=2 deal=3 copies=4", "al-jabar Z2^2 seats=3 deal=2 max_rounds=3",
            "al-jabar Z2^2 seats=2 deal=3 draw_timing=both max_rounds=4",
            "mad-abel Z4xZ5 seats=2 deal=3", "mad-abel Z4xZ5 seats=3 deal=2 inability=checked",
            "mad-abel S3 seats=2 deal=3", "solitaire Z2^2 deal=4 max_turns=4",
            "mad-abel Z4xZ5 seats=2 deal=2 max_turns=6", "al-jabar Z3^2 seats=2 deal=3",
            "al-jabar Z2^3 seats=2 deal=5 copies=5"})
        out.push_back(spec_of(text));
      return out;
    }();
    Setup out{.table = "oak",
              .spec = specs[rng_.below(static_cast<std::uint32_t>(specs.size()))],
              .seats = {},
              .clock = {}};
    for (int i = 0; i < out.spec.seats(); ++i)
      out.seats.push_back({"player", protocol::Player::human, "", token_of(i)});
    if (out.seats.size() > 1 && rng_.below(3) == 0) out = with_bot(out, 1, "random");
    if (rng_.below(3) == 0) out.clock = {protocol::ClockKind::fischer, 60'000, 1000};
    if (rng_.below(6) == 0) out.clock = {protocol::ClockKind::turn, 20'000, 0};
    out.rated = rng_.below(4) == 0;
    if (rng_.below(2) == 0) out.timeout = protocol::TimeoutRule::strict;
    return out;
  }

  bool over() const { return !nodes_.empty() && nodes_[0].ledger().over(); }
  Ply head() const { return static_cast<Ply>(log_.rows.size()); }
  bool chance(std::uint32_t one_in) { return rng_.below(one_in) == 0; }
  void fail(std::string what) {
    if (failure_.empty()) failure_ = std::move(what);
  }
  void expect(bool holds, const char* what) {
    if (!holds) fail(what);
  }

  Table load() { return *Table::load(setup_, test_digest, log_.rows, now_); }

  void stir() {
    const Time passed = rng_.below(chance(50) ? 30'000 : 300);
    if (fault_ == Fault::none) now_ += passed;  // else rival rows differ only in hidden deals
    switch (rng_.below(10)) {
      case 0:
      case 1:
      case 2:
      case 3:
        for (std::uint32_t n = 1 + rng_.below(8); n > 0; --n) deliver();
        return;
      case 4:
      case 5:
      case 6:
        return host(rng_.below(static_cast<std::uint32_t>(nodes_.size())));
      default:
        return act(clients_[rng_.below(static_cast<std::uint32_t>(clients_.size()))]);
    }
  }

  void host(std::size_t n) {
    Table& node = nodes_[n];
    if (chance(12))  // a duplicate of an earlier commit
      judge(n, node.committed(rng_.below(node.ledger().head() + 1), now_));
    if (chance(15)) judge(n, node.tick(now_));
    if (chance(60)) return restart(n);
    if (chance(12)) return reload(n);  // a hint that the log has grown
    bool acted = false;                // one thing at a time
    const Overloaded answers{
        [&](const DrawRequest& urn) { return !acted && deal(node, urn); },
        [&](const AppendRequest& proposal) {
          if (!acted && !chance(4)) commit(n, *proposal.row);  // else it is late
          return !std::exchange(acted, true);
        },
        [&](const BotRequest& turn) {
          if (std::exchange(acted, true)) return false;
          judge(n, node.bot_chose(turn.task(), truths_[turn.ply].random_action(rng_), now_));
          return true;
        },
        [&](const HintRequest& asked) {
          if (std::exchange(acted, true)) return false;
          const HintTask task = asked.task();
          judge(n, node.hinted(task, teach::hint(task.spec, task.view, task.seat)));
          return true;
        },
        Later<TimerRequest, RematchRequest>{},
    };
    serve_requests(node, answers);
  }

  bool deal(Table& node, const DrawRequest& urn) {
    node.dealt(urn.at(rng_.below(urn.size)));
    return true;
  }

  void commit(std::size_t n, const Row& row) {
    const Ply ply = row.ply;
    if (!append(row)) {
      const bool same_id = row.id != MoveId::none && log_.rows[ply - 1].id == row.id;
      if (fault_ == Fault::committed_on_equal_id && same_id)
        return judge(n, nodes_[n].committed(ply, now_));
      return reload(n);
    }
    if (chance(10)) return reload(n);  // committed, but the answer was lost
    judge(n, nodes_[n].committed(ply, now_));
  }

  void reload(std::size_t n) {
    auto sends = nodes_[n].reload(log_.rows, now_);
    expect(sends.ok(), "a table cannot read its own log");
    if (sends) judge(n, *std::move(sends));
  }

  void restart(std::size_t n) {
    nodes_[n] = load();
    for (Client& client : clients_)
      if (client.node == n) connect(client);
  }

  void connect(Client& client) {
    if (client.connection != 0) {
      std::erase_if(flights_, [&](const Flight& f) { return f.connection == client.connection; });
      judge(client.node, nodes_[client.node].on_disconnect(client.connection, now_));
    }
    client.node = rng_.below(static_cast<std::uint32_t>(nodes_.size()));
    client.connection = ++last_connection_;
    send(client, hello_of(client));
  }

  static protocol::Hello hello_of(const Client& client) {
    protocol::Hello out =
        hello(client.seat == nobody ? std::nullopt : std::optional<int>(client.seat));
    if (client.chain) {
      out.last_ply = client.ply;
      out.last_chain = client.chain;
    }
    return out;
  }

  void send(const Client& client, const protocol::FromClient& message) {
    flights_.push_back(
        {client.connection, std::make_shared<protocol::FromClient>(message), nullptr});
  }

  void act(Client& client) {
    if (chance(40)) return connect(client);
    if (chance(12)) return send(client, protocol::Heartbeat{client.ply});
    if (chance(30)) return send(client, hello_of(client));
    if (client.seat == nobody) return;
    if (client.pending) return send(client, *client.pending);
    if (chance(500)) return send(client, protocol::Resign{fresh_id(client, 0, "")});
    if (chance(60))
      return send(client, protocol::Ask{static_cast<protocol::OfferKind>(rng_.below(3))});
    if (chance(15))
      return send(client,
                  protocol::Answer{static_cast<protocol::OfferKind>(rng_.below(3)), !chance(4)});
    if (chance(12)) return send(client, protocol::Reclaim{fresh_id(client, 0, "")});
    if (chance(100)) return send(client, protocol::AskHint{1});
    if (chance(20)) return send(client, protocol::Preview{7, {}, {}, "draw"});
    choose(client);
  }

  // A legal move, most of the time on the position that the client sees.
  void choose(Client& client) {
    const Match& seen = truths_[std::min<std::size_t>(client.ply, truths_.size() - 1)];
    const bool on_turn = seen.turn() == Turn{Turn::Kind::act, client.seat};
    if (!on_turn && !chance(10)) return;
    std::string text = "draw";
    if (on_turn && !chance(8)) text = seen.write(seen.random_action(rng_));
    const Ply on = chance(15) && client.ply > 0 ? client.ply - 1 : client.ply;
    client.pending = protocol::Move{fresh_id(client, on, text), on, text};
    send(client, *client.pending);
  }

  MoveId fresh_id(const Client& client, Ply base_ply, const std::string& move) {
    const auto id = static_cast<MoveId>(rng_.next() | 1U);
    chosen_[id] = {base_ply, client.seat, move};
    return id;
  }

  // Any message in transit, in any order; some arrive twice, some never.
  void deliver() {
    if (flights_.empty()) return;
    const std::size_t i =
        chance(3) ? rng_.below(static_cast<std::uint32_t>(flights_.size())) : std::size_t{0};
    const Flight flight = flights_[i];
    if (!chance(12)) flights_.erase(flights_.begin() + static_cast<std::ptrdiff_t>(i));
    if (chance(25)) return;
    arrive(flight);
  }

  void arrive(const Flight& flight) {
    for (Client& client : clients_) {
      if (client.connection != flight.connection) continue;
      if (flight.up) {
        Table& node = nodes_[client.node];
        if (as_text_) {
          const std::string text = protocol::encode(*flight.up);
          expect(protocol::decode_client(text).ok(), "a client's message cannot be read again");
          return judge(client.node, node.handle(client.connection, text, now_));
        }
        return judge(client.node, node.handle(client.connection, *flight.up, now_));
      }
      return std::visit([&](const auto& m) { take(client, m); }, *flight.down);
    }
  }

  void take(Client& client, const protocol::Event& event) {
    if (client.pending && event.id == client.pending->id) client.pending.reset();
    if (event.ply <= client.ply) return;
    if (event.ply != client.ply + 1) return send(client, hello_of(client));  // a gap
    client.ply = event.ply;
    client.chain = event.chain;
    client.view = event.view;
    client.turn = event.turn;
  }
  void take(Client& client, const protocol::Snapshot& snapshot) {
    client.ply = snapshot.ply;
    client.chain = snapshot.chain;
    client.view = snapshot.view;
    client.turn = snapshot.turn;
  }
  void take(Client& client, const protocol::TableError& error) {
    using protocol::is, protocol::Reason;
    if (client.pending && error.id == client.pending->id && !is(error, Reason::busy))
      client.pending.reset();
    if (is(error, Reason::hello) || error.head > client.ply) send(client, hello_of(client));
  }
  void take(Client& client, const protocol::Heartbeat& heartbeat) {
    if (heartbeat.head > client.ply) send(client, hello_of(client));
  }
  template <class Other>
  void take(Client&, const Other&) {}

  bool append(const Row& event) {
    if (!log_.append(event)) return false;
    if (event.id != MoveId::none) {
      expect(ids_.insert(event.id).second, "one move was committed twice");
      const Chosen& chosen = chosen_[event.id];
      if (!chosen.move.empty())
        expect(chosen.base_ply + 1 == event.ply, "a move was accepted on another ply");
    }
    truths_.push_back(after(truths_.back(), event));
    return true;
  }

  // Applies a row to the match, without the table's own parser.
  Match after(const Match& before, const Row& event) {
    const std::string& body = event.body;
    const std::size_t first = body.find('\n');
    const std::string header = body.substr(0, first);
    const std::size_t lines = header.find(" lines=");
    Match out = lines == std::string::npos
                    ? before
                    : before.first(static_cast<std::size_t>(std::atoi(&header[lines + 7])));
    for (std::size_t at = first + 1; at < body.size();) {
      const std::size_t end = body.find('\n', at);
      const auto seat = static_cast<Seat>(body[at] == '0' ? nobody : body[at] - '1');
      const auto action = out.read(body.substr(at + 3, end - at - 3));
      if (!action || out.play(seat, *action)) {
        fail("a row of the log cannot be played");
        break;
      }
      at = end + 1;
    }
    return out;
  }

  void judge(std::size_t node, const Outgoing& sends) {
    for (const OutgoingMessage& send : sends) {
      if (!failure_.empty()) return;
      Seat reader = send.to.seat;
      if (send.to.kind == Recipient::Kind::connection)
        reader = nodes_[node].presence().seat_of(send.to.connection).value_or(nobody);
      std::visit([&](const auto& m) { check(m, reader); }, send.message);
      if (as_text_) {
        const auto again = protocol::decode_table(protocol::encode(send.message));
        expect(again.ok() && *again == send.message, "a message does not read as it was written");
      }
      const auto message = std::make_shared<const protocol::FromTable>(send.message);
      for (const Client& client : clients_) {
        if (client.node != node) continue;
        const bool addressed = send.to.kind == Recipient::Kind::connection
                                   ? send.to.connection == client.connection
                                   : nodes_[node].presence().seat_of(client.connection) == reader;
        if (addressed) flights_.push_back({client.connection, nullptr, message});
      }
    }
  }

  void check_place(Ply ply, const Chain& chain) {
    if (ply == 0 && log_.rows.empty()) return;
    expect(ply <= head(), "a message holds what is not committed");
    if (ply == 0 || ply > head()) return;
    expect(log_.rows[ply - 1].chain == chain, "a message names another chain than the log");
  }
  // `may` is left out for a seat that its human does not play.
  void check_view(const protocol::View& view, Ply ply, Seat reader) {
    if (!failure_.empty()) return;
    const Match& truth = truths_[ply];
    protocol::View expected = protocol::view_of(setup_->spec, truth.observe(reader), reader);
    if (view.may.empty()) expected.may.clear();
    expect(view == expected, "a view is not what its reader may see");
  }
  void check(const protocol::Event& event, Seat reader) {
    check_place(event.ply, event.chain);
    check_view(event.view, event.ply, reader);
    const bool hidden = setup_->spec.hands_are_hidden();
    for (const protocol::Effect& effect : event.effects)
      if (hidden && effect.effect == protocol::Happening::deal && effect.seat != nobody)
        expect(effect.pieces.empty() == (effect.seat != reader),
               "a deal is sent to the wrong seat");
  }
  void check(const protocol::Snapshot& snapshot, Seat reader) {
    check_place(snapshot.ply, snapshot.chain);
    check_view(snapshot.view, snapshot.ply, reader);
    if (failure_.empty())
      expect(snapshot.record == truths_[snapshot.ply].record(reader),
             "a snapshot's record is not its reader's");
  }
  void check(const protocol::GameOver& over, Seat) {
    check_place(over.ply, over.chain);
    const auto replayed = Match::replay(over.record);
    expect(replayed && replayed->full_position() == truths_.back().full_position(),
           "the record of a game does not replay to its end");
  }
  void check(const protocol::Welcome& m, Seat) { expect(m.head <= head(), "a welcome runs ahead"); }
  void check(const protocol::Heartbeat& m, Seat) {
    expect(m.head <= head(), "a heartbeat runs ahead");
  }
  void check(const protocol::TableError& m, Seat) {
    expect(m.head <= head(), "an error runs ahead");
  }
  void check(const protocol::Judged& m, Seat) { expect(m.head <= head(), "a verdict runs ahead"); }
  template <class Other>
  void check(const Other&, Seat) {}

  // Everything arrives, every client sends a heartbeat, and all must be at the head.
  void calm() {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      Table& node = nodes_[n];
      const Overloaded answers{
          [&](const DrawRequest& urn) { return deal(node, urn); },
          [&](const AppendRequest& proposal) {
            commit(n, *proposal.row);
            return failure_.empty();
          },
          Later<BotRequest, HintRequest, TimerRequest, RematchRequest>{},
      };
      serve_requests(node, answers);
      if (!failure_.empty()) return;
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n) reload(n);
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 2000 && !flights_.empty(); ++i) {
        const Flight flight = flights_.front();
        flights_.erase(flights_.begin());
        const bool idle = !flight.up || std::holds_alternative<protocol::Hello>(*flight.up) ||
                          std::holds_alternative<protocol::Heartbeat>(*flight.up);
        if (idle) arrive(flight);
        if (!failure_.empty()) return;
      }
      for (Client& client : clients_) send(client, protocol::Heartbeat{client.ply});
    }
    const auto ledger = Ledger::load(setup_, test_digest, log_.rows);
    expect(ledger.ok() && ledger->match().full_record() == truths_.back().full_record(),
           "the log does not lead to the same game");
    for (const Table& node : nodes_)
      expect(node.ledger().head() == head(), "a table is not at the head of its log");
    for (const Client& client : clients_) {
      if (client.chain) {
        expect(client.ply == head() && (head() == 0 || *client.chain == log_.rows.back().chain),
               "a client did not get to the head");
        check_view(*client.view, client.ply, client.seat);
      } else {
        fail("a client never got a message");
      }
    }
  }

  Rng rng_;
  std::shared_ptr<const Setup> setup_;
  Log log_;
  std::vector<Match> truths_;  // after each row
  std::vector<Table> nodes_;
  std::vector<Client> clients_;
  std::vector<Flight> flights_;
  std::map<MoveId, Chosen> chosen_;
  std::set<MoveId> ids_;
  ConnectionId last_connection_ = 0;
  Time now_ = start_time;
  bool as_text_ = false;
  Fault fault_;
  std::string failure_;
};

}  // namespace coset::table
