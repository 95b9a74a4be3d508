// What the program keeps at a person's home: games being played, their records, and Solitaire's
// scores, in files below $XDG_DATA_HOME/coset. Files are replaced whole, so that a program killed
// in the middle leaves the old one. A damaged file is said to be so and set aside, never
// overwritten.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/output.hpp"

namespace coset::cli {

std::filesystem::path data_home();
// Makes the folders that are missing. Throws Failure if it cannot be written.
void write_whole(const std::filesystem::path& path, const std::string& text);

// A number from the clock; a shorter one, to be typed again.
std::uint64_t fresh_seed();
std::uint64_t short_seed();
// On stderr, so that what it made can be made again.
void tell_seed(std::uint64_t seed);

// "2026-11-15", here and now.
std::string today();
// The same of a moment, in seconds since 1970.
std::string date_of(std::int64_t seconds);

struct SolitaireResult {
  std::string date;
  int score = 0;
  int turns = 0;
  int par = 0;
  int hints = 0;
  int taken_back = 0;
};

class Scores {
 public:
  static constexpr std::size_t most_kept = 10;

  // What is kept there; nothing if there is no file yet.
  static Scores read(const std::filesystem::path& path);
  void write(const std::filesystem::path& path) const;

  // Puts a result among the best ones of its game; the place it takes, from 1, or nothing.
  std::optional<int> add(const std::string& spec, const SolitaireResult& result);
  // The first result of a day is the one that counts; false if there was one.
  bool add_daily(const SolitaireResult& result);

  const std::map<std::string, std::vector<SolitaireResult>>& best() const { return best_; }
  const std::map<std::string, SolitaireResult>& daily() const { return daily_; }
  std::vector<std::string> daily_dates() const;

 private:
  std::map<std::string, std::vector<SolitaireResult>> best_;
  std::map<std::string, SolitaireResult> daily_;
};

}  // namespace coset::cli
