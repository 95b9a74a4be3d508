// What the makers of puzzles search: every outcome of one exchange, the shortest way down to one
// piece while nothing else moves, and every sub-multiset of a hand. All of it is
// exhaustive or reports that it is not. Pure; used by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "engine/play/effects.hpp"

namespace coset::teach {

constexpr std::size_t max_exchanges = 20000;  // a position with more is no puzzle for people

// What making one puzzle may cost in all. It is counted in exchanges, plays and sets of pieces that
// are looked at, or what takes as long: about a microsecond each.
class Effort {
 public:
  static constexpr std::uint64_t most = 1000000;

  void spend(std::uint64_t looked) { spent_ += looked; }
  std::uint64_t spent() const { return spent_; }
  bool exhausted() const { return spent_ >= most; }

 private:
  std::uint64_t spent_ = 0;
};

// One hand and the Center; the other seats do not matter.
template <class T>
struct Board {
  T hand;
  T center;

  friend bool operator==(const Board&, const Board&) = default;
  friend bool operator<(const Board& a, const Board& b) {
    static_assert(std::has_unique_object_representations_v<Board>);
    return std::memcmp(&a, &b, sizeof(Board)) < 0;
  }
};

// A small hand that cannot be reduced takes no turn (A12, A14).
template <class T>
bool is_stuck(const ExchangeRules& rules, const Board<T>& board) {
  return board.hand.size() <= rules.max_exchange() && !can_reduce(rules, board.hand, board.center);
}

// Exchanges that lead to the same are one outcome: a player may use any of them.
template <class T>
struct Outcome {
  Board<T> after;
  int shed = 0;
  int clears = 0;
  std::vector<Action> ways;

  int value() const { return shed + clears; }
};

// All outcomes in the order of their first way; nothing if there are too many exchanges to list.
template <class T>
std::optional<std::vector<Outcome<T>>> outcomes(const ExchangeRules& rules, const Board<T>& board) {
  if (count_exchanges(rules, board.hand, board.center).all > max_exchanges) return std::nullopt;
  ActionList list(max_exchanges);
  list_exchanges(rules, board.hand, board.center, list);
  std::vector<Outcome<T>> out;
  std::map<std::pair<Board<T>, int>, std::size_t> known;
  for (const Action& action : list) {
    Outcome<T> found{board, action.give.size() - action.take.size(), 0, {}};
    found.clears = exchange_pieces(rules, found.after.hand, found.after.center, action).clears;
    const auto [place, fresh] = known.try_emplace({found.after, found.clears}, out.size());
    if (fresh) out.push_back(std::move(found));
    out[place->second].ways.push_back(action);
  }
  return out;
}

// Ways from a hand down to one piece by exchanges alone. Exhaustive until it is spent.
template <class T>
class LineSearch {
 public:
  explicit LineSearch(const ExchangeRules& rules, std::uint64_t most)
      : rules_(rules), most_(most) {}

  // One piece can be reached in at most `moves` exchanges. Meaningless once spent().
  bool reaches(const Board<T>& board, int moves) {
    const int size = board.hand.size();
    if (size == 1) return true;
    if (moves == 0 || spent()) return false;
    if (size - 1 > max_shed(moves, size - board.hand[identity])) return false;
    Known& known = known_[board];
    if (moves >= known.reached) return true;
    if (moves <= known.failed) return false;
    const bool found = try_all(board, moves);
    Known& now = known_[board];
    if (found) now.reached = std::min(now.reached, moves);
    if (!found) now.failed = std::max(now.failed, moves);
    return found;
  }
  // The outcomes after which one piece can be reached in `moves` exchanges.
  std::vector<Outcome<T>> openings(const Board<T>& board, int moves) {
    std::vector<Outcome<T>> out;
    if (is_stuck(rules_, board)) return out;
    const auto all = outcomes(rules_, board);
    if (!all) {
      looked_ = most_;
      return out;
    }
    for (const Outcome<T>& outcome : *all) {
      looked_ += outcome.ways.size();
      if (reaches(outcome.after, moves)) out.push_back(outcome);
    }
    return out;
  }

  // Exchanges tried so far.
  std::uint64_t looked() const { return looked_; }
  bool spent() const { return looked_ >= most_; }

 private:
  struct Known {
    int reached = 1000;
    int failed = -1;
  };

  bool try_all(const Board<T>& board, int moves) {
    if (is_stuck(rules_, board)) return false;
    if (count_exchanges(rules_, board.hand, board.center).all > max_exchanges) {
      looked_ = most_;
      return false;
    }
    ActionList list(max_exchanges);
    list_exchanges(rules_, board.hand, board.center, list);
    looked_ += list.size();
    for (const Action& action : list) {
      Board<T> next = board;
      exchange_pieces(rules_, next.hand, next.center, action);
      if (reaches(next, moves - 1)) return true;
    }
    return false;
  }

  // No exchange sheds more than the Spectrum, which eats only pieces that are not clear; and a
  // single piece that is taken is clear unless something given is not.
  int max_shed(int moves, int coloured) {
    if (moves == 0) return 0;
    const auto key = std::pair(moves, coloured);
    if (const auto place = shed_.find(key); place != shed_.end()) return place->second;
    int best = 0;
    const int spectrum = rules_.spectrum().size();
    if (rules_.spectrum_is_special() && coloured >= spectrum)
      best = spectrum - 1 + max_shed(moves - 1, coloured - spectrum);
    for (int take = 1; take <= rules_.max_exchange(); ++take)
      best = std::max(best, rules_.max_exchange() - take +
                                max_shed(moves - 1, take == 1 ? coloured : coloured + take));
    return shed_[key] = best;
  }

  const ExchangeRules& rules_;
  std::uint64_t most_;
  std::uint64_t looked_ = 0;
  std::map<Board<T>, Known> known_;
  std::map<std::pair<int, int>, int> shed_;
};

// Calls visit(word) for every sub-multiset of the hand but the empty one. REQUIRES: at most
// Word::max_size pieces
template <class T, class Visit>
void for_each_part(const T& hand, int order, Visit&& visit) {
  Word word;
  const auto extend = [&](const auto& self, int kind) -> void {
    if (kind == order) {
      if (!word.empty()) visit(std::as_const(word));
      return;
    }
    self(self, kind + 1);
    int copies = 0;
    for (; copies < hand[element(kind)]; ++copies) {
      word.push(element(kind));
      self(self, kind + 1);
    }
    for (; copies > 0; --copies) word.pop();
  };
  extend(extend, 0);
}

// The next arrangement of the letters after this one, the sorted being first; false after the last.
inline bool next_order(Word& word) {
  std::array<Element, Word::max_size> letters{};
  const auto end = std::copy(word.begin(), word.end(), letters.begin());
  const bool more = std::next_permutation(letters.begin(), end);
  word = {};
  std::for_each(letters.begin(), end, [&](Element e) { word.push(e); });
  return more;
}

}  // namespace coset::teach
