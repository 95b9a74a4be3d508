// Lines from stdin, for a person or a pipe. Waiting ends when an interrupt has been seen, however
// the two fall together. Used by one thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace coset::cli {

class LineInput {
 public:
  // The next line without its end; nothing at the end of input, or once `stop` says so.
  std::optional<std::string> read(const std::function<bool()>& stop);

 private:
  std::string ahead_;  // read and not yet handed out
  bool ended_ = false;
};

}  // namespace coset::cli
