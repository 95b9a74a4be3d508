// Two worlds: two tables of Mad Abel that share every public fact and everything one reader holds,
// while the hidden cards differ. Whatever happens must send that reader, and the spectators, the
// same bytes in the same order, until the end shows all hands. The second world exists only here:
// its cards are drawn from what the reader cannot know.
#pragma once

#include "hub/hub_support.hpp"
#include "play/notation.hpp"

namespace coset::hub {

class TwoWorlds {
 public:
  explicit TwoWorlds(std::uint64_t seed) : rng_(seed), setup_(made(random_setup())) {
    reader_ = static_cast<Seat>(rng_.below(static_cast<std::uint32_t>(setup_->spec.seats())));
    for (auto& world : worlds_)
      world = std::make_unique<Table>(*Table::load(setup_, test_digest, {}, now_));
  }

  // How the worlds could be told apart; empty if they could not.
  std::string run() {
    for (int seat = 0; seat < setup_->spec.seats(); ++seat)
      both([&](Table& t) { return t.handle(connection(seat), hello(seat), now_); });
    both([&](Table& t) { return t.handle(spectator, hello(std::nullopt), now_); });
    deal_and_commit();
    while (wrong_.empty() && !ended_ && !worlds_[0]->ledger().over() && turns_ < 60) turn();
    return wrong_;
  }
  int turns() const { return turns_; }
  // Whether anything was hidden in the end that the worlds disagree on.
  bool differ() const {
    return worlds_[0]->ledger().match().full_position() !=
           worlds_[1]->ledger().match().full_position();
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
              .clock = {wire::ClockKind::fischer, 300'000, 2000}};
    for (int i = 0; i < out.spec.seats(); ++i)
      out.seats.push_back({"player", wire::Player::human, "", token_of(i)});
    return out;
  }

  // The same call in both worlds; what the reader and the spectators get must be equal.
  template <class Call>
  void both(Call call) {
    std::string heard[2];
    for (std::size_t w = 0; w < 2; ++w)
      for (Send& send : call(*worlds_[w])) {
        const bool mine =
            send.to.kind == To::Kind::connection
                ? send.to.connection == connection(reader_) || send.to.connection == spectator
                : send.to.seat == reader_ || send.to.seat == nobody;
        if (!mine) continue;
        if (auto* over = std::get_if<wire::Over>(&send.message)) over->record.clear();
        heard[w] += wire::encode(send.message) + "\n";
      }
    if (heard[0] != heard[1] && wrong_.empty())
      wrong_ = "the worlds sound different:\n" + heard[0] + "and\n" + heard[1];
  }

  // Deals until both worlds can go on, then commits in both.
  void deal_and_commit() {
    const Overloaded answers{
        [&](const Urn& urn) {
          const auto other = wanted<Urn>(*worlds_[1]);
          if (!ended_) deal({urn, *other});
          return !ended_;
        },
        [&](const Proposal& proposal) {
          const Ply ply = proposal.row->ply;
          both([&](Table& t) { return t.committed(ply, now_); });
          return true;
        },
        Later<BotTurn, HintAsked, Wake, Rematch>{},
    };
    go_round(*worlds_[0], answers);
  }

  // A card that only another seat sees differs in half of the cases; any other is the same.
  void deal(const Urn (&urns)[2]) {
    const Seat to = receiver(urns[0]);
    const bool hidden = to != nobody && to != reader_;
    if (hidden && rng_.below(2) == 0) {
      for (std::size_t w = 0; w < 2; ++w) worlds_[w]->dealt(urns[w].at(rng_.below(urns[w].size)));
      return;
    }
    std::vector<Element> shared;
    for (std::size_t i = 0; i < urns[0].counts.size(); ++i)
      if (urns[0].counts[i] > 0 && urns[1].counts[i] > 0)
        shared.push_back(element(static_cast<int>(i)));
    if (shared.empty()) {
      ended_ = true;  // the worlds have drifted too far apart to go on alike
      return;
    }
    const Element card = shared[rng_.below(static_cast<std::uint32_t>(shared.size()))];
    for (auto& world : worlds_) world->dealt(card);
  }

  // Who gets the next card. The table does not tell, so it is counted: seats in turn at first, then
  // whoever is on turn.
  Seat receiver(const Urn& urn) const {
    const Ledger& ledger = worlds_[0]->ledger();
    if (ledger.head() > 0) return ledger.turn();
    const auto number = static_cast<int>(urn.number);
    const int deal =
        std::visit([]<class G>(const G& game) { return game.options().deal; }, setup_->spec.game());
    return number < deal * setup_->spec.seats() ? static_cast<Seat>(number / deal) : nobody;
  }

  void turn() {
    ++turns_;
    now_ += rng_.below(5000);
    const Seat seat = worlds_[0]->ledger().turn();
    if (rng_.below(3) == 0) chatter();
    const auto move = common_move(seat);
    if (!move) {
      ended_ = true;
      return;
    }
    const wire::Move message{static_cast<MoveId>(rng_.next() | 1U), worlds_[0]->ledger().head(),
                             *move};
    both([&](Table& t) { return t.handle(connection(seat), message, now_); });
    deal_and_commit();
    if (rng_.below(4) == 0)  // again
      both([&](Table& t) { return t.handle(connection(seat), message, now_); });
  }

  // A move that is legal in both worlds, by the same cards.
  std::optional<std::string> common_move(Seat) {
    const Match& a = worlds_[0]->ledger().match();
    const Match& b = worlds_[1]->ledger().match();
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

  // What the reader may ask at any time.
  void chatter() {
    const ConnectionId me = connection(reader_);
    const wire::FromClient messages[] = {
        wire::Try{1, {}, {}, "draw"},
        wire::Try{2, some_cards(), {}, std::nullopt},
        wire::AskHint{static_cast<std::uint8_t>(1 + rng_.below(5))},
        hello(reader_),
        wire::Beat{worlds_[0]->ledger().head()},
        wire::Move{static_cast<MoveId>(rng_.next() | 1U), worlds_[0]->ledger().head(), "pass"},
        wire::Ask{wire::OfferKind::takeback},
    };
    const auto& message = messages[rng_.below(std::size(messages))];
    both([&](Table& t) { return t.handle(me, message, now_); });
    both([&](Table& t) { return t.handle(spectator, hello(std::nullopt), now_); });
    if (wanted<HintAsked>(*worlds_[0]))
      both([&](Table& t) {
        const HintTask task = wanted<HintAsked>(t)->task();
        return t.hinted(task, teach::hint(task.spec, task.view, task.seat));
      });
  }

  std::vector<std::string> some_cards() {
    const auto view =
        wire::view_of(setup_->spec, worlds_[0]->ledger().match().observe(reader_), reader_);
    std::vector<std::string> out;
    for (const auto& [name, count] : std::get<wire::MadAbelView>(view.position).hand->counts)
      if (rng_.below(2) == 0) out.push_back(name);
    return out;
  }

  Rng rng_;
  std::shared_ptr<const Setup> setup_;
  Seat reader_ = 0;
  std::unique_ptr<Table> worlds_[2];
  Time now_ = start_time;
  int turns_ = 0;
  bool ended_ = false;
  std::string wrong_;
};

}  // namespace coset::hub
