// ArenaRecords: the games of an arena, saved as text: a directory with a record of each, or, if the
// name ends in .jsonl, one file with a line of JSON for each. They are written in the order of the
// deals, so a seed gives the same bytes with any number of threads. Used by one thread.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "apps/coset/cli/arena/arena.hpp"

namespace coset::cli {

class ArenaRecords {
 public:
  // Creates the directory or file. Throws a Failure if it cannot, or if there are records already.
  explicit ArenaRecords(std::filesystem::path path);

  // The next step of a ladder, whose deals are counted from 1 again.
  void next_step() {
    ++step_;
    deal_ = 0;
  }
  // Throws a Failure if it cannot be written. REQUIRES: run.records
  void add(const ArenaRun& run, const std::vector<std::string>& bots, const DealResult& deal);

 private:
  void write(const std::string& name, const std::string& text) const;

  std::filesystem::path path_;
  std::ofstream lines_;  // of the one file
  bool one_file_;
  int step_ = 0;  // of a ladder, from 1
  std::uint64_t deal_ = 0;
};

}  // namespace coset::cli
