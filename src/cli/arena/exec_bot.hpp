// A bot that is another program, spoken to by the lines of docs/bot-protocol.md: "exec:./mybot". If
// it dies, is silent too long or plays what is not legal, that is a Failure that says so.
#pragma once

#include <string_view>

#include "cli/arena/player.hpp"

namespace coset::cli {

inline constexpr std::string_view exec_prefix = "exec:";

class ExecPlayer : public Player {
 public:
  // What it calls itself.
  virtual const std::string& title() const = 0;
};

// Starts the program and greets it. REQUIRES: the name begins with exec_prefix
std::unique_ptr<ExecPlayer> make_exec_bot(const std::string& name, const MoveLimits& limits);

}  // namespace coset::cli
