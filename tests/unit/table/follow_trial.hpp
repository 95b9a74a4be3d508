// FollowTrial: two equal tables over one log, which then grows, loses its last rows, goes on
// otherwise, or is corrupt. One reloads the whole log, the other follows it from its head on: both
// must send the same and be in the same state. Everything follows from one seed.
#pragma once

#include "unit/table/table_support.hpp"

namespace coset::table {

class FollowTrial {
 public:
  enum class Change : std::uint8_t { none, grows, commits_proposal, shorter, other_rows, corrupt };
  static constexpr std::uint32_t changes = 6;

  explicit FollowTrial(std::uint64_t seed)
      : rng_(seed),
        setup_(made(random_setup())),
        change_(static_cast<Change>(seed % changes)),
        log_(*setup_) {
    Table writer = load();
    play(writer, 1 + rng_.below(30));
    for (auto& table : tables_) table = std::make_unique<Table>(load());
    join_and_propose();
    change();
  }

  const Setup& setup() const { return *setup_; }
  const std::vector<Row>& log() const { return log_.rows; }
  // Whether the whole log had to be read after all.
  bool reloaded() const { return reloaded_; }
  // How the tables differ; empty if they do not. `read` returns the rows from a ply on.
  template <class Read>
  std::string run(const Read& read) {
    Table& one = *tables_[0];
    Table& other = *tables_[1];
    now_ += 500;
    const auto expected = one.reload(read(Ply{1}), now_);
    auto followed = other.follow(read(std::max<Ply>(1, other.ledger().head())), now_);
    Result<Outgoing> found = Outgoing{};
    if (followed && *followed) {
      found = **std::move(followed);
    } else {
      reloaded_ = true;
      found = other.reload(read(Ply{1}), now_);
    }
    if (expected.ok() != found.ok()) return "only one of them can read the log";
    if (expected && !same(*expected, *found)) return "other messages";
    if (!one.ledger().same_rows(other.ledger())) return "other rows";
    return compare_state();
  }

 private:
  static constexpr ConnectionId spectator = 99;
  static ConnectionId connection(Seat seat) { return ConnectionId{seat} + 1; }

  Setup random_setup() {
    constexpr const char* specs[] = {
        "al-jabar Z2^2 seats=2 deal=3 copies=4", "al-jabar Z2^2 seats=3 deal=2 max_rounds=6",
        "mad-abel Z4xZ5 seats=2 deal=3", "mad-abel Z4xZ5 seats=3 deal=2 inability=checked",
        "solitaire Z2^2 deal=4 max_turns=9"};
    Setup out = casual(specs[rng_.below(std::size(specs))]);
    if (rng_.below(3) == 0) out.clock = {protocol::ClockKind::fischer, 60'000, 1000};
    if (out.seats.size() == 3 && rng_.below(2) == 0) out = with_bot(out, 2, "random");
    return out;
  }
  Table load() {
    Table out = *Table::load(setup_, test_digest, log_.rows, now_);
    if (log_.rows.empty()) serve(out);
    return out;
  }

  // Commits what the table proposes, and lets bots move.
  void serve(Table& table) {
    const Overloaded answers{
        [&](const DrawRequest& urn) {
          table.dealt(urn.at(rng_.below(urn.size)));
          return true;
        },
        [&](const AppendRequest& proposal) {
          EXPECT_TRUE(log_.append(*proposal.row));
          table.committed(proposal.row->ply, now_);
          return true;
        },
        [&](const BotRequest& turn) {
          table.bot_chose(turn.task(), table.ledger().match().random_action(rng_), now_);
          return true;
        },
        Later<HintRequest, TimerRequest, RematchRequest>{},
    };
    serve_requests(table, answers);
  }
  void say(Table& table, Seat seat, const protocol::FromClient& message) {
    now_ += 1 + rng_.below(900);
    table.handle(connection(seat), message, now_);
    serve(table);
  }
  protocol::Move random_move(const Table& table) {
    const Match& match = table.ledger().match();
    return move_of(++last_id_, table.ledger().head(), match.write(match.random_action(rng_)));
  }
  void play(Table& writer, std::uint32_t events) {
    const Seat seats = writer.ledger().seats();
    for (Seat i = 0; i < seats; ++i)
      if (writer.ledger().human(i)) writer.handle(connection(i), hello(i), now_);
    serve(writer);
    for (std::uint32_t n = 0; n < events && !writer.ledger().over(); ++n) {
      const Seat turn = writer.ledger().turn();
      if (rng_.below(8) == 0) {
        const auto by = static_cast<Seat>(rng_.below(seats));
        say(writer, by, protocol::Ask{protocol::OfferKind::takeback});
        for (Seat i = 0; i < seats; ++i)
          say(writer, i, protocol::Answer{protocol::OfferKind::takeback, true});
      } else if (rng_.below(40) == 0) {
        say(writer, turn, protocol::Resign{static_cast<MoveId>(++last_id_)});
      } else {
        say(writer, turn, random_move(writer));
      }
    }
  }

  // The same messages to both tables; a move may be proposed, and is not committed.
  void join_and_propose() {
    const Seat seats = tables_[0]->ledger().seats();
    for (const auto& table : tables_) {
      for (Seat i = 0; i < seats; ++i)
        if (table->ledger().human(i)) table->handle(connection(i), hello(i), now_);
      table->handle(spectator, hello(std::nullopt), now_);
    }
    const Ledger& ledger = tables_[0]->ledger();
    const Seat turn = ledger.turn();
    if (turn == nobody || !ledger.by_human(turn)) return;
    const bool offers = rng_.below(4) == 0;
    const bool proposes = change_ == Change::commits_proposal || rng_.below(3) == 0;
    const protocol::Move move = random_move(*tables_[0]);
    now_ += 1000;
    for (const auto& table : tables_) {
      if (offers) table->handle(connection(turn), protocol::Ask{protocol::OfferKind::finish}, now_);
      if (proposes) table->handle(connection(turn), move, now_);
      while (const auto urn = find_request<DrawRequest>(*table))
        table->dealt(urn->at(urn->size / 2));
    }
  }

  void change() {
    now_ += 1;
    const auto proposal = find_request<AppendRequest>(*tables_[0]);
    const std::size_t size = log_.rows.size();
    if (change_ == Change::commits_proposal && proposal) log_.append(*proposal->row);
    if (change_ == Change::shorter || change_ == Change::other_rows)
      log_.rows.resize(size - std::min<std::size_t>(size, 1 + rng_.below(3)));
    const bool goes_on = change_ != Change::none && change_ != Change::shorter &&
                         (change_ != Change::commits_proposal || rng_.below(2) == 0);
    if (goes_on) {
      Table rival = load();
      play(rival, 1 + rng_.below(20));
    }
    if (change_ == Change::corrupt && log_.rows.size() > size)
      log_.rows[size + rng_.below(static_cast<std::uint32_t>(log_.rows.size() - size))].body += "x";
  }

  static bool same(const Outgoing& a, const Outgoing& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const OutgoingMessage& x, const OutgoingMessage& y) {
                        return x.to == y.to && x.message == y.message;
                      });
  }
  // What can be observed afterwards: requests, clocks, presence, and events that are recalled.
  std::string compare_state() {
    const auto row = [](const Table& table) -> std::optional<Row> {
      const auto found = find_request<AppendRequest>(table);
      return found ? std::optional(*found->row) : std::nullopt;
    };
    const auto timer = [](const Table& table) -> std::optional<Time> {
      const auto found = find_request<TimerRequest>(table);
      return found ? std::optional(found->at) : std::nullopt;
    };
    if (row(*tables_[0]) != row(*tables_[1])) return "another proposal";
    if (timer(*tables_[0]) != timer(*tables_[1])) return "another timer";
    std::vector<protocol::FromClient> messages = {protocol::Heartbeat{1}, hello(0)};
    for (const Row& each : log_.rows) {
      protocol::Hello again = hello(0);
      again.last_ply = each.ply;
      again.last_chain = each.chain;
      messages.emplace_back(again);
      messages.emplace_back(protocol::Move{each.id, each.ply, "draw"});
    }
    now_ += 700;
    for (const protocol::FromClient& message : messages)
      if (!same(tables_[0]->handle(1, message, now_), tables_[1]->handle(1, message, now_)))
        return "another answer to " + protocol::encode(message);
    return "";
  }

  Rng rng_;
  std::shared_ptr<const Setup> setup_;
  Change change_;
  Log log_;
  std::array<std::unique_ptr<Table>, 2> tables_;
  std::uint64_t last_id_ = 0;
  Time now_ = start_time;
  bool reloaded_ = false;
};

}  // namespace coset::table
