// Saved games: the file of the game that is being played, and the list of unfinished games, the
// most recent first.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/coset/tui/session.hpp"

namespace coset::cli {

// Saves a game after every move; a finished one becomes a record. One program at a time holds the
// game's lock. If it cannot be written, the game continues without being saved, and the player is
// notified once.
class GameSaver {
 public:
  // Throws a Failure if the game is being played elsewhere.
  explicit GameSaver(std::filesystem::path path);
  ~GameSaver();
  GameSaver(const GameSaver&) = delete;
  GameSaver& operator=(const GameSaver&) = delete;

  // For a game that starts now.
  static std::filesystem::path new_path(std::string_view game);

  const std::filesystem::path& path() const { return path_; }
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }

  void save(const tui::Session& session);

 private:
  std::filesystem::path path_;
  std::string lock_path_;
  int lock_ = -1;
  std::string error_;
};

struct SavedGame {
  std::filesystem::path path;
  std::string name;    // of its file, without the extension
  std::string played;  // when it was written last: "2026-11-15 12:03"
  std::string about;   // game and players, or why it cannot be read
  std::string spec;    // empty if it cannot be read
  std::string game;    // the same: "al-jabar"
};

// The most recent first.
std::vector<SavedGame> unfinished_games();

// One of them: by its number in that list from 1, by its file's name, or by the name of a game or
// a spec, which means the most recent one. Throws a Failure.
std::filesystem::path find_unfinished(const std::string& which);

}  // namespace coset::cli
