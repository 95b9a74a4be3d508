// Random games of Al-Jabar and Solitaire on Z2^3 in register lanes: the same games, ticket by
// ticket, as the rules with random_action play. The bodies are inlined into functions that are
// compiled for a processor each (playouts.cpp). One workspace a thread.
#pragma once

#include <vector>

#include "engine/play/playout.hpp"
#include "engine/rules/fast/colours.hpp"
#include "engine/rules/solitaire.hpp"

namespace coset {

// As Repetition, for hashes: the positions since the last draw or cancellation.
class SeenHashes {
 public:
  SeenHashes(int limit, std::size_t most) : limit_(limit), seen_(limit == 0 ? 1 : most) {}

  COSET_INLINE void clear() {
    size_ = 0;
    filter_ = 0;
  }
  // True if it has now occurred `limit` times.
  COSET_INLINE bool note(std::uint64_t hash) {
    if (limit_ == 0) return false;
    const std::uint64_t bit = std::uint64_t{1} << (hash >> 58);
    int times = 1;
    if ((filter_ & bit) != 0)
      for (std::size_t i = 0; i < size_; ++i) times += seen_[i] == hash ? 1 : 0;
    filter_ |= bit;
    seen_[size_++] = hash;
    return times >= limit_;
  }

 private:
  int limit_;
  std::uint64_t filter_ = 0;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> seen_;
};

struct ColourPlayout {
  ColourRules rules;
  SeenHashes seen;
};

// From where a seat is to act to the end; true if a repetition ended it. Counts the decisions.
template <class Isa>
COSET_INLINE bool run_colours(const ColourRules& rules, SeenHashes& seen, ColourState& s, Rng& rng,
                              int& decisions) {
  seen.clear();
  if (!s.over() && s.drawn == 0 && seen.note(colours::hash(rules, s))) return true;
  while (!s.over()) {
    ++decisions;
    lanes::Exchange move;
    if (lanes::random_exchange<Isa>(s.hands[s.seat], s.center, rules.null_allowed, rng, move)) {
      if (colours::exchange(rules, s, move) != 0) seen.clear();
      if (!s.over() && seen.note(colours::hash(rules, s))) return true;
      continue;
    }
    if (s.bag != 0) {
      colours::take_drawn(s, lanes::draw_piece(s.bag, rng));
      seen.clear();
      continue;
    }
    colours::next_turn(rules, s);  // A11: nothing to draw either, a pass
    if (!s.over() && seen.note(colours::hash(rules, s))) return true;
  }
  return false;
}

inline GameSummary summary_of(const ColourRules& rules, const ColourState& s, bool repeated) {
  GameSummary out;
  out.turns = (s.round - 1) * rules.seats + s.seat + (s.over() ? 1 : 0);
  out.ending = repeated ? Ending::repetition : s.ending;
  out.scores.seats = static_cast<std::uint8_t>(rules.seats);
  int fewest = 256;
  for (std::size_t i = 0; i < out.scores.seats; ++i) {
    out.scores.points[i] = lanes::size_of(s.hands[i]);
    fewest = std::min(fewest, out.scores.points[i]);
  }
  for (std::size_t i = 0; i < out.scores.seats; ++i)
    if (out.scores.points[i] == fewest) out.scores.winners |= static_cast<std::uint8_t>(1U << i);
  return out;
}

// `seats` is a constant where there are two.
template <class Isa>
COSET_INLINE void play_colours(ColourPlayout& playout, int seats, Rng& random, GameSummary& out) {
  ColourRules rules = playout.rules;
  rules.seats = seats;
  Rng rng = random;
  ColourState s;
  s.bag = static_cast<lanes::Packed>(rules.copies) * (lanes::ones & lanes::coloured);
  for (int seat = 0; seat < rules.seats; ++seat)
    for (int i = 0; i < rules.deal; ++i) {
      const lanes::Packed dealt = lanes::piece(lanes::draw_piece(s.bag, rng));
      s.bag -= dealt;
      s.hands[static_cast<std::size_t>(seat)] += dealt;
    }
  const lanes::Packed first = lanes::piece(lanes::draw_piece(s.bag, rng));
  s.bag -= first;
  s.center = first + lanes::piece(0);
  // As if the seat before the first had ended its turn, so that a stuck first seat is noticed.
  s.seat = static_cast<Seat>(rules.seats - 1);
  s.round = 0;
  colours::next_turn(rules, s);
  int decisions = 0;
  const bool repeated = run_colours<Isa>(rules, playout.seen, s, rng, decisions);
  out = summary_of(rules, s, repeated);
  out.decisions = decisions;
  random = rng;
}

struct SolitairePlayout {
  bool null_allowed = false;
  bool black_to_bag = true;
  ScoreRule score = ScoreRule::minus_r;
  int max_turns = 200;
  int deal = 13;
  int copies = 10;

  static std::optional<SolitairePlayout> of(const Solitaire<Tally<8>>& game) {
    const SolitaireOptions& options = game.options();
    const bool usual = game.operation().text() == "Z2^3" && options.max_exchange == 3 &&
                       options.spectrum_clear == SpectrumClear::center &&
                       7 * options.copies < 128 && options.deal < 128;
    if (!usual) return std::nullopt;
    return SolitairePlayout{options.null_exchange == NullExchange::allow,
                            options.black_to_bag,
                            options.score,
                            options.max_turns,
                            options.deal,
                            options.copies};
  }
};

// The state of Solitaire: the bag's clears are separate, because they may outgrow a byte.
struct SolitaireColours {
  lanes::Packed hand = 0;
  lanes::Packed center = 0;
  lanes::Packed bag = 0;  // its coloured pieces
  int bag_clears = 0;
  int turns = 0;
  int cancellations = 0;
  Ending ending = Ending::none;

  COSET_INLINE int bag_size() const { return lanes::size_of(bag) + bag_clears; }
  COSET_INLINE lanes::Packed draw(Rng& rng) {
    const auto ticket = static_cast<int>(rng.below(static_cast<std::uint32_t>(bag_size())));
    if (ticket < bag_clears) {
      --bag_clears;
      return 1;
    }
    const lanes::Packed drawn = lanes::piece(lanes::piece_at(bag, ticket - bag_clears));
    bag -= drawn;
    return drawn;
  }
};

namespace colours {

COSET_INLINE bool any_exchange(bool null_allowed, lanes::Packed hand, lanes::Packed center) {
  lanes::Set gives;
  lanes::Set takes;
  const lanes::Packed held = lanes::clamped(hand);
  lanes::subsets(held, gives);
  lanes::subsets(lanes::clamped(center), takes);
  if (lanes::spectrum_possible(held, center) || lanes::any_but_null(gives, takes)) return true;
  return null_allowed && lanes::any_lane(gives.v & takes.v);
}

// S7, S8. False if the game is over.
COSET_INLINE bool begin_turn(const SolitairePlayout& rules, SolitaireColours& s) {
  if (lanes::size_of(s.hand) <= 3 && stuck(s.hand, s.center)) {
    s.ending = Ending::stuck;
    return false;
  }
  if (s.bag_size() == 0 && !any_exchange(rules.null_allowed, s.hand, s.center)) {
    s.ending = Ending::bag_empty;
    return false;
  }
  return true;
}

// The player's turn; false if the game is over.
COSET_INLINE bool exchange(const SolitairePlayout& rules, SolitaireColours& s,
                           lanes::Exchange move) {
  const lanes::Packed give = lanes::tables.pieces[move.give];
  const lanes::Packed take = lanes::tables.pieces[move.take];
  const lanes::Cancelled cancelled = lanes::exchange_in_center(give, take, s.center);
  s.hand += take - give;
  s.bag += 2 * cancelled.exempt;  // 6(b)
  s.cancellations += cancelled.counted;
  ++s.turns;
  if (lanes::size_of(s.hand) == 1) {
    s.ending = Ending::one_piece;
  } else if (s.turns >= rules.max_turns) {
    s.ending = Ending::limit;
  }
  return s.ending == Ending::none;
}

// The game's own turn (rule 7); false if the game is over.
COSET_INLINE bool game_turn(const SolitairePlayout& rules, SolitaireColours& s, Rng& rng) {
  const lanes::Packed clears = s.center & 0xff;
  s.center = (s.center & lanes::coloured) + (clears < 2 ? clears : 2);
  const int removed = ((lanes::size_of(s.center) + 2) * 43) >> 7;  // a third of at most 11
  for (int i = 0; i < removed; ++i) {
    const int e = lanes::draw_piece(s.center, rng);
    s.center -= lanes::piece(e);
    if (e != 0) {
      s.bag += lanes::piece(e);
    } else if (rules.black_to_bag) {
      ++s.bag_clears;
    }
  }
  const int refilled = std::min(removed, s.bag_size());
  lanes::Packed fresh = 0;
  for (int i = 0; i < refilled; ++i) fresh += s.draw(rng);
  s.hand += static_cast<lanes::Packed>(lanes::exchange_in_center(fresh, 0, s.center).counted);
  return begin_turn(rules, s);
}

}  // namespace colours

// False if a hand grows beyond what these bytes hold: then the rules themselves must play.
template <class Isa>
COSET_INLINE bool play_solitaire(const SolitairePlayout& rules, Rng& random, GameSummary& out) {
  Rng rng = random;
  SolitaireColours s;
  s.bag = static_cast<lanes::Packed>(rules.copies) * (lanes::ones & lanes::coloured);
  for (int i = 0; i < rules.deal; ++i) s.hand += s.draw(rng);
  s.center = s.draw(rng) + lanes::piece(0);
  bool playing = colours::begin_turn(rules, s);
  int decisions = 0;
  while (playing) {
    ++decisions;
    lanes::Exchange move;
    if (!lanes::random_exchange<Isa>(s.hand, s.center, rules.null_allowed, rng, move)) {
      s.hand += s.draw(rng);  // rule 8
      if (s.bag_size() == 0 && !colours::any_exchange(rules.null_allowed, s.hand, s.center)) {
        s.ending = Ending::bag_empty;
        break;
      }
      continue;
    }
    if (lanes::size_of(s.hand) > 200) return false;
    playing = colours::exchange(rules, s, move) && colours::game_turn(rules, s, rng);
  }
  const int held = lanes::size_of(s.hand);
  const auto score = [&](ScoreRule rule) {
    const bool penalty = rule == ScoreRule::plus_r || s.ending == Ending::bag_empty;
    return 2 * s.turns + (penalty ? held : -held) - s.cancellations;
  };
  const bool minus = rules.score == ScoreRule::minus_r;
  out = {};
  out.turns = s.turns;
  out.decisions = decisions;
  out.ending = s.ending;
  out.scores.seats = 1;
  out.scores.points[0] = score(rules.score);
  out.scores.winners = s.ending == Ending::one_piece ? 1 : 0;
  out.other_score = score(minus ? ScoreRule::plus_r : ScoreRule::minus_r);
  random = rng;
  return true;
}

}  // namespace coset
