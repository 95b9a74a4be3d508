// ChildProcess: another program, with which this one exchanges lines over its stdin and stdout. No
// call waits beyond its deadline, or once `stop` returns true. The destructor ends the program and
// all its children. Used by one thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace coset::cli {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Said : std::uint8_t { line, nothing, gone, stopped };

  struct Environment {
    int errors = -1;             // its stderr; -1: inherited
    std::function<bool()> stop;  // if set, polled while waiting
  };

  // Starts the command by a shell. Throws a Failure if there is none.
  ChildProcess(const std::string& command, Environment environment);
  explicit ChildProcess(const std::string& command) : ChildProcess(command, Environment()) {}
  // Closes its stdin; if it does not exit soon, sends SIGTERM, then SIGKILL.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Said::line if all was written in time.
  Said tell(std::string_view line, Clock::time_point until);
  // The next line, without its end.
  Said hear(std::string& line, Clock::time_point until);
  // "with status 3", "by signal 11", or "" while it runs.
  std::string ended();

 private:
  bool wait_for_end(std::chrono::milliseconds patience);
  // Said::line once the descriptor is ready or closed; the next read or write shows which.
  Said wait_until(int descriptor, short event, Clock::time_point until) const;

  Environment environment_;
  pid_t pid_ = -1;
  int in_ = -1;   // the child's stdin
  int out_ = -1;  // the child's stdout
  int status_ = 0;
  bool ended_ = false;
  std::string heard_;      // not yet a line
  bool skipping_ = false;  // up to the end of a line that was too long
};

}  // namespace coset::cli
