#include "apps/coset_load/class_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "apps/coset_load/class_fleet.hpp"
#include "engine/teach/lessons/lesson.hpp"

namespace coset::coset_load {

namespace {

constexpr int done = 0, failure = 1, input = 2;

struct Options {
  ClassPlan plan;
  double lesson_seconds = 2, game_seconds = 3, join_seconds = 1, grace = 60;
  std::vector<std::string> misconceptions;
  std::string observations, told;
};

int fail(const std::string& sentence, int exit) {
  std::fprintf(stderr, "coset-load: %s\n", sentence.c_str());
  return exit;
}

int play(const ClassPlan& plan, std::FILE* observations, std::FILE* told) {
  ClassReport report;
  {
    net::EventLoop loop;
    ClassFleet fleet(loop, plan, observations, told);
    fleet.start();
    loop.on_signal([&fleet] { fleet.cancel(); });
    loop.run();
    report = fleet.report();
  }
  const bool ok = report.complaints == 0 && report.unfinished == 0 && report.in == report.pupils;
  std::puts(as_json(std::move(report)).c_str());
  return ok ? done : failure;
}

int run(const Options& options) {
  ClassPlan plan = options.plan;
  const auto milliseconds = [](double seconds) { return static_cast<Time>(seconds * 1000); };
  plan.lesson_time = milliseconds(options.lesson_seconds);
  plan.game_time = milliseconds(options.game_seconds);
  plan.join_time = milliseconds(options.join_seconds);
  plan.grace = milliseconds(options.grace);
  plan.player.think_time = plan.profile.think_time;
  plan.player.max_duplicates = plan.profile.max_duplicates;
  plan.player.resend = plan.profile.resend;
  for (const std::string& word : options.misconceptions) {
    const auto found = find_misconception(word);
    if (!found) return fail("There is no misconception '" + word + "'.", input);
    plan.profile.misconceptions.push_back(*found);
  }
  if (const auto spec = Spec::parse(plan.spec); !spec) return fail(spec.error().sentence, input);
  if (teach::find_lesson(plan.lesson) == nullptr)
    return fail("There is no lesson '" + plan.lesson + "'.", input);
  std::FILE* files[2] = {nullptr, nullptr};
  const std::string* paths[2] = {&options.observations, &options.told};
  for (int i = 0; i < 2; ++i) {
    if (paths[i]->empty()) continue;
    files[i] = std::fopen(paths[i]->c_str(), "a");
    if (files[i] == nullptr) return fail("Cannot write " + *paths[i] + ".", failure);
  }
  int exit = play(plan, files[0], files[1]);
  for (int i = 0; i < 2; ++i)
    if (files[i] != nullptr && std::fclose(files[i]) != 0)
      exit = fail("Cannot write " + *paths[i] + ".", failure);
  return exit;
}

void add_options(CLI::App& app, Options& options) {
  ClassPlan& plan = options.plan;
  app.add_option("--address", plan.address, "The server's address")->capture_default_str();
  app.add_option("--port", plan.port, "The server's port")->capture_default_str();
  app.add_flag("--spread", plan.spread, "Ten pupils share an address; otherwise all have one");
  app.add_option("--class", plan.code, "Code of a class to join, instead of opening one");
  app.add_option("--teacher", plan.teacher, "With --class: the teacher's secret, in hex");
  app.add_option("--pupils", plan.pupils, "Pupils who join")
      ->capture_default_str()
      ->check(CLI::Range(1, 200));
  app.add_option("--join-seconds", options.join_seconds, "Time within which they connect")
      ->capture_default_str();
  app.add_option("--rounds", plan.rounds, "Rounds, each a lesson and a game")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  app.add_option("--lesson", plan.lesson, "The lesson")->capture_default_str();
  app.add_option("--lesson-seconds", options.lesson_seconds, "Length of a lesson; 0: none")
      ->capture_default_str();
  app.add_option("--game-seconds", options.game_seconds, "Length of a round's games; 0: none")
      ->capture_default_str();
  app.add_option("--spec", plan.spec, "The game")->capture_default_str();
  app.add_flag("--three", plan.three, "The odd one is the third at a table, and plays no bot");
  app.add_option("--answers", plan.answers,
                 "Answers of the class in a lesson, however long it takes");
  app.add_option("--tries", plan.tries, "Trades of the class in a round that are not level");
  app.add_option("--wrong", plan.profile.wrong, "Share of answers that are wrong")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--misconception", options.misconceptions,
                 "What wrong answers and trades show; repeatable [all, and trades that show none]");
  app.add_option("--pauses", plan.pauses, "Pauses in each game")->check(CLI::Range(0, 100));
  app.add_option("--leave", plan.leave, "Pupils who leave in each lesson and come back");
  app.add_option("--disconnect-every", plan.disconnect_every,
                 "Mean milliseconds until a pupil loses its connections");
  app.add_option("--think-time", plan.profile.think_time, "Mean milliseconds per answer and move")
      ->capture_default_str();
  app.add_option("--max-duplicates", plan.profile.max_duplicates, "Send each request 1 to N times")
      ->capture_default_str()
      ->check(CLI::Range(1, 20));
  app.add_option("--resend", plan.profile.resend,
                 "Milliseconds until an unanswered request is sent again")
      ->capture_default_str();
  app.add_option("--grace", options.grace, "Further seconds in which each step must end")
      ->capture_default_str();
  app.add_option("--observations", options.observations,
                 "File to append what the clients observe at tables, for verify");
  app.add_option("--told", options.told, "File to append each answer and trade that was counted");
  app.add_option("--seed", plan.seed, "Seed of what the pupils do")->capture_default_str();
}

}  // namespace

std::function<int()> add_class_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "class",
      "Open a class, be its teacher and its pupils, and print a report as one line of JSON");
  add_options(*command, *options);
  return [command, options] { return command->parsed() ? run(*options) : -1; };
}

}  // namespace coset::coset_load
