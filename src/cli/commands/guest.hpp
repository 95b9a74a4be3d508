// A program of somebody's own at a table in the terminal: "exec:./mybot". It speaks the bot
// protocol, as in the arena; here it is a guest of the session.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tui/session.hpp"

namespace coset::cli {

class Guests {
 public:
  // What guests write to stderr would tear a full screen: `aside` keeps it until tell_errors().
  Guests(std::function<bool()> stop, bool aside);
  ~Guests();
  Guests(const Guests&) = delete;
  Guests& operator=(const Guests&) = delete;

  // For Session::open and resume. Starts the program. Throws a Failure.
  tui::Invite invite();
  // The game is over: who is there is told how it ended.
  void tell_over(const Match& match);
  // To our stderr, what was kept aside; the last part of it if it is long.
  void tell_errors();

 private:
  struct Seated;

  std::function<bool()> stop_;
  int errors_ = -1;
  std::vector<std::shared_ptr<Seated>> seated_;
};

}  // namespace coset::cli
