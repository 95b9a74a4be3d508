// Analysis: what every move of a position is worth, for each seat. From each move the game is
// played on to its end again and again, all seats by one bot, and the moves that do better are
// played on more often. What the seat on turn cannot see is imagined anew each time. One move, such
// as the one that was played, can be compared with the one that a strong bot advises, or with the
// best of the others if that is the same: half of the games are then a duel of the two, with the
// same luck for both, and the difference is judged by these games alone. The same position, bot,
// settings and seed give the same values, whatever the steps. Bounded work in every step; one
// thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/bots/bot.hpp"

namespace coset::bots {

struct MoveJudged {
  Action action;
  std::uint64_t visits = 0;  // games that were played on from it
  // Of each seat: its share of the victory, or Solitaire's score; and the standard errors, which
  // are negative if there was only one game or none; then the values mean nothing either. Of the
  // two moves of a duel these come from its games alone.
  std::array<double, max_seats> value{};
  std::array<double, max_seats> error{};
  std::vector<Action> line;  // the move, and the bot's continuation up to the next draw
};

// A duel of two moves.
struct Duel {
  Action move;              // the one that was asked about
  Action other;             // the one that is advised, or else the best of the others
  bool advised = false;     // `move` is the one
  std::uint64_t pairs = 0;  // of games, each with the same luck for both
  double edge = 0;          // how much better `move` is for the seat on turn: a share, or points
  double error = 0;         // standard error of that difference, as if one more pair differed by 1
  double pieces = 0;        // and in pieces fewer than the others have
};

struct Analysis {
  std::vector<MoveJudged> moves;
  bool cut = false;  // there are exchanges or plays that were not judged
  std::optional<Duel> duel;
};

struct AnalysisSettings {
  Budget budget{400, {}};  // of games played on; unless it is stopped, every move gets one
  std::size_t width = 40;  // exchanges or plays that are judged, the greediest first
  std::size_t line = 4;    // moves of a line, at most
  std::uint64_t seed = 1;
  std::optional<Action> compare{};              // a legal move for a duel
  std::shared_ptr<const Bot> adviser{};         // null: the best of the race is advised
  std::uint64_t max_units = ~std::uint64_t{0};  // of work (search.hpp), but for the last decision
};

// An analysis in the making.
class AnalysisSearch {
 public:
  // REQUIRES: it is the turn of the seat that the view belongs to; the move to compare is legal
  AnalysisSearch(const Spec& spec, const AnyView& view, std::shared_ptr<const Bot> bot,
                 const AnalysisSettings& settings);
  AnalysisSearch(AnalysisSearch&&) noexcept;
  ~AnalysisSearch();

  // Searches about this many more positions, at least one; false once nothing is left to do. A step
  // is as large as one of the bot's; the first also lists the moves.
  bool step(std::uint64_t positions);
  // The units of work so far.
  std::uint64_t used() const;
  // From the games so far, the best move first. Moves that got no game are left out, but for one
  // without visits if there is no other. Lines are those found so far.
  Analysis result() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// All of it in one call. REQUIRES: as AnalysisSearch
Analysis analyse(const Spec& spec, const AnyView& view, std::shared_ptr<const Bot> bot,
                 const AnalysisSettings& settings);

// The bot that plays on if nobody asks for another: quick, no beginner, and never twice the same
// way. Where both play each position alike, a chance to win says more about that game than about
// the position.
std::string_view default_analyst(const Spec& spec);
// The one that advises. It sees further than the bot that plays on.
std::string_view default_adviser(const Spec& spec);

}  // namespace coset::bots
