// Progress: how far a long command is, on one line of stderr, with rate and time left. It stays
// silent unless stderr is a terminal and a second has passed, and wipes its line when it ends.
// Used by one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace coset::cli {

class Progress {
 public:
  // `what` is counted: "games". `total` is 0 if nobody knows it.
  Progress(std::string_view what, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough to be called after each piece of work.
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
