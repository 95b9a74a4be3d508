#include "apps/coset/cli/terminal/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace coset::cli {

namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::string rate_text(double rate) {
  char text[32];
  std::snprintf(text, sizeof text, rate < 10 ? "%.1f/s" : "%.0f/s", rate);
  return text;
}

}  // namespace

std::string progress_line(std::string_view what, std::uint64_t done, std::uint64_t total,
                          double seconds) {
  std::string line = std::to_string(done);
  if (total > 0) line += " of " + std::to_string(total);
  line += " " + std::string(what);
  if (done == 0 || seconds <= 0) return line;
  const double rate = static_cast<double>(done) / seconds;
  line += ", " + rate_text(rate);
  if (total > done) line += ", " + duration(static_cast<double>(total - done) / rate) + " left";
  return line;
}

Progress::Progress(std::string_view what, std::uint64_t total)
    : what_(what),
      total_(total),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(1)),
      terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::at(std::uint64_t done) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::fprintf(stderr, "\r%s\x1b[K", progress_line(what_, done, total_, seconds).c_str());
  std::fflush(stderr);
}

}  // namespace coset::cli
