// The first game with its coach, as "coset play --first" plays it.
#pragma once

#include <string>

#include "apps/coset/cli/command.hpp"

namespace coset::cli {

// `over`: whether the game was finished.
Exit play_first_game(const std::string& color, bool ascii, bool& over);

}  // namespace coset::cli
