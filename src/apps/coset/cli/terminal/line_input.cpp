#include "apps/coset/cli/terminal/line_input.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace coset::cli {

namespace {

constexpr int look_up_every = 100;  // milliseconds
constexpr std::size_t max_line = 65536;

}  // namespace

std::optional<std::string> LineInput::read(const std::function<bool()>& stop) {
  while (true) {
    if (stop()) return std::nullopt;
    const std::size_t end = ahead_.find('\n');
    if (end != std::string::npos || ended_ || ahead_.size() > max_line) {
      if (ended_ && ahead_.empty()) return std::nullopt;
      std::string line = ahead_.substr(0, end);
      ahead_.erase(0, end == std::string::npos ? ahead_.size() : end + 1);
      return line;
    }
    pollfd wanted{STDIN_FILENO, POLLIN, 0};
    if (poll(&wanted, 1, look_up_every) <= 0) continue;
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count < 0) continue;  // interrupted: checked again above
    if (count == 0) ended_ = true;
    ahead_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace coset::cli
