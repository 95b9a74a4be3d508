#include "apps/coset/cli/bench/cost.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

namespace {

using Path = Playouts::Path;

constexpr std::array<Workload, 8> all_workloads = {{
    {"al-jabar-2", "al-jabar Z2^3 seats=2", Path::best, 2000},
    {"al-jabar-4", "al-jabar Z2^3 seats=4", Path::best, 600},
    {"solitaire", "solitaire Z2^3", Path::best, 2000},
    {"mad-abel-2", "mad-abel Z4xZ13 seats=2", Path::best, 1500},
    {"al-jabar-2-baseline", "al-jabar Z2^3 seats=2", Path::baseline, 600},
    {"mad-abel-2-baseline", "mad-abel Z4xZ13 seats=2", Path::baseline, 600},
    {"al-jabar-2-generic", "al-jabar Z2^3 seats=2", Path::generic, 600},
    {"mad-abel-2-generic", "mad-abel Z4xZ13 seats=2", Path::generic, 200},
}};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double mean_branching(const Spec& spec) {
  constexpr std::uint64_t games = 100;
  std::uint64_t actions = 0;
  std::uint64_t decisions = 0;
  std::visit(
      [&]<Game G>(const G& game) {
        ActionList list;
        const auto count = [&](const typename G::State& s, const Action& action) {
          if (action.verb == Verb::deal) return;
          list.clear();
          game.actions(s, list);
          actions += list.size();
          ++decisions;
        };
        for (std::uint64_t seed = 0; seed < games; ++seed) {
          Rng rng(mix(seed));
          play_out(game, spec.repetition(), rng, RandomChoice(), count);
        }
      },
      spec.game());
  return static_cast<double>(actions) / static_cast<double>(decisions);
}

}  // namespace

std::span<const Workload> workloads() { return all_workloads; }

const Workload& workload(std::string_view name) {
  for (const Workload& one : all_workloads)
    if (one.name == name) return one;
  throw Failure(Exit::input, "Unknown workload " + quoted(name) + ".");
}

std::uint64_t play_workload(const Workload& workload) {
  Playouts playouts(parse_spec(std::string(workload.spec)), workload.path);
  std::uint64_t decisions = 0;
  for (std::uint64_t seed = 0; seed < workload.games; ++seed)
    decisions += static_cast<std::uint64_t>(playouts.play(mix(seed)).decisions);
  return decisions;
}

Speed measure_speed(const Workload& workload) {
  const Spec spec = parse_spec(std::string(workload.spec));
  Playouts playouts(spec, workload.path);
  constexpr double enough = 0.3;
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  const double start = processor_seconds();
  double seconds = 0;
  while (seconds < enough) {
    for (int i = 0; i < 64; ++i)
      decisions += static_cast<std::uint64_t>(playouts.play(mix(++games)).decisions);
    seconds = processor_seconds() - start;
  }
  const auto played = static_cast<double>(games);
  const auto decided = static_cast<double>(decisions);
  return {std::string(playouts.path()), played / seconds, decided / seconds, decided / played,
          mean_branching(spec)};
}

double measure_cost(const Workload& workload) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string out =
      (std::filesystem::temp_directory_path() / ("coset-cost-" + std::to_string(getpid()) + ".out"))
          .string();
  const std::string command =
      "valgrind --tool=callgrind --collect-atstart=no "
      "'--toggle-collect=coset::Playouts::play(unsigned long)' '--callgrind-out-file=" +
      out + "' '" + self + "' bench --workload " + std::string(workload.name) + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  unsigned long long decisions = 0;
  const bool read = pipe != nullptr && std::fscanf(pipe, "%llu", &decisions) == 1;
  if (pipe == nullptr || pclose(pipe) != 0 || !read || decisions == 0)
    throw Failure(Exit::failure, "Cannot run valgrind; install it to count instructions.");
  std::ifstream file(out);
  double instructions = 0;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("totals: ")) instructions = std::strtod(line.c_str() + 8, nullptr);
  std::filesystem::remove(out);
  if (instructions == 0) throw Failure(Exit::failure, "Cannot read valgrind's output.");
  return instructions / static_cast<double>(decisions);
}

std::string build_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace coset::cli
