// coset bench: the behaviour signature, how fast random games go, and what a table costs.
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/game_text.hpp"
#include "cli/table_bench.hpp"
#include "play/simulate.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Speed {
  std::string spec;
  double games = 0;      // a second
  double decisions = 0;  // a second
};

Speed measure(std::string_view text) {
  using Clock = std::chrono::steady_clock;
  const Spec spec = parse_spec(std::string(text));
  constexpr auto enough = std::chrono::milliseconds(300);
  const auto start = Clock::now();
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  while (Clock::now() - start < enough)
    decisions += static_cast<std::uint64_t>(play_random_game(spec, mix(++games)).decisions);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return {std::string(text), static_cast<double>(games) / seconds,
          static_cast<double>(decisions) / seconds};
}

std::string hex(std::uint64_t value) {
  std::array<char, 17> out{};
  std::snprintf(out.data(), out.size(), "%016llx", static_cast<unsigned long long>(value));
  return out.data();
}

struct BenchCommand {
  bool signature_only = false;
  bool json = false;

  Exit run() const {
    const std::string signature = hex(behaviour_signature());
    if (signature_only) {
      print(signature + "\n");
      return Exit::done;
    }
    constexpr std::array<std::string_view, 4> specs = {"al-jabar Z2^3 seats=2",
                                                       "al-jabar Z2^3 seats=4", "solitaire Z2^3",
                                                       "mad-abel Z4xZ13 seats=2"};
    Json speeds = Json::array();
    if (!json)
      print("signature " + signature + "\n\n" + padded("random games, one thread", 28) +
            "games/s  decisions/s\n");
    for (const std::string_view text : specs) {
      const Speed speed = measure(text);
      if (json) {
        speeds.push_back({{"spec", speed.spec},
                          {"games_per_second", speed.games},
                          {"decisions_per_second", speed.decisions}});
      } else {
        print(padded(speed.spec, 26) + "  " + padded(fixed(speed.games, 0), 9) +
              fixed(speed.decisions, 0) + "\n");
      }
    }
    Json tables = Json::array();
    if (!json)
      print("\n" + padded("tables, one thread", 28) + padded("bytes idle", 12) +
            padded("us a move", 11) + "with JSON\n");
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
      print_line(
          Json{{"schema", 1}, {"signature", signature}, {"random", speeds}, {"tables", tables}});
    return Exit::done;
  }
};

}  // namespace

void add_bench_command(Program& program) {
  auto [app, command] = add_command<BenchCommand>(
      program, "bench", "Print the behaviour signature and measure speed");
  app.add_flag("--signature", command.signature_only,
               "Only the signature: it changes when the rules' behaviour does");
  app.add_flag("--json", command.json, "One JSON object");
}

}  // namespace coset::cli
