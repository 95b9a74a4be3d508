// The settings of a bot: the part of its name after the colon, as in
// "alphabeta:depth=3". Zero leaves a choice to the bot.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"

namespace coset::bots {

struct Settings {
  int depth = 0;            // plies
  std::uint64_t nodes = 0;  // positions looked at, at most
  int width = 0;            // candidates that are seen at all, the greediest first
  int seen = 0;             // how many random candidates are considered
  int draws = 1;            // voluntary draws are weighed
  int samples = 0;          // of hidden cards, or games played on, for each candidate
  int belief = 1;           // infer hands from what others could not play

  // "depth=3,nodes=1000"; the empty text is all zeros and defaults.
  static Result<Settings> parse(std::string_view text);
};

}  // namespace coset::bots
