// Alpha-beta for Al-Jabar on Z2^3 with two seats: iterative deepening, a transposition table, moves
// ordered by what they gain, and a draw as a chance node at the root (and wherever one is forced).
// Repetitions on the way are judged as A23 does. Values are hundredths of a piece from one seat's
// side; a game that is over is worth more than any hand. All memory is taken when it is made.
#pragma once

#include <vector>

#include "engine/bots/colour_moves.hpp"
#include "engine/bots/search.hpp"

namespace coset::bots {

class AlphaBeta final : public Search {
 public:
  struct Style {
    int depth = 40;                      // of the deepest iteration
    std::uint64_t nodes = 70000;         // positions, at most
    std::size_t width = MoveList::most;  // candidates at every node, the greediest first
    std::size_t seen = MoveList::most;   // how many random moves of the root are considered
    bool draws = true;
    bool plain = false;  // the difference of the hands and nothing else
  };

  AlphaBeta(const ColourRules& rules, const ColourState& root, const Style& style, Rng& rng);

  bool step() override;
  std::uint64_t used() const override { return nodes_; }
  Action best() const override;
  void heed(const Budget& budget) override;
  // By the last iteration that was finished: for the seat on turn, and how deep it was.
  int value() const { return value_; }
  int depth() const { return depth_ - 1; }

  static constexpr int won = 20000;

 private:
  enum class Bound : std::uint8_t { none, exact, least, most };
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t value = 0;
    lanes::Exchange move;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
  };
  struct RootMove {
    lanes::Exchange move;
    int value;
  };
  static constexpr int max_plies = 64;
  static constexpr int infinite = 32000;

  int search(const ColourState& s, int depth, int alpha, int beta, int ply);
  bool draws_on(const ColourState& s) const;
  int forced_draw(const ColourState& s, int depth, int ply);
  int after(const ColourState& s, lanes::Exchange move, int depth, int alpha, int beta, int ply);
  int evaluate(const ColourState& s, int seat) const;
  int outcome(const ColourState& s, int seat, int ply) const;
  bool cut_short();
  void weigh_draw();
  void finish_iteration();
  Entry& entry(std::uint64_t key) { return table_[(key ^ key >> 29) & (table_.size() - 1)]; }

  ColourRules rules_;
  ColourState root_;
  Style style_;
  std::vector<Entry> table_;
  std::vector<MoveList> lists_;  // one a ply
  std::array<std::uint64_t, max_plies + 2> path_{};
  std::vector<RootMove> moves_;
  std::size_t next_ = 0;  // of them in this iteration
  int depth_ = 1;
  int alpha_ = -infinite;
  std::uint64_t nodes_ = 0;
  const Budget* budget_ = nullptr;
  std::uint64_t next_look_;  // when to poll the budget, in nodes
  bool stopped_ = false;
  lanes::Exchange best_{};
  bool best_is_draw_ = false;
  int draw_value_ = -infinite;  // as the last iteration that weighed it found
  bool best_is_pass_ = false;
  bool only_draw_ = false;  // or to pass
  int value_ = 0;           // for the seat on turn, by the last iteration that was finished
};

}  // namespace coset::bots
