// Lines from stdin, of a terminal or a pipe. An interrupt ends the wait, without a race between the
// two. Used by one thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace coset::cli {

class LineInput {
 public:
  // The next line without its end; nothing at the end of input, or once `stop` returns true.
  std::optional<std::string> read(const std::function<bool()>& stop);

 private:
  std::string ahead_;  // read and not yet returned
  bool ended_ = false;
};

}  // namespace coset::cli
