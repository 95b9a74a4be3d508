// Kills a child process at a syscall, and waits for its PostgreSQL sessions.
#pragma once

#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <string>

#include "server/store/postgres.hpp"

namespace coset::store {

// Runs `work(acknowledge)` in a child and kills it at its syscall number `step`, counted from when
// it stops itself. Returns its acknowledgements, and whether it was killed there.
struct Died {
  bool at_the_step = false;
  int acknowledged = 0;
};
template <class Work>
Died die_at(int step, const Work& work) {
  int ends[2] = {};
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    work([&] { (void)!write(ends[1], "!", 1); });
    _exit(0);
  }
  close(ends[1]);
  int status = 0;
  waitpid(child, &status, 0);  // it has stopped itself
  Died out;
  for (int i = 0; WIFSTOPPED(status); ++i) {
    if (i == step) {
      out.at_the_step = true;
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    waitpid(child, &status, 0);
  }
  char letter = 0;
  while (read(ends[0], &letter, 1) == 1) ++out.acknowledged;
  close(ends[0]);
  return out;
}

// Repeats a query until it returns no rows.
inline void alone(const std::string& url, const char* sql) {
  const auto error = run_script(url, [&](PGconn* connection) -> std::optional<Error> {
    for (int i = 0; i < 1000; ++i) {
      PGresult* got = PQexec(connection, sql);
      const bool some = PQntuples(got) > 0;
      PQclear(got);
      if (!some) return std::nullopt;
      usleep(5000);
    }
    return Error{"test", 0, "others are still there"};
  });
  EXPECT_EQ(error, std::nullopt);
}
inline constexpr const char* others =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid()";
inline constexpr const char* end_others =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()";

}  // namespace coset::store
