// What is said when a game is over: who has won and why, what it means for Solitaire's scores and
// streak, a text to share, and where the record is.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tui/session.hpp"

namespace coset::cli {

// The deal of that day has a result already.
bool played_before(const tui::Session& session);

// `first`: enters Solitaire's result among the scores; otherwise only tells.
std::vector<std::string> finale_of(const tui::Session& session, const std::filesystem::path& record,
                                   bool first);

// "Daily deal of 2026-11-15: score 4, par 6, 6 turns, no hints."
std::string share_text(const tui::Session& session, int par, bool replayed);

}  // namespace coset::cli
