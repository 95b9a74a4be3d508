// Mad Abel for 1 to 7 seats on any operation; on Z4xZ13 with one pack it is the game of the
// rulebook. The cards of other seats are hidden: a View pours them into the urn and keeps only
// their number. MadAbel is immutable and thread-safe; State is plain bytes (80 for a pack of up to
// 64 different cards).
//
//   deal_hand --> deal_second --> deal_top --> act --play--> next seat ... --> over
//                                              |
//                                              draw --> draw_two --> draw_one --> next seat
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "engine/rules/counting/subsets.hpp"
#include "engine/rules/counting/tally.hpp"
#include "engine/rules/game.hpp"
#include "engine/rules/options.hpp"

namespace coset {

// What a seat has revealed by drawing: the targets that it did not make since its last play, the
// newest last. It is history, so it is not in State; the holder of a game stores it as well.
struct Refusals {
  static constexpr std::size_t kept = 4;
  std::array<std::array<Element, kept>, max_seats> targets{};
  std::array<std::uint8_t, max_seats> count{};

  void note_draw(Seat seat, Element target) {
    auto& own = targets[seat];
    if (count[seat] == kept) {
      std::copy(own.begin() + 1, own.end(), own.begin());
      --count[seat];
    }
    own[count[seat]++] = target;
  }
  void note_play(Seat seat) {
    targets[seat] = {};
    count[seat] = 0;
  }
  friend bool operator==(const Refusals&, const Refusals&) = default;
};

template <class T>
class MadAbel {
 public:
  using Pieces = T;
  using Options = MadAbelOptions;
  static constexpr std::string_view name = "mad-abel";
  static constexpr bool hands_are_hidden = true;
  static constexpr MoveStyle style = MoveStyle::play;

  enum class Phase : std::uint8_t {
    deal_hand,
    deal_second,
    deal_top,
    act,
    draw_two,
    draw_one,
    over
  };

  struct State {
    std::array<T, max_seats> hands{};
    T deck{};
    T pile{};          // the cards under the top two; their order does not matter
    Element second{};  // meaningful once dealt
    Element top{};
    Phase phase = Phase::deal_hand;
    Seat seat = 0;
    std::uint8_t idle = 0;  // turns in a row without a play or a card drawn (M7)
    Ending ending = Ending::none;
    Packed16 turns;

    friend bool operator==(const State&, const State&) = default;
  };

  struct View {
    T hand{};  // the viewer's own; empty for a spectator
    T urn{};   // the deck and all other hands, shuffled together
    T pile{};
    std::array<Packed16, max_seats> sizes{};
    Packed16 turns;
    Element second{};
    Element top{};
    Phase phase = Phase::deal_hand;
    Seat seat = 0;
    std::uint8_t idle = 0;
    Ending ending = Ending::none;
    Seat viewer = nobody;
    Refusals refusals;  // filled in by the holder of the game

    friend bool operator==(const View&, const View&) = default;
  };

  static Options defaults(const Operation& operation, int seats);
  static Result<MadAbel> make(const Operation& operation, const Options& options);

  const Operation& operation() const { return operation_; }
  const Options& options() const { return options_; }
  int seats() const { return options_.seats; }
  // The order of the cards changes what they make (M13, M17).
  bool ordered() const { return ordered_; }

  State start() const;
  Turn turn(const State& s) const;
  Ending ending(const State& s) const { return s.ending; }
  const T& hand(const State& s, Seat seat) const { return s.hands[seat]; }
  int turns(const State& s) const { return s.turns; }
  const T& urn(const State& s) const { return s.deck; }
  bool legal(const State& s, const Action& a) const;
  Action canonical(const State& s, const Action& a) const;
  void actions(const State& s, ActionList& list) const;
  void apply(State& s, const Action& a, Trace* trace = nullptr) const;
  Scores scores(const State& s) const;
  View observe(const State& s, Seat viewer) const;
  State imagine(const View& v, Rng& rng) const;
  Action random_action(const State& s, ActionList& list, Rng& rng) const;
  std::optional<Error> flaw(const State& s) const;
  void settle(State&) const {}  // no turn is skipped
  std::optional<RepetitionMark> repetition_mark(const State&) const { return std::nullopt; }

  // The card asked for. REQUIRES: both table cards are dealt
  Element target(const State& s) const { return operation_.product(s.second, s.top); }
  // Keeps what an action of the seat on turn shows. REQUIRES: legal(s, a), and before it is applied
  void note(Refusals& refusals, const State& s, const Action& a) const {
    if (a.verb == Verb::play) refusals.note_play(s.seat);
    if (a.verb == Verb::draw) refusals.note_draw(s.seat, target(s));
  }
  // What a play may make: the target, or with a metric everything of its length (M14).
  const ElementSet& accepted(const State& s) const {
    return accepted_[static_cast<std::size_t>(index(target(s)))];
  }
  // The seat on turn could play. Where order matters and a large hand allows more words than
  // WordSearch looks at, a play may stay unseen: then the player's word is taken.
  // REQUIRES: phase == act
  bool can_play(const State& s) const;
  // What a seat that does not play does (M3). REQUIRES: phase == act
  Action otherwise(const State& s) const { return {can_draw(s) ? Verb::draw : Verb::pass, {}, {}}; }
  // The length of e under the metric; 0 or 1 are not lengths of `exact`. REQUIRES: metric != exact
  int length(Element e) const;

 private:
  MadAbel(Operation operation, const Options& options);

  T& hand(State& s) const { return s.hands[s.seat]; }
  const T& hand(const State& s) const { return s.hands[s.seat]; }
  bool can_draw(const State& s) const {
    return !s.deck.empty() || (options_.reshuffle && !s.pile.empty());  // M6
  }
  bool reachable(const T& cards, const ElementSet& wanted) const;
  bool right_coset_exists(const T& cards, const ElementSet& wanted) const;
  bool legal_play(const State& s, const Action& a) const;
  void deal(State& s, Element card, Trace* trace) const;
  void play(State& s, const Action& a) const;
  void draw_or_end(State& s, Phase drawing, Trace* trace) const;
  void end_turn(State& s) const;
  void list_orders(const State& s, const Word& subset, ActionList& list) const;
  void list_words(const State& s, ActionList& list) const;
  void list_best(const State& s, ActionList& list) const;
  bool list_single(const State& s, Element card, ActionList& list) const;
  ElementSet wanted_below(const State& s, Element second, Element top) const;

  Operation operation_;
  Options options_;
  bool ordered_;
  std::vector<Element>
      coset_;  // of the commutator subgroup, by its least element; where order matters
  std::vector<ElementSet> accepted_;  // by target
};

static_assert(sizeof(MadAbel<CardSet>::State) == 80);

extern template class MadAbel<CardSet>;
extern template class MadAbel<Tally<64>>;
extern template class MadAbel<Tally<256>>;

}  // namespace coset
