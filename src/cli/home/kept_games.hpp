// Games that are kept at home while they last: the file of one that is being played, and all that
// are unfinished, the one played last first.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tui/session.hpp"

namespace coset::cli {

// Where a game is kept while it lasts; a finished one is kept as a record beside it. One program
// at a time holds a game: another one finds it locked. If nothing can be written, the game goes on
// without being kept, and that is said once.
class Keeper {
 public:
  // Throws a Failure if the game is being played elsewhere.
  explicit Keeper(std::filesystem::path path);
  ~Keeper();
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  // For a game that begins now.
  static std::filesystem::path fresh_path(std::string_view game);

  const std::filesystem::path& path() const { return path_; }
  bool works() const { return trouble_.empty(); }
  const std::string& trouble() const { return trouble_; }

  void keep(const tui::Session& session);

 private:
  std::filesystem::path path_;
  std::string lock_path_;
  int lock_ = -1;
  std::string trouble_;
};

struct KeptGame {
  std::filesystem::path path;
  std::string name;    // of its file, without the ending
  std::string played;  // when it was written last: "2026-11-15 12:03"
  std::string about;   // what it is and who sits there, or why it cannot be read
  std::string spec;    // empty if it cannot be read
  std::string game;    // the same: "al-jabar"
};

// The one played last comes first.
std::vector<KeptGame> unfinished_games();

// One of them: by its number in that list from 1, by its file's name, or by the name of a game or
// a spec, of which the one played last is meant. Throws a Failure.
std::filesystem::path find_unfinished(const std::string& which);

}  // namespace coset::cli
