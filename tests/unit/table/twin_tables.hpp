// TwinTables: two tables of Mad Abel with equal public data and an equal hand of one reader, but
// other hidden cards. Both must always send that reader, and the spectators, the same bytes in the
// same order, until the end reveals all hands. The second table exists only here: its hidden cards
// are drawn from those that the reader cannot know.
#pragma once

#include "engine/play/notation.hpp"
#include "unit/table/table_support.hpp"

namespace coset::table {

class TwinTables {
 public:
  explicit TwinTables(std::uint64_t seed) : rng_(seed), setup_(made(random_setup())) {
    reader_ = static_cast<Seat>(rng_.below(static_cast<std::uint32_t>(setup_->spec.seats())));
    for (auto& table : tables_)
      table = std::make_unique<Table>(*Table::load(setup_, test_digest, {}, now_));
  }

  // How the tables can be distinguished; empty if they cannot.
  std::string run() {
    for (int seat = 0; seat < setup_->spec.seats(); ++seat)
      both([&](Table& t) { return t.handle(connection(seat), hello(seat), now_); });
    both([&](Table& t) { return t.handle(spectator, hello(std::nullopt), now_); });
    deal_and_commit();
    while (difference_.empty() && !ended_ && !tables_[0]->ledger().over() && turns_ < 60) turn();
    return difference_;
  }
  int turns() const { return turns_; }
  // Whether the tables differ in hidden cards at the end.
  bool differ() const {
    return tables_[0]->ledger().match().full_position() !=
           tables_[1]->ledger().match().full_position();
  }

 private:
  static constexpr ConnectionId spectator = 99;
  static ConnectionId connection(int seat) { return static_cast<ConnectionId>(seat) + 1; }

  Setup random_setup() {
    static const std::vector<Spec> specs = [] {
      std::vector<Spec> out;
      for (const char* text :
           {"mad-abel Z4xZ5 seats=2", "mad-abel Z4xZ5 seats=2 inability=checked deal=4",
            "mad-abel Z4xZ7 seats=3 deal=4", "mad-abel Z4xZ13 seats=2",
            "mad-abel S3 seats=2 deal=4", "mad-abel Z4xZ5 seats=2 deal=5 single_card=choose"})
        out.push_back(spec_of(text));
      return out;
    }();
    Setup out{.table = "oak",
              .spec = specs[rng_.below(static_cast<std::uint32_t>(specs.size()))],
              .seats = {},
              .clock = {protocol::ClockKind::fischer, 300'000, 2000}};
    for (int i = 0; i < out.spec.seats(); ++i)
      out.seats.push_back({"player", protocol::Player::human, "", token_of(i)});
    return out;
  }

  // The same call at both tables; the messages to the reader and the spectators must be equal.
  template <class Call>
  void both(Call call) {
    std::string sent[2];
    for (std::size_t w = 0; w < 2; ++w)
      for (OutgoingMessage& send : call(*tables_[w])) {
        const bool mine =
            send.to.kind == Recipient::Kind::connection
                ? send.to.connection == connection(reader_) || send.to.connection == spectator
                : send.to.seat == reader_ || send.to.seat == nobody;
        if (!mine) continue;
        if (auto* over = std::get_if<protocol::GameOver>(&send.message)) over->record.clear();
        sent[w] += protocol::encode(send.message) + "\n";
      }
    if (sent[0] != sent[1] && difference_.empty())
      difference_ = "the tables send different messages:\n" + sent[0] + "and\n" + sent[1];
  }

  // Deals until no deal is pending, then commits at both.
  void deal_and_commit() {
    const Overloaded answers{
        [&](const DrawRequest& urn) {
          const auto other = find_request<DrawRequest>(*tables_[1]);
          if (!ended_) deal({urn, *other});
          return !ended_;
        },
        [&](const AppendRequest& proposal) {
          const Ply ply = proposal.row->ply;
          both([&](Table& t) { return t.committed(ply, now_); });
          return true;
        },
        Later<BotRequest, HintRequest, TimerRequest, RematchRequest>{},
    };
    serve_requests(*tables_[0], answers);
  }

  // A card that only another seat sees differs in half of the cases; any other is the same.
  void deal(const DrawRequest (&urns)[2]) {
    const Seat to = receiver(urns[0]);
    const bool hidden = to != nobody && to != reader_;
    if (hidden && rng_.below(2) == 0) {
      for (std::size_t w = 0; w < 2; ++w) tables_[w]->dealt(urns[w].at(rng_.below(urns[w].size)));
      return;
    }
    std::vector<Element> shared;
    for (std::size_t i = 0; i < urns[0].counts.size(); ++i)
      if (urns[0].counts[i] > 0 && urns[1].counts[i] > 0)
        shared.push_back(element(static_cast<int>(i)));
    if (shared.empty()) {
      ended_ = true;  // the tables have diverged too far to continue alike
      return;
    }
    const Element card = shared[rng_.below(static_cast<std::uint32_t>(shared.size()))];
    for (auto& table : tables_) table->dealt(card);
  }

  // The receiver of the next card, by counting: the seats in turn at first, then the seat on turn.
  Seat receiver(const DrawRequest& urn) const {
    const Ledger& ledger = tables_[0]->ledger();
    if (ledger.head() > 0) return ledger.turn();
    const auto number = static_cast<int>(urn.number);
    const int deal =
        std::visit([]<class G>(const G& game) { return game.options().deal; }, setup_->spec.game());
    return number < deal * setup_->spec.seats() ? static_cast<Seat>(number / deal) : nobody;
  }

  void turn() {
    ++turns_;
    now_ += rng_.below(5000);
    const Seat seat = tables_[0]->ledger().turn();
    if (rng_.below(3) == 0) chatter();
    const auto move = common_move(seat);
    if (!move) {
      ended_ = true;
      return;
    }
    const protocol::Move message{static_cast<MoveId>(rng_.next() | 1U), tables_[0]->ledger().head(),
                                 *move};
    both([&](Table& t) { return t.handle(connection(seat), message, now_); });
    deal_and_commit();
    if (rng_.below(4) == 0)  // again
      both([&](Table& t) { return t.handle(connection(seat), message, now_); });
  }

  // A move with the same cards that is legal at both tables.
  std::optional<std::string> common_move(Seat) {
    const Match& a = tables_[0]->ledger().match();
    const Match& b = tables_[1]->ledger().match();
    ActionList list(2000);
    a.actions(list);
    std::vector<Action> moves;
    for (const Action& action : list)
      if (b.legal(action)) moves.push_back(action);
    if (moves.empty()) return std::nullopt;
    const Action& last = moves.back();  // a draw, where it is allowed
    const Action& chosen = last.verb == Verb::draw && rng_.below(3) == 0
                               ? last
                               : moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
    return a.write(chosen);
  }

  // Messages that the reader may send at any time.
  void chatter() {
    const ConnectionId me = connection(reader_);
    const protocol::FromClient messages[] = {
        protocol::Preview{1, {}, {}, "draw"},
        protocol::Preview{2, some_cards(), {}, std::nullopt},
        protocol::AskHint{static_cast<std::uint8_t>(1 + rng_.below(5))},
        hello(reader_),
        protocol::Heartbeat{tables_[0]->ledger().head()},
        protocol::Move{static_cast<MoveId>(rng_.next() | 1U), tables_[0]->ledger().head(), "pass"},
        protocol::Ask{protocol::OfferKind::takeback},
    };
    const auto& message = messages[rng_.below(std::size(messages))];
    both([&](Table& t) { return t.handle(me, message, now_); });
    both([&](Table& t) { return t.handle(spectator, hello(std::nullopt), now_); });
    if (find_request<HintRequest>(*tables_[0]))
      both([&](Table& t) {
        const HintTask task = find_request<HintRequest>(t)->task();
        return t.hinted(task, teach::hint(task.spec, task.view, task.seat));
      });
  }

  std::vector<std::string> some_cards() {
    const auto view =
        protocol::view_of(setup_->spec, tables_[0]->ledger().match().observe(reader_), reader_);
    std::vector<std::string> out;
    for (const auto& [name, count] : std::get<protocol::MadAbelView>(view.position).hand->counts)
      if (rng_.below(2) == 0) out.push_back(name);
    return out;
  }

  Rng rng_;
  std::shared_ptr<const Setup> setup_;
  Seat reader_ = 0;
  std::unique_ptr<Table> tables_[2];
  Time now_ = start_time;
  int turns_ = 0;
  bool ended_ = false;
  std::string difference_;
};

}  // namespace coset::table
