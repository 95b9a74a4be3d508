// ChildProcess: another program, spoken to in lines by its stdin and stdout. No call waits beyond
// its time, whatever the program does, nor once `stop` says so. When this ends, so does the program
// with all that it has started. Used by one thread.
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

  struct Around {
    int errors = -1;             // where its stderr goes; -1: where ours goes
    std::function<bool()> stop;  // asked while waiting, if there is one
  };

  // As a shell would start it. Throws a Failure if there is no shell.
  ChildProcess(const std::string& command, Around around);
  explicit ChildProcess(const std::string& command) : ChildProcess(command, Around()) {}
  // Its input ends; if it has not left soon after, it is asked to by SIGTERM, and then killed.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Said::line if it took all of it in time.
  Said tell(std::string_view line, Clock::time_point until);
  // The next line, without its end.
  Said hear(std::string& line, Clock::time_point until);
  // "with status 3", "by signal 11", or "" if it has not.
  std::string ended();

 private:
  bool wait_for_end(std::chrono::milliseconds patience);
  // Said::line once the descriptor is ready, or broken, which reading or writing will tell.
  Said wait_until(int descriptor, short event, Clock::time_point until) const;

  Around around_;
  pid_t pid_ = -1;
  int in_ = -1;   // what we write to
  int out_ = -1;  // what we read from
  int status_ = 0;
  bool ended_ = false;
  std::string heard_;      // not yet a line
  bool skipping_ = false;  // up to the end of a line that was too long
};

}  // namespace coset::cli
