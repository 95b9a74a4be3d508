// SimulatorTruth: what a simulated cluster may do. It follows the log of every game as the database
// stores it, and compares rows, frames and judgements with it. The first contradiction is kept, and
// every observation becomes a part of the trace.
#pragma once

#include <nlohmann/json.hpp>

#include "table/json.hpp"
#include "unit/node/simulated_cluster.hpp"

namespace coset::node {

class SimulatorTruth {
 public:
  // Of everything that has happened so far.
  std::uint64_t trace() const { return trace_; }
  // Its last lines, if they are kept.
  const std::deque<std::string>& lines() const { return lines_; }
  int games() const { return static_cast<int>(games_.size()); }
  int rows() const { return rows_; }
  int judgements() const { return judgements_; }

 protected:
  explicit SimulatorTruth(bool keep_lines) : keep_lines_(keep_lines) {}

  struct Truth {
    std::optional<table::Ledger> ledger;
    std::vector<table::Row> rows;
    std::vector<table::Chain> chains;
    std::set<protocol::MoveId> ids;
    Time created_at = 0;
    Time last_row_at = 0;
    Time turn_since = 0;
    std::map<Seat, Time> used;  // on turn, since its clock was last full
    // What a failover has dropped: the position at each of these chains.
    std::vector<std::pair<table::Chain, table::Ledger>> dropped;
    std::size_t longest = 0;
    std::optional<GameId> rematch;
    bool unknown = false;  // the host learns of the last row when it writes or reads

    bool has(table::Ply ply, const table::Chain& chain) const {
      return ply == 0 || (ply <= chains.size() && chains[ply - 1] == chain);
    }
    bool had(const table::Chain& chain) const {
      return std::any_of(dropped.begin(), dropped.end(),
                         [&](const auto& each) { return each.first == chain; });
    }
  };

  virtual ~SimulatorTruth() = default;
  // Whether the player of the seat is connected, and has been for some seconds, at any node.
  virtual bool is_present(GameId game, Seat seat) const = 0;

  void fail(const std::string& what) {
    note("FAILURE", what);
    if (wrong_.empty()) wrong_ = what;
  }
  void note(std::string_view what, std::string_view which) {
    trace_ = fnv1a(which, fnv1a(what, trace_ ^ mix(static_cast<std::uint64_t>(now_))));
    if (!keep_lines_) return;
    lines_.push_back(std::to_string(now_ - epoch) + " " + std::string(what) + " " +
                     std::string(which));
    if (lines_.size() > 4'000) lines_.pop_front();
  }
  static std::string short_id(GameId game) {
    return std::to_string(static_cast<std::uint64_t>(game) % 100'000);
  }

  Truth* truth_of(GameId game) {
    const auto found = truths_.find(game);
    return found == truths_.end() ? nullptr : &found->second;
  }
  bool is_created(GameId game) const { return truths_.contains(game); }

  void on_create(const store::NewGame& game) {
    note("create", short_id(game.game));
    Truth& truth = truths_[game.game];
    if (truth.ledger) return fail("a game is created twice");
    auto setup = table::make_setup(*table::read_setup(game.setup));
    truth.ledger.emplace(*setup, test_digest);
    truth.created_at = truth.last_row_at = truth.turn_since = now_;
    games_.insert(game.game);
    if (!game.rematch_of) return;
    auto& rematch = truths_.at(*game.rematch_of).rematch;
    if (rematch) fail("a game has two rematches");
    rematch = game.game;
  }

  // `unknown`: to the node that has the table: another one wrote it, or has given it up.
  void on_row(const std::string& node, const store::Event& row, bool unknown) {
    note("row", node + " " + short_id(row.game) + " " + std::to_string(row.ply) + " " + row.body);
    ++rows_;
    Truth& truth = truths_.at(row.game);
    const table::Ledger before = *truth.ledger;
    const Seat turn = before.turn();
    if (turn != nobody) truth.used[turn] += now_ - truth.last_row_at;
    truth.last_row_at = now_;
    const table::Row copy{row.ply, row.before, row.chain, row.id, row.body};
    if (const auto error = truth.ledger->append(copy)) return fail("the log: " + error->sentence);
    truth.rows.push_back(copy);
    truth.chains.push_back(row.chain);
    truth.unknown = unknown;
    commits_.emplace_back(row.game, row.ply);
    if (row.id != protocol::MoveId::none && !truth.ids.insert(row.id).second)
      fail("a request has two rows");
    if (row.body.starts_with("move ") && before.by_human(turn) && !chosen_.contains(row.id))
      fail("a row has no request of its own");
    for (Seat seat = 0; seat < before.seats(); ++seat) check_judgement(row.game, before, seat);
    if (truth.ledger->turn() != turn) truth.turn_since = now_;
  }

  // The last rows of the database are gone.
  void drop_rows(std::size_t count) {
    std::map<GameId, table::Ply> heads;
    for (; count > 0 && !commits_.empty(); --count) {
      heads[commits_.back().first] = commits_.back().second - 1;
      commits_.pop_back();
    }
    for (const auto& [game, head] : heads) {
      note("drop", short_id(game) + " to " + std::to_string(head));
      Truth& truth = truths_.at(game);
      truth.longest = std::max(truth.longest, truth.rows.size());
      while (truth.rows.size() > head) {
        truth.dropped.emplace_back(truth.chains.back(), loaded(truth));
        truth.rows.pop_back();
        truth.chains.pop_back();
      }
      truth.ledger = loaded(truth);
      truth.ids.clear();
      for (const table::Row& row : truth.rows) truth.ids.insert(row.id);
      truth.ids.erase(protocol::MoveId::none);
      truth.last_row_at = now_;
      truth.turn_since = 0;  // a part of the turn may be left
      database_.events.truncate(game, head);
      dropped_ += 1;
    }
  }

  // A frame as its sender sends it: what it contains is in the log now.
  void check_sent(GameId game, std::optional<Seat> reader, const std::string& text) {
    const auto message = protocol::decode_table(text);
    if (!message) return fail("a frame cannot be read: " + text);
    const Truth* truth = truth_of(game);
    const auto seed = database_.seeds.stored.find(game);
    const bool over = truth != nullptr && (truth->ledger->over() || truth->longest != 0);
    if (!over && seed != database_.seeds.stored.end() &&
        text.find(protocol::hex(seed->second)) != std::string::npos)
      fail("a seed is revealed before the end");
    std::visit([&](const auto& m) { check(truth, reader, m); }, *message);
  }
  // Whether a frame with this head is older than what its reader has seen. A row that a failover
  // has dropped may be written again, the same, while the news of its loss is on its way.
  void check_not_older(GameId game, table::Ply head, table::Ply seen,
                       const std::optional<table::Chain>& chain) {
    const Truth* truth = truth_of(game);
    if (head < seen && chain && truth != nullptr && truth->has(seen, *chain) && !truth->had(*chain))
      fail("a frame is older than what its reader has seen");
  }

  static constexpr Time epoch = 1'700'000'000'000;
  Time now_ = epoch;
  SimulatedDatabase database_{now_};
  std::set<protocol::MoveId> chosen_;  // requests of people
  std::map<GameId, Truth> truths_;
  std::string wrong_;
  int dropped_ = 0;

 private:
  static table::Ledger loaded(const Truth& truth) {
    auto out = table::Ledger::load(truth.ledger->shared_setup(), test_digest, truth.rows);
    return *std::move(out);
  }

  void check_judgement(GameId game, const table::Ledger& before, Seat seat) {
    Truth& truth = truths_.at(game);
    const table::Ledger& after = *truth.ledger;
    if (before.kept(seat) && !after.kept(seat)) truth.used[seat] = 0;
    const bool judged = (!before.kept(seat) && after.kept(seat)) ||
                        (!before.forfeited(seat) && after.forfeited(seat));
    const auto cause = after.cause(seat);
    if (!judged || cause == table::Cause::resign) return;
    ++judgements_;
    if (cause == table::Cause::away && is_present(game, seat))
      fail("a player is judged absent while connected");
    const protocol::ClockRule& rule = after.setup().clock;
    const Time used =
        rule.kind == protocol::ClockKind::fischer ? truth.used[seat] : now_ - truth.turn_since;
    if (cause == table::Cause::time && used < Time{rule.start} * 99 / 100)
      fail("a player is judged late after " + std::to_string(used) + " ms");
  }

  void check_place(const Truth* truth, table::Ply ply, const table::Chain& chain) {
    if (ply == 0 || (truth != nullptr && (truth->has(ply, chain) || truth->had(chain)))) return;
    fail(truth == nullptr || ply > truth->chains.size() ? "a frame contains an uncommitted event"
                                                        : "a frame has another chain than the log");
  }
  void check_head(const Truth* truth, table::Ply head) {
    if (head != 0 && (truth == nullptr || head > std::max(truth->chains.size(), truth->longest)))
      fail("a frame runs ahead of the log");
  }
  void check_view(const Truth* truth, std::optional<Seat> reader, const table::Chain& chain,
                  const protocol::View& view) {
    if (!wrong_.empty() || truth->ledger->head() == 0 || !(truth->ledger->chain() == chain)) return;
    const table::Ledger& ledger = *truth->ledger;
    if (reader && view.you != *reader) fail("a seat is shown another's view");
    protocol::View expected =
        protocol::view_of(ledger.setup().spec, ledger.match().observe(view.you), view.you);
    if (view.may.empty()) expected.may.clear();
    if (!(view == expected)) fail("a view is not what its reader may see");
  }
  void check(const Truth* truth, std::optional<Seat> reader, const protocol::Event& m) {
    check_place(truth, m.ply, m.chain);
    check_view(truth, reader, m.chain, m.view);
  }
  void check(const Truth* truth, std::optional<Seat> reader, const protocol::Snapshot& m) {
    check_place(truth, m.ply, m.chain);
    check_view(truth, reader, m.chain, m.view);
    if (wrong_.empty() && m.ply != 0 && truth->ledger->chain() == m.chain &&
        m.record != truth->ledger->match().record(m.view.you))
      fail("a record is not its reader's");
  }
  void check(const Truth* truth, std::optional<Seat>, const protocol::GameOver& m) {
    check_place(truth, m.ply, m.chain);
    if (wrong_.empty() && !truth->ledger->over() && !truth->had(m.chain))
      fail("a game ends too early");
  }
  void check(const Truth* truth, std::optional<Seat>, const protocol::Welcome& m) {
    check_head(truth, m.head);
  }
  void check(const Truth* truth, std::optional<Seat>, const protocol::Heartbeat& m) {
    check_head(truth, m.head);
  }
  void check(const Truth* truth, std::optional<Seat>, const protocol::TableError& m) {
    check_head(truth, m.head);
    // A seat cannot be reclaimed while its bot owes a turn.
    if (protocol::is(m, protocol::Reason::busy) && m.id && chosen_.contains(*m.id))
      fail("a move is refused as busy");
  }
  template <class Other>
  void check(const Truth*, std::optional<Seat>, const Other&) {}

  bool keep_lines_;
  std::uint64_t trace_ = 0;
  std::deque<std::string> lines_;
  std::set<GameId> games_;
  std::vector<std::pair<GameId, table::Ply>> commits_;  // in order
  int rows_ = 0;
  int judgements_ = 0;
};

}  // namespace coset::node
