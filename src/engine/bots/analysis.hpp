// Analysis: what every move of a position is worth, for each seat. From each move the game is
// played on to its end again and again, all seats by one bot, and the moves that do better are
// played on more often. What the seat on turn cannot see is imagined anew each time. The same
// position, bot, budget and seed give the same judgement. Pure; thread-safe.
#pragma once

#include <vector>

#include "engine/bots/bot.hpp"

namespace coset::bots {

struct MoveJudged {
  Action action;
  std::uint64_t visits = 0;  // games that were played on from it
  // Of each seat: its share of the victory, or Solitaire's score; and the standard errors, which
  // are negative if there was only one game or none; then the values mean nothing either.
  std::array<double, max_seats> value{};
  std::array<double, max_seats> error{};
  std::vector<Action> line;  // the move, and the bot's continuation up to the next draw
};

struct Analysis {
  std::vector<MoveJudged> moves;
  bool cut = false;  // there are exchanges or plays that were not judged
};

struct AnalysisSettings {
  Budget budget{400, {}};  // of games played on; unless it is stopped, every move gets one
  std::size_t width = 40;  // exchanges or plays that are judged, the greediest first
  std::size_t line = 4;    // moves of a line, at most
  std::uint64_t seed = 1;
};

// The best move first; if it was stopped early, moves that got no game are left out, but for one
// without visits if there is no other. REQUIRES: it is the turn of the seat that the view belongs
// to
Analysis analyse(const Spec& spec, const AnyView& view, const Bot& bot,
                 const AnalysisSettings& settings);

// The bot that plays on if nobody asks for another: quick, and no beginner.
std::string_view default_analyst(const Spec& spec);

}  // namespace coset::bots
