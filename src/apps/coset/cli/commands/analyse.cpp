// coset analyse: reads questions about positions from stdin and writes answers to stdout, one JSON
// object per line.
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <future>
#include <mutex>
#include <thread>

#include "apps/coset/cli/command.hpp"
#include "protocol/json_output/analysis.hpp"

namespace coset::cli {

namespace {

// Reads a line; one that is too long is cut just beyond the limit. False at the end of input.
bool read_line(std::string& out) {
  out.clear();
  int c = std::getc(stdin);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(stdin))
    if (out.size() <= protocol::max_analysis_query) out += static_cast<char>(c);
  return true;
}

bool blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

void say(const std::string& line) {
  print(line + "\n");
  std::fflush(stdout);
}

struct AnalyseCommand {
  int threads = 1;

  static protocol::AnalysisHost host() {
    return {[](int milliseconds) {
              using Clock = std::chrono::steady_clock;
              const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
              return [end] { return Clock::now() >= end; };
            },
            {},
            1000000,
            true};
  }

  // Answers questions in parallel; prints the answers in the order of the questions.
  void answer_together() const {
    std::mutex guard;
    std::condition_variable changed;
    std::deque<std::future<std::string>> asked;
    bool ended = false;
    std::jthread speaker([&] {
      while (true) {
        std::unique_lock lock(guard);
        changed.wait(lock, [&] { return ended || !asked.empty(); });
        if (asked.empty()) return;
        std::future<std::string>& first = asked.front();
        lock.unlock();
        const std::string lines = first.get();
        print(lines);
        std::fflush(stdout);
        lock.lock();
        asked.pop_front();
        changed.notify_all();
      }
    });
    std::string line;
    while (read_line(line)) {
      if (blank(line)) continue;
      std::unique_lock lock(guard);
      changed.wait(lock, [&] { return asked.size() < static_cast<std::size_t>(threads); });
      asked.push_back(std::async(std::launch::async, [line] {
        std::string lines;
        protocol::answer_analysis(line, host(),
                                  [&](const std::string& one) { lines += one + "\n"; });
        return lines;
      }));
      changed.notify_all();
    }
    const std::lock_guard lock(guard);
    ended = true;
    changed.notify_all();
  }

  Exit run() const {
    if (isatty(STDIN_FILENO) != 0)
      std::fputs(
          "coset: Type questions, one JSON object per line; Ctrl-D ends. 'coset help analyse' has "
          "an example.\n",
          stderr);
    if (threads > 1) {
      answer_together();
      return Exit::done;
    }
    std::string line;
    while (read_line(line))
      if (!blank(line)) protocol::answer_analysis(line, host(), say);
    return Exit::done;
  }
};

}  // namespace

void add_analyse_command(Program& program) {
  auto [app, command] = add_command<AnalyseCommand>(
      program, "analyse", "Answer questions about positions, one JSON object per line");
  app.add_option("--threads", command.threads,
                 "Number of questions to answer in parallel; answers keep their order")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_examples(app,
               {{"echo '{\"id\":1,\"spec\":\"al-jabar\",\"position\":\"canon\"}' | coset analyse",
                 "evaluate every exchange of this position"},
                {"coset analyse --threads 4 < questions.jsonl > answers.jsonl", "many questions"}},
               "docs/analysis-protocol.md documents questions and answers.");
}

}  // namespace coset::cli
