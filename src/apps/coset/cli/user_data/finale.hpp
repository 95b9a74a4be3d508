// The text at the end of a game: the winners and why, Solitaire's score and streak, a text to
// share, and the path of the record.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/coset/tui/session.hpp"

namespace coset::cli {

// Whether the daily deal already has a result.
bool played_before(const tui::Session& session);

// `first`: also stores Solitaire's result in the scores.
std::vector<std::string> finale_of(const tui::Session& session, const std::filesystem::path& record,
                                   bool first);

// "Daily deal of 2026-11-15: score 4, par 6, 6 turns, no hints."
std::string share_text(const tui::Session& session, int par, bool replayed);

}  // namespace coset::cli
