// A bot that is another program using the protocol of docs/bot-protocol.md: "exec:./mybot". Throws
// a Failure if it exits, times out or plays an illegal move.
#pragma once

#include <string_view>

#include "apps/coset/cli/arena/player.hpp"

namespace coset::cli {

inline constexpr std::string_view exec_prefix = "exec:";

class ExecPlayer : public Player {
 public:
  // Its name for itself.
  virtual const std::string& title() const = 0;
};

// Starts the program and sends "hello". REQUIRES: the name begins with exec_prefix
std::unique_ptr<ExecPlayer> make_exec_bot(const std::string& name, const MoveLimits& limits);

}  // namespace coset::cli
