// coset bench: the behaviour signature, the speed of random games, and the cost of a table.
#include <array>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/bench/cost.hpp"
#include "apps/coset/cli/bench/lab.hpp"
#include "apps/coset/cli/bench/table.hpp"
#include "apps/coset/cli/bench/think_time.hpp"
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/together.hpp"
#include "engine/play/simulate.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string hex(std::uint64_t value) {
  std::array<char, 17> out{};
  std::snprintf(out.data(), out.size(), "%016llx", static_cast<unsigned long long>(value));
  return out.data();
}

struct BenchCommand {
  bool signature_only = false;
  bool json = false;
  bool costs_only = false;
  bool think_time_only = false;
  bool lab_only = false;
  int rules = newest_rules;
  std::string workload_name;

  // Instructions per decision, by valgrind; takes a minute.
  Exit run_costs() const {
    Json costs = Json::array();
    if (!json)
      print(padded("random games (" + build_name() + ")", 46) + "instructions per decision\n");
    for (const Workload& one : workloads()) {
      const double instructions = measure_cost(one);
      const std::string path(Playouts(parse_spec(std::string(one.spec)), one.path).path());
      if (json) {
        costs.push_back({{"workload", one.name},
                         {"spec", one.spec},
                         {"path", path},
                         {"games", one.games},
                         {"instructions_per_decision", instructions}});
      } else {
        print(padded(one.name, 22) + padded(one.spec, 24) + padded(fixed(instructions, 1), 10) +
              path + "\n");
      }
    }
    if (json) print_line(Json{{"schema", 1}, {"build", build_name()}, {"costs", costs}});
    return Exit::done;
  }

  // The worst time of a hint and of every level's move, in milliseconds.
  Exit run_think_time() const {
    Json all = Json::array();
    if (!json) print("worst CPU time of a decision, ms (" + build_name() + ")\n");
    for (const std::string& spec : think_time_specs()) {
      const ThinkTimes found = measure_think_times(spec);
      std::string line = padded(spec, 18);
      Json worst = Json::object();
      for (const ThinkTime& cost : found.costs) {
        line += padded(cost.who + " " + fixed(1e3 * cost.worst, 0), 12);
        worst[cost.who] = 1e3 * cost.worst;
      }
      if (json)
        all.push_back({{"spec", spec}, {"positions", found.positions}, {"milliseconds", worst}});
      else
        print(line + "\n");
    }
    if (json) print_line(Json{{"schema", 1}, {"build", build_name()}, {"think_times", all}});
    return Exit::done;
  }

  // Milliseconds of taking groups apart.
  Exit run_lab() const {
    Json times = Json::array();
    if (!json) print(padded("group lab (" + build_name() + ")", 46) + "CPU ms    at most\n");
    for (const LabTime& time : measure_lab_times()) {
      if (json)
        times.push_back({{"what", time.what},
                         {"group", time.group},
                         {"milliseconds", time.milliseconds},
                         {"limit", time.limit}});
      else
        print(padded(time.what, 10) + padded(shortened(time.group, 34), 36) +
              padded(fixed(time.milliseconds, 2), 10) + fixed(time.limit, 0) + "\n");
    }
    if (json) print_line(Json{{"schema", 1}, {"build", build_name()}, {"lab", times}});
    return Exit::done;
  }

  void refuse_conflicts() const {
    const std::string one_thing = "they select different output.";
    if (signature_only)
      refuse_beside(
          "--signature",
          {{costs_only, "--cost"}, {think_time_only, "--think-time"}, {lab_only, "--lab"}},
          one_thing);
    if (costs_only)
      refuse_beside("--cost", {{think_time_only, "--think-time"}, {lab_only, "--lab"}}, one_thing);
    if (think_time_only) refuse_beside("--think-time", {{lab_only, "--lab"}}, one_thing);
  }

  Exit run() const {
    refuse_conflicts();
    if (lab_only) return run_lab();
    if (think_time_only) return run_think_time();
    if (!workload_name.empty()) {
      print(std::to_string(play_workload(workload(workload_name))) + "\n");
      return Exit::done;
    }
    if (costs_only) return run_costs();
    const std::string signature = hex(behaviour_signature(rules));
    if (signature_only) {
      json ? print_line(Json{{"schema", 1}, {"signature", signature}}) : print(signature + "\n");
      return Exit::done;
    }
    constexpr std::array<std::string_view, 4> specs = {"al-jabar Z2^3 seats=2",
                                                       "al-jabar Z2^3 seats=4", "solitaire Z2^3",
                                                       "mad-abel Z4xZ13 seats=2"};
    Json speeds = Json::array();
    if (!json)
      print("signature " + signature + "\n\n" + padded("random games, one thread", 28) +
            padded("path", 13) + "games/s  decisions/s  decisions/game  branching\n");
    for (const Workload& one : workloads()) {
      const Speed speed = measure_speed(one);
      if (json) {
        speeds.push_back({{"workload", one.name},
                          {"spec", one.spec},
                          {"path", speed.path},
                          {"games_per_second", speed.games},
                          {"decisions_per_second", speed.decisions},
                          {"decisions_per_game", speed.moves_per_game},
                          {"mean_branching", speed.branching}});
      } else {
        print(padded(one.spec, 26) + "  " + padded(speed.path, 13) +
              padded(fixed(speed.games, 0), 9) + padded(fixed(speed.decisions, 0), 13) +
              padded(fixed(speed.moves_per_game, 1), 16) + fixed(speed.branching, 1) + "\n");
      }
    }
    Json tables = Json::array();
    if (!json)
      print("\n" + padded("tables, one thread", 28) + padded("bytes idle", 12) +
            padded("us/move", 11) + "with JSON\n");
    for (const std::string_view text : specs) {
      const TableCost cost = measure_table(std::string(text));
      if (json) {
        tables.push_back({{"spec", cost.spec},
                          {"bytes", cost.bytes},
                          {"microseconds", cost.micros},
                          {"microseconds_as_text", cost.text_micros}});
      } else {
        print(padded(cost.spec, 26) + "  " + padded(fixed(cost.bytes, 0), 12) +
              padded(fixed(cost.micros, 1), 11) + fixed(cost.text_micros, 1) + "\n");
      }
    }
    if (json)
      print_line(Json{{"schema", 1},
                      {"signature", signature},
                      {"build", build_name()},
                      {"random", speeds},
                      {"tables", tables}});
    return Exit::done;
  }
};

}  // namespace

void add_bench_command(Program& program) {
  auto [app, command] = add_command<BenchCommand>(
      program, "bench", "Print the behaviour signature and measure speed");
  app.add_flag("--signature", command.signature_only,
               "Print only the signature, which changes with the behaviour of the rules");
  app.add_option("--rules", command.rules, "Version of the rules for the signature")
      ->check(CLI::Range(first_rules, newest_rules))
      ->capture_default_str();
  app.add_flag("--json", command.json, "Print one JSON object");
  app.add_flag("--cost", command.costs_only,
               "Print only instructions per decision in random games, counted by valgrind");
  app.add_flag("--think-time", command.think_time_only,
               "Print only the worst CPU time of a hint and of every level's move on large groups");
  app.add_flag("--lab", command.lab_only,
               "Print only the CPU time of cosets, quotients, names and lattices of groups");
  app.add_option("--workload", command.workload_name,
                 "Play these fixed games and print the number of decisions: what --cost counts")
      ->group("");
  add_examples(app, {{"coset bench", "the signature, and the speed on this machine"},
                     {"coset bench --signature", "have the rules changed?"}});
}

}  // namespace coset::cli
