// The first game with its coach, as "coset play --first" plays it.
#pragma once

#include <string>

#include "cli/command.hpp"

namespace coset::cli {

// `over`: it was played to its end.
Exit play_first_game(const std::string& color, bool ascii, bool& over);

}  // namespace coset::cli
