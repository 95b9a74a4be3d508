// The user's data: saved games, their records and Solitaire's scores, in files below
// $XDG_DATA_HOME/coset. Files are replaced atomically. A damaged file is reported and moved aside,
// never overwritten.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

std::filesystem::path data_dir();
// Creates missing directories. Throws Failure if it cannot be written.
void write_file_atomically(const std::filesystem::path& path, const std::string& text);

// A seed from the clock; a short one, which is easy to type.
std::uint64_t fresh_seed();
std::uint64_t short_seed();
// On stderr, so that the user can repeat the run.
void print_seed(std::uint64_t seed);

// "2026-11-15", in local time.
std::string today();
// The same for seconds since 1970.
std::string date_of(std::int64_t seconds);
// The same in a format of strftime, up to 31 characters.
std::string local_time(const char* format, std::int64_t seconds);

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
  static constexpr std::size_t max_results = 10;

  // Empty if there is no file yet.
  static Scores read(const std::filesystem::path& path);
  void write(const std::filesystem::path& path) const;

  // Adds a result to the best ones of its game; returns its rank from 1, or nothing.
  std::optional<int> add(const std::string& spec, const SolitaireResult& result);
  // Only the first result of a day counts; false if there was one.
  bool add_daily(const SolitaireResult& result);

  const std::map<std::string, std::vector<SolitaireResult>>& best() const { return best_; }
  const std::map<std::string, SolitaireResult>& daily() const { return daily_; }
  std::vector<std::string> daily_dates() const;

 private:
  std::map<std::string, std::vector<SolitaireResult>> best_;
  std::map<std::string, SolitaireResult> daily_;
};

}  // namespace coset::cli
