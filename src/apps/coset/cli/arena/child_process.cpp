#include "apps/coset/cli/arena/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "apps/coset/cli/terminal/children.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

namespace {

constexpr std::size_t max_line = 1U << 16U;

int milliseconds_until(ChildProcess::Clock::time_point until) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(until - ChildProcess::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3600000));
}

[[noreturn]] void fail(const char* what, int error) {
  throw Failure(Exit::failure, std::string(what) + ": " + std::strerror(error) + ".");
}

}  // namespace

ChildProcess::ChildProcess(const std::string& command, Environment environment)
    : environment_(std::move(environment)) {
  std::signal(SIGPIPE, SIG_IGN);  // a child that has exited must not end this program
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  if (pipe2(to.data(), O_CLOEXEC) != 0) fail("Cannot create a pipe", errno);
  if (pipe2(from.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    for (const int end : to) close(end);
    fail("Cannot create a pipe", error);
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, from[1], STDOUT_FILENO);
  if (environment_.errors >= 0)
    posix_spawn_file_actions_adddup2(&files, environment_.errors, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setpgroup(&attributes, 0);  // its own group, to kill all of it
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string shell = "sh";
  std::string option = "-c";
  std::string script = "exec " + command;  // so that the program replaces the shell
  std::array<char*, 4> words = {shell.data(), option.data(), script.data(), nullptr};
  const int error = posix_spawn(&pid_, "/bin/sh", &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  close(to[0]);
  close(from[1]);
  in_ = to[1];
  out_ = from[0];
  if (error != 0) {
    close(in_);
    close(out_);
    fail("Cannot start the shell", error);
  }
  enter_child(pid_);
  fcntl(in_, F_SETFL, O_NONBLOCK);
  fcntl(out_, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  close(in_);
  if (!wait_for_end(std::chrono::milliseconds(500))) {
    kill(-pid_, SIGTERM);
    wait_for_end(std::chrono::milliseconds(300));
  }
  kill(-pid_, SIGKILL);  // what is left of its group
  wait_for_end(std::chrono::seconds(5));
  leave_child(pid_);
  close(out_);
}

ChildProcess::Said ChildProcess::wait_until(int descriptor, short event,
                                            Clock::time_point until) const {
  constexpr int look_up_every = 50;  // milliseconds
  while (true) {
    if (environment_.stop && environment_.stop()) return Said::stopped;
    const int left = milliseconds_until(until);
    pollfd asked{descriptor, event, 0};
    const int ready = poll(&asked, 1, environment_.stop ? std::min(left, look_up_every) : left);
    if (ready > 0) return Said::line;
    if (ready < 0 ? errno != EINTR : left == 0) return Said::nothing;
  }
}

ChildProcess::Said ChildProcess::tell(std::string_view line, Clock::time_point until) {
  std::string rest(line);
  rest += '\n';
  while (!rest.empty()) {
    const ssize_t done = write(in_, rest.data(), rest.size());
    if (done > 0) {
      rest.erase(0, static_cast<std::size_t>(done));
    } else if (errno == EAGAIN) {
      if (const Said said = wait_until(in_, POLLOUT, until); said != Said::line) return said;
    } else if (errno != EINTR) {
      return Said::gone;
    }
  }
  return Said::line;
}

ChildProcess::Said ChildProcess::hear(std::string& line, Clock::time_point until) {
  std::array<char, 4096> part{};
  while (true) {
    const std::size_t end = heard_.find('\n');
    if (end != std::string::npos && skipping_) {  // the rest of a line that was too long
      heard_.erase(0, end + 1);
      skipping_ = false;
      continue;
    }
    if (end != std::string::npos || heard_.size() > max_line) {
      line = heard_.substr(0, end);
      skipping_ = end == std::string::npos;
      heard_.erase(0, skipping_ ? end : end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return Said::line;
    }
    if (skipping_) heard_.clear();
    const ssize_t done = read(out_, part.data(), part.size());
    if (done > 0) {
      heard_.append(part.data(), static_cast<std::size_t>(done));
    } else if (done < 0 && errno == EAGAIN) {
      if (const Said said = wait_until(out_, POLLIN, until); said != Said::line) return said;
    } else if (done == 0 || errno != EINTR) {
      return Said::gone;
    }
  }
}

std::string ChildProcess::ended() {
  if (!wait_for_end(std::chrono::milliseconds(200))) return "";
  if (WIFSIGNALED(status_)) return "by signal " + std::to_string(WTERMSIG(status_));
  return "with status " + std::to_string(WEXITSTATUS(status_));
}

bool ChildProcess::wait_for_end(std::chrono::milliseconds patience) {
  for (const auto until = Clock::now() + patience; !ended_;) {
    ended_ = waitpid(pid_, &status_, WNOHANG) == pid_;
    if (ended_ || Clock::now() >= until) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return ended_;
}

}  // namespace coset::cli
