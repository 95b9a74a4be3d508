// coset arena SPEC: bots against each other, on the same deals from every seat, and how sure one
// can be about who is better.
#include <algorithm>
#include <cstdio>
#include <thread>

#include "bots/level.hpp"
#include "cli/arena/player.hpp"
#include "cli/arena/tally.hpp"
#include "cli/command.hpp"
#include "cli/game_text.hpp"

namespace coset::cli {

namespace {

// "alphabeta:depth=3,nodes=9,greedy" is two bots: what has a sign but no name of its own belongs to
// the bot before it.
std::vector<std::string> bots_in(const std::string& list) {
  std::vector<std::string> out;
  std::string_view rest = list;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const bool setting = part.find('=') < part.find(':');
    if (setting && !out.empty() && out.back().find(':') != std::string::npos) {
      out.back() += ",";
      out.back() += part;
    } else {
      out.emplace_back(part);
    }
  }
  return out;
}

struct ArenaCommand {
  std::string spec_text;
  std::string bots_text;
  std::vector<std::string> more_bots;
  std::uint64_t games = 200;
  std::uint64_t seed = 1;
  int threads = 0;
  MoveLimits limits;
  std::optional<double> elo0;
  std::optional<double> elo1;
  double alpha = 0.05;
  double beta = 0.05;
  bool ladder = false;
  bool json = false;
  bool timings = false;

  std::vector<std::string> named_bots(const Spec& spec) const {
    std::vector<std::string> out;
    for (std::string& name : bots_in(bots_text)) {
      if (name != "levels") {
        out.push_back(std::move(name));
        continue;
      }
      for (const bots::LevelInfo& level : bots::levels(spec.game_name(), spec.seats()))
        out.emplace_back(level.name);
    }
    out.insert(out.end(), more_bots.begin(), more_bots.end());
    for (const std::string& name : out)
      if (const auto error = unknown_player(name)) throw Failure(Exit::input, error->sentence);
    return out;
  }

  void check_number(const Spec& spec, std::size_t bots) const {
    const bool any_number = ladder || spec.seats() == 1;
    const auto most = any_number ? std::size_t{64} : static_cast<std::size_t>(spec.seats());
    const std::size_t fewest = spec.seats() == 1 && !ladder ? 1 : 2;
    if (bots >= fewest && bots <= most) return;
    const std::string range =
        (fewest < most ? std::to_string(fewest) + " to " : "") + std::to_string(most);
    throw Failure(Exit::input,
                  "This takes " + range + " bots, but " + std::to_string(bots) +
                      (bots == 1 ? " is" : " are") +
                      " named. If there are fewer bots than seats, the last one sits at "
                      "all that are left; with --ladder each plays the one before it.");
  }

  std::optional<Sprt> test(const Spec& spec) const {
    if (!elo0 && !elo1) return std::nullopt;
    if (spec.seats() != 2)
      throw Failure(Exit::input, "The sequential test (--elo0, --elo1) is for two seats.");
    const Sprt out{elo0.value_or(0), elo1.value_or(elo0.value_or(0) + 10), alpha, beta};
    if (out.elo0 >= out.elo1) throw Failure(Exit::input, "--elo1 must be more than --elo0.");
    return out;
  }

  ArenaTally play(const Spec& spec, const std::vector<std::string>& bots) const {
    const auto hardware = static_cast<int>(std::thread::hardware_concurrency());
    ArenaRun arena{spec, seatings(spec.seats(), bots.size()), 0, seed, 0, {}};
    const std::uint64_t together = spec.seats() == 1 ? 1 : arena.seatings.size();
    arena.deals = (games + together - 1) / together;
    arena.threads = threads > 0 ? threads : std::max(1, hardware);
    arena.crew = [&] {
      Crew out;
      for (const std::string& name : bots) out.push_back(make_player(name, limits));
      return out;
    };
    ArenaTally tally(arena, bots, test(spec));
    play_arena(arena, [&](const DealResult& deal) { return tally.add(deal); });
    return tally;
  }

  // Each bot against the one before it: a line of JSON, or a paragraph, for each step.
  void climb(const Spec& spec, const std::vector<std::string>& bots) const {
    for (std::size_t i = 1; i < bots.size(); ++i) {
      const ArenaTally tally = play(spec, {bots[i], bots[i - 1]});
      if (json) {
        print_line(tally.json(timings));
      } else {
        print((i == 1 ? tally.heading() : "") + "\n" + tally.standings());
      }
      std::fflush(stdout);
    }
  }

  Exit run() const {
    const Spec spec = parse_spec(spec_text);
    const std::vector<std::string> bots = named_bots(spec);
    check_number(spec, bots.size());
    if (ladder) {
      climb(spec, bots);
      return Exit::done;
    }
    const ArenaTally tally = play(spec, bots);
    if (json) {
      print_line(tally.json(timings));
    } else {
      print(tally.heading() + "\n" + tally.standings() + "\n" + tally.summary());
    }
    return Exit::done;
  }
};

}  // namespace

void add_arena_command(Program& program) {
  auto [app, command] = add_command<ArenaCommand>(
      program, "arena", "Let bots play each other, and measure who is better");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in \'al-jabar Z2^3 seats=3\', or a name from \'coset games\'")
      ->required();
  app.add_option(
      "--bots", command.bots_text,
      "Who plays: names with settings, as in strong,alphabeta:depth=3 or "
      "level5,level4; the last one sits at all seats that are left. \'levels\' are all levels "
      "of the game");
  app.add_option("--bot", command.more_bots,
                 "One more bot, or a program as in 'exec:./mybot'; may be given again")
      ->type_size(1)
      ->allow_extra_args(false);
  app.add_flag("--ladder", command.ladder,
               "Any number of bots: each plays the one before it; JSON is a line for each step");
  app.add_option("--games", command.games,
                 "How many, rounded up so that every deal is played from every seat; in a game for "
                 "one, deals for each bot")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}))
      ->capture_default_str();
  app.add_option("--seed", command.seed, "Same seed, same games, whatever the threads")
      ->capture_default_str();
  app.add_option("--threads", command.threads, "0: as many as there are cores")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  app.add_option("--playouts", command.limits.playouts,
                 "At most so many positions a move; without it each bot goes by its own settings")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  app.add_option("--ms", command.limits.milliseconds,
                 "At most so many milliseconds a move; games then differ from run to run")
      ->check(CLI::Range(1, 3600000));
  app.add_option("--elo0", command.elo0,
                 "Two seats: stop as soon as it is clear whether the first bot is better by this "
                 "much Elo (0) ...")
      ->check(CLI::Range(-2000.0, 2000.0));
  app.add_option("--elo1", command.elo1, "... or by this much (elo0 + 10)")
      ->check(CLI::Range(-2000.0, 2000.0));
  app.add_option("--alpha", command.alpha, "The chance to find elo1 where elo0 is true")
      ->check(CLI::Range(0.000001, 0.499999))
      ->capture_default_str();
  app.add_option("--beta", command.beta, "The chance to find elo0 where elo1 is true")
      ->check(CLI::Range(0.000001, 0.499999))
      ->capture_default_str();
  app.add_flag("--json", command.json, "One JSON object, the same for a seed whatever the threads");
  app.add_flag("--timings", command.timings, "Milliseconds a move in the JSON too");
}

}  // namespace coset::cli
