// Progress of a long command, on one line of stderr, with rate and time left. Prints only if stderr
// is a terminal and a second has passed, and clears its line at the end. Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace coset::cli {

class Progress {
 public:
  // `what` is counted: "games". `total` is 0 if unknown.
  Progress(std::string_view what, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough to call after each unit of work.
  void at(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  Clock::time_point start_;
  Clock::time_point next_;  // no line before this
  bool terminal_;
  bool shown_ = false;
};

// "1200 of 5000 games, 240/s, 16 s left"
std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total,
                          double seconds);

}  // namespace coset::cli
