// Plays the engine and the oracle side by side and says where they first differ. Every position of
// a random game is compared in full: legal actions, random probes of legality, the urn, and every
// field of the state after each action. The choice of actions leans to large reductions as often as
// not, so that endings are reached, and to draws and passes now and then.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"
#include "engine/play/spec.hpp"
#include "rules/oracle/al_jabar.hpp"
#include "rules/oracle/mad_abel.hpp"
#include "rules/oracle/solitaire.hpp"

namespace coset::differential {

inline oracle::Word to_oracle(const Word& word) {
  oracle::Word out;
  for (const Element e : word) out.push_back(index(e));
  return out;
}

inline oracle::Kind kind_of(Verb verb) {
  return verb == Verb::exchange ? oracle::Kind::exchange
         : verb == Verb::play   ? oracle::Kind::play
         : verb == Verb::draw   ? oracle::Kind::draw
                                : oracle::Kind::pass;
}

inline oracle::Action to_oracle(const Action& action) {
  return {kind_of(action.verb), to_oracle(action.give), to_oracle(action.take)};
}

template <class T>
oracle::Counts to_oracle(const T& tally, int order) {
  oracle::Counts out;
  for (int e = 0; e < order; ++e) out.push_back(tally[element(e)]);
  return out;
}

// Collects the names of fields that differ.
class Differences {
 public:
  template <class A, class B>
  void compare(const char* field, const A& engine, const B& expected) {
    if (!(engine == expected)) text_ += std::string(text_.empty() ? "" : ", ") + field;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

inline int code(oracle::AlJabar::Cause cause) {
  using enum oracle::AlJabar::Cause;
  return static_cast<int>(cause == one_piece    ? Ending::one_piece
                          : cause == stuck      ? Ending::stuck
                          : cause == max_rounds ? Ending::limit
                                                : Ending::none);
}
inline int code(oracle::Solitaire::Cause cause) {
  using enum oracle::Solitaire::Cause;
  return static_cast<int>(cause == one_piece   ? Ending::one_piece
                          : cause == stuck     ? Ending::stuck
                          : cause == bag_empty ? Ending::bag_empty
                          : cause == max_turns ? Ending::limit
                                               : Ending::none);
}
inline int code(oracle::MadAbel::Cause cause) {
  using enum oracle::MadAbel::Cause;
  return static_cast<int>(cause == emptied     ? Ending::emptied
                          : cause == blocked   ? Ending::blocked
                          : cause == max_turns ? Ending::limit
                                               : Ending::none);
}
inline int code(Ending ending) { return static_cast<int>(ending); }

template <class T>
std::string difference(const AlJabar<T>& game, const typename AlJabar<T>::State& s,
                       const oracle::AlJabar& rules, const oracle::AlJabar::State& o) {
  using Stuck = typename AlJabar<T>::Stuck;
  Differences out;
  const int order = game.operation().order();
  for (int seat = 0; seat < game.seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    out.compare("hand", to_oracle(s.hands[i], order), o.hands[i]);
  }
  out.compare("center", to_oracle(s.center, order), o.center);
  out.compare("bag", to_oracle(s.bag, order), o.bag);
  out.compare("discards", to_oracle(game.discards(s), order), o.discards);
  out.compare("round", static_cast<int>(s.round), o.round);
  out.compare("drawn", s.drawn != 0, o.drawn);
  out.compare("signal", code(s.signal), code(o.signal));
  out.compare("ending", code(s.ending), code(o.cause));
  out.compare("over", game.turn(s).kind == Turn::Kind::over, rules.is_over(o));
  out.compare("deal", game.turn(s).kind == Turn::Kind::deal, rules.is_deal(o));
  out.compare("may_signal", s.stuck == Stuck::may_signal, o.may_signal);
  if (o.phase != oracle::AlJabar::Phase::deal_center)
    out.compare("seat", static_cast<int>(s.seat), o.seat);
  if (s.signal != Ending::none)
    out.compare("signal_seat", static_cast<int>(s.signal_seat), o.signal_seat);
  if (rules.is_over(o)) {
    const Scores scores = game.scores(s);
    out.compare("scores",
                std::vector<int>(scores.points.begin(), scores.points.begin() + scores.seats),
                rules.scores(o));
    std::vector<int> winners;
    for (int seat = 0; seat < game.seats(); ++seat)
      if ((scores.winners >> seat & 1) != 0) winners.push_back(seat);
    out.compare("winners", winners, rules.winners(o));
  }
  return out.text();
}

template <class T>
std::string difference(const Solitaire<T>& game, const typename Solitaire<T>::State& s,
                       const oracle::Solitaire& rules, const oracle::Solitaire::State& o) {
  using Phase = typename Solitaire<T>::Phase;
  Differences out;
  const int order = game.operation().order();
  out.compare("hand", to_oracle(s.hand, order), o.hand);
  out.compare("center", to_oracle(s.center, order), o.center);
  out.compare("bag", to_oracle(s.bag, order), o.bag);
  out.compare("fresh", to_oracle(s.fresh, order), o.entering);
  out.compare("turns", static_cast<int>(s.turns), o.turns);
  out.compare("cancellations", static_cast<int>(s.cancellations), o.cancelled);
  if (s.phase == Phase::remove)
    out.compare("removals", static_cast<int>(s.pending), o.removals_left);
  out.compare("ending", code(s.ending), code(o.cause));
  out.compare("over", game.turn(s).kind == Turn::Kind::over, rules.is_over(o));
  out.compare("deal", game.turn(s).kind == Turn::Kind::deal, rules.is_deal(o));
  if (rules.is_over(o)) out.compare("score", game.scores(s).points[0], rules.score(o));
  return out.text();
}

template <class T>
std::string difference(const MadAbel<T>& game, const typename MadAbel<T>::State& s,
                       const oracle::MadAbel& rules, const oracle::MadAbel::State& o) {
  Differences out;
  const int order = game.operation().order();
  for (int seat = 0; seat < game.seats(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    out.compare("hand", to_oracle(s.hands[i], order), o.hands[i]);
  }
  out.compare("deck", to_oracle(s.deck, order), o.deck);
  out.compare("pile", to_oracle(s.pile, order), o.buried);
  if (o.second >= 0) out.compare("second", index(s.second), o.second);
  if (o.top >= 0) out.compare("top", index(s.top), o.top);
  out.compare("turns", static_cast<int>(s.turns), o.turns);
  out.compare("idle", static_cast<int>(s.idle), o.idle);
  out.compare("ending", code(s.ending), code(o.cause));
  out.compare("over", game.turn(s).kind == Turn::Kind::over, rules.is_over(o));
  out.compare("deal", game.turn(s).kind == Turn::Kind::deal, rules.is_deal(o));
  if (o.phase == oracle::MadAbel::Phase::act || o.phase == oracle::MadAbel::Phase::deal_draw)
    out.compare("seat", static_cast<int>(s.seat), o.seat);
  if (rules.is_over(o)) {
    const Scores scores = game.scores(s);
    out.compare("scores",
                std::vector<int>(scores.points.begin(), scores.points.begin() + scores.seats),
                rules.scores(o));
    std::vector<int> winners;
    for (int seat = 0; seat < game.seats(); ++seat)
      if ((scores.winners >> seat & 1) != 0) winners.push_back(seat);
    if (game.seats() > 1) out.compare("winners", winners, rules.winners(o));
  }
  return out.text();
}

// An action as a number, the same for both sides. Plays with buried cards in any arrangement are
// one play: the two sides choose other ones.
struct Key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Key&) const = default;
};

template <class Word>
Key key_of(oracle::Kind kind, const Word& give, const Word& take) {
  std::array<std::uint8_t, sizeof(Key)> bytes = {static_cast<std::uint8_t>(kind),
                                                 static_cast<std::uint8_t>(give.size())};
  oracle::require(bytes.size() >= 2 + static_cast<std::size_t>(give.size() + take.size()),
                  "an action has a key");
  const auto begin = bytes.begin() + 2;
  auto end = begin;
  const auto append = [&](auto piece) {
    if constexpr (std::is_same_v<decltype(piece), Element>)
      *end++ = static_cast<std::uint8_t>(index(piece));
    else
      *end++ = static_cast<std::uint8_t>(piece);
  };
  std::for_each(give.begin(), give.end(), append);
  if (kind == oracle::Kind::play && give.size() > 2) std::sort(begin, end - 2);
  std::for_each(take.begin(), take.end(), append);
  return std::bit_cast<Key>(bytes);
}

// A random action that may well be illegal: mostly words from the pieces in play.
inline Action probe(Rng& rng, int order, const ActionList& list) {
  Action action;
  if (!list.empty() && rng.below(2) == 0) {  // a legal one with a letter changed
    action = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    Word& side = !action.take.empty() && rng.below(2) == 0 ? action.take : action.give;
    if (!side.empty()) {
      if (rng.below(3) == 0) side.pop();
      if (!side.full() && rng.below(2) == 0)
        side.push(element(static_cast<int>(rng.below(static_cast<std::uint32_t>(order)))));
    }
  } else {
    constexpr Verb verbs[] = {Verb::exchange, Verb::exchange, Verb::play,
                              Verb::play,     Verb::draw,     Verb::pass};
    action.verb = verbs[rng.below(6)];
    if (action.verb == Verb::exchange || action.verb == Verb::play) {
      for (std::uint32_t n = rng.below(5); n > 0; --n)
        action.give.push(element(static_cast<int>(rng.below(static_cast<std::uint32_t>(order)))));
      if (action.verb == Verb::exchange)
        for (std::uint32_t n = rng.below(5); n > 0; --n)
          action.take.push(element(static_cast<int>(rng.below(static_cast<std::uint32_t>(order)))));
    }
  }
  if (action.verb == Verb::exchange) {
    action.give.sort();
    action.take.sort();
  }
  return action;
}

struct Report {
  long positions = 0;
  std::string mismatch;  // empty if there was none
};

// Compares up to `budget` positions of one game.
template <Game G, class Oracle>
void compare_game(const G& game, const Oracle& rules, Rng& rng, long budget, Report& report) {
  typename G::State s = game.start();
  typename Oracle::State o = rules.start();
  const int order = game.operation().order();
  const std::uint32_t greed = rng.below(4);  // of 4 choices
  ActionList list;
  const auto fail = [&](const std::string& what) {
    std::ostringstream out;
    out << what << "\n  at " << write_position(game, s);
    report.mismatch = out.str();
  };
  while (report.positions < budget) {
    if (const std::string fields = difference(game, s, rules, o); !fields.empty())
      return fail("fields differ: " + fields);
    if (auto flaw = game.flaw(s)) return fail("flaw: " + flaw->sentence);
    const Turn turn = game.turn(s);
    if (turn.kind == Turn::Kind::over) return;
    if (turn.kind == Turn::Kind::deal) {
      if (to_oracle(game.urn(s), order) != rules.urn(o)) return fail("urns differ");
      const Element piece = draw_from(game.urn(s), rng);
      if (!game.legal(s, deal_of(piece))) return fail("a deal from the urn is refused");
      game.apply(s, deal_of(piece));
      rules.deal(o, index(piece));
      continue;
    }
    ++report.positions;
    list.clear();
    game.actions(s, list);
    std::vector<Key> engine;
    for (const Action& action : list) {
      engine.push_back(key_of(kind_of(action.verb), action.give, action.take));
      if (!game.legal(s, action) || game.canonical(s, action) != action)
        return fail("listed but not legal or not canonical: " +
                    write_action(game.operation(), action));
    }
    std::vector<Key> expected;
    for (const oracle::Action& action : rules.legal(o))
      expected.push_back(key_of(action.kind, action.give, action.take));
    std::sort(engine.begin(), engine.end());
    std::sort(expected.begin(), expected.end());
    if (engine != expected)
      return fail("actions differ: engine " + std::to_string(engine.size()) + ", oracle " +
                  std::to_string(expected.size()));
    for (int i = 0; i < 4; ++i) {
      const Action action = probe(rng, order, list);
      if (game.legal(s, action) != rules.is_legal(o, to_oracle(action)))
        return fail("legality differs: " + write_action(game.operation(), action));
    }
    Action chosen = list[rng.below(static_cast<std::uint32_t>(list.size()))];
    const bool plain = chosen.verb == Verb::draw || chosen.verb == Verb::pass;
    if (plain && rng.below(20) != 0) chosen = game.random_action(s, list, rng);
    if (!game.legal(s, chosen)) return fail("random_action is not legal");
    if (rng.below(4) < greed) {
      list.clear();
      game.actions(s, list);
      for (const Action& action : list)
        if (action.give.size() - action.take.size() > chosen.give.size() - chosen.take.size())
          chosen = action;
    }
    game.apply(s, chosen);
    rules.apply(o, to_oracle(chosen));
  }
}

// The number of positions to compare: COSET_POSITIONS, or `otherwise` scaled by COSET_TEST_SCALE.
inline long positions_wanted(long otherwise) {
  if (const char* wanted = std::getenv("COSET_POSITIONS")) return std::atol(wanted);
  const char* scale = std::getenv("COSET_TEST_SCALE");
  return scale == nullptr
             ? otherwise
             : static_cast<long>(static_cast<double>(otherwise) * std::atof(scale)) + 1;
}

}  // namespace coset::differential
