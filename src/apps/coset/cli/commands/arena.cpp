// coset arena SPEC: plays bots against each other on the same deals from every seat, and estimates
// which is better, with confidence intervals.
#include <algorithm>
#include <cstdio>
#include <thread>

#include "apps/coset/cli/arena/player.hpp"
#include "apps/coset/cli/arena/records.hpp"
#include "apps/coset/cli/arena/tally.hpp"
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/interrupt.hpp"
#include "engine/bots/level.hpp"

namespace coset::cli {

namespace {

// "alphabeta:depth=3,nodes=9,greedy" is two bots: a key=value part belongs to the bot before it.
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

constexpr double usual_error = 0.05;

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
  std::optional<double> alpha;
  std::optional<double> beta;
  std::string records;
  bool ladder = false;
  bool json = false;
  bool timings = false;

  // Whether "levels" is among the bots: then the number of levels is printed.
  bool by_levels() const {
    const std::vector<std::string> names = bots_in(bots_text);
    return std::find(names.begin(), names.end(), "levels") != names.end();
  }
  std::vector<std::string> named_bots(const Spec& spec) const {
    std::vector<std::string> out;
    for (std::string& name : bots_in(bots_text)) {
      if (name != "levels") {
        out.push_back(std::move(name));
        continue;
      }
      for (const bots::LevelInfo& level : bots::levels(spec)) out.emplace_back(level.name);
    }
    out.insert(out.end(), more_bots.begin(), more_bots.end());
    for (const std::string& name : out) check_player(name, spec);
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
                  "Expected " + range + " bots, got " + std::to_string(bots) +
                      ". With fewer bots than seats, the last one takes the remaining seats; with "
                      "--ladder each plays the one before it.");
  }

  std::optional<Sprt> test(const Spec& spec) const {
    if (!elo0 && !elo1 && (alpha || beta))
      throw Failure(Exit::input,
                    "--alpha and --beta require the sequential test: give --elo0 or --elo1.");
    if (!elo0 && !elo1) return std::nullopt;
    if (spec.seats() != 2)
      throw Failure(Exit::input, "The sequential test (--elo0, --elo1) requires two seats.");
    const Sprt out{elo0.value_or(0), elo1.value_or(elo0.value_or(0) + 10),
                   alpha.value_or(usual_error), beta.value_or(usual_error)};
    if (out.elo0 >= out.elo1) throw Failure(Exit::input, "--elo1 must be greater than --elo0.");
    return out;
  }

  ArenaTally play(const Spec& spec, const std::vector<std::string>& bots,
                  ArenaRecords* saved) const {
    const auto hardware = static_cast<int>(std::thread::hardware_concurrency());
    ArenaRun arena{spec,
                   seatings(spec.seats(), bots.size()),
                   0,
                   seed,
                   0,
                   {},
                   Interrupt::seen,
                   saved != nullptr};
    const std::uint64_t together = spec.seats() == 1 ? 1 : arena.seatings.size();
    arena.deals = (games + together - 1) / together;
    arena.threads = threads > 0 ? threads : std::max(1, hardware);
    arena.crew = [&] {
      Crew out;
      MoveLimits own = limits;
      own.stop = Interrupt::seen;
      for (const std::string& name : bots) out.push_back(make_player(name, own));
      return out;
    };
    ArenaTally tally(arena, bots, test(spec));
    play_arena(arena, [&](const DealResult& deal) {
      if (saved != nullptr) saved->add(arena, bots, deal);
      return tally.add(deal);
    });
    if (Interrupt::seen()) tally.interrupt();
    return tally;
  }

  // Whether there is a result to print; after an interrupt, reports how many games it covers.
  static bool tellable(const ArenaTally& tally) {
    if (!Interrupt::seen()) return true;
    std::fprintf(stderr, "coset: %s\n",
                 tally.games() == 0 ? "Interrupted before the first deal was finished: no result."
                                    : ("Interrupted: this is the result of the first " +
                                       std::to_string(tally.games()) + " games.")
                                          .c_str());
    return tally.games() > 0;
  }

  // Each bot against the one before it: a line of JSON, or a paragraph, for each step.
  void climb(const Spec& spec, const std::vector<std::string>& bots, ArenaRecords* saved) const {
    for (std::size_t i = 1; i < bots.size() && !Interrupt::seen(); ++i) {
      if (saved != nullptr) saved->next_step();
      const ArenaTally tally = play(spec, {bots[i], bots[i - 1]}, saved);
      if (!tellable(tally)) return;
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
    test(spec);  // validated before any file is created
    const Interrupt interrupt;
    std::optional<ArenaRecords> saved;
    if (!records.empty()) saved.emplace(records);
    if (by_levels() && !json) print(levels_said(spec) + "\n");
    if (ladder) {
      climb(spec, bots, saved ? &*saved : nullptr);
      return Interrupt::seen() ? Exit::interrupted : Exit::done;
    }
    const ArenaTally tally = play(spec, bots, saved ? &*saved : nullptr);
    if (tellable(tally)) {
      if (json) {
        print_line(tally.json(timings));
      } else {
        print(tally.heading() + "\n" + tally.standings() + "\n" + tally.summary());
      }
    }
    return Interrupt::seen() ? Exit::interrupted : Exit::done;
  }
};

}  // namespace

void add_arena_command(Program& program) {
  auto [app, command] = add_command<ArenaCommand>(
      program, "arena", "Play bots against each other and measure which is better");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in 'al-jabar Z2^3 seats=3', or a name from 'coset games'")
      ->required()
      ->type_name("GAME");
  const std::string who = "Players";
  app.add_option(
         "--bots", command.bots_text,
         "Bots with settings, as in strong,alphabeta:depth=3 or level5,level4; the last one "
         "takes the remaining seats; 'levels' means all levels of the game on its group")
      ->type_name("BOT,...")
      ->group(who);
  app.add_option("--bot", command.more_bots,
                 "One more bot, or a program as in 'exec:./mybot'; repeatable")
      ->type_size(1)
      ->allow_extra_args(false)
      ->type_name("BOT")
      ->group(who);
  app.add_flag("--ladder", command.ladder,
               "Any number of bots: each plays the one before it; JSON has one line per step")
      ->group(who);
  const std::string games = "Games and limits";
  app.add_option(
         "--games", command.games,
         "Number of games, rounded up so that every deal is played from every seat; with one "
         "seat, deals per bot")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}))
      ->capture_default_str()
      ->group(games);
  add_seed_option(app, command.seed, "Same seed, same games, with any number of threads")
      ->group(games);
  app.add_option("--threads", command.threads, "Number of threads; 0: one per core")
      ->check(CLI::Range(0, 256))
      ->capture_default_str()
      ->group(games);
  app.add_option("--playouts", command.limits.playouts,
                 "Maximum positions per move for built-in bots (default: as each bot is set)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->group(games);
  app.add_option("--ms", command.limits.milliseconds,
                 "Time limit per move in milliseconds; games are then not reproducible")
      ->check(CLI::Range(1, 3600000))
      ->group(games);
  const std::string test = "Sequential test, to stop early (two seats)";
  app.add_option("--elo0", command.elo0, "Null hypothesis: Elo lead of the first bot (default 0)")
      ->check(CLI::Range(-2000.0, 2000.0))
      ->group(test);
  app.add_option("--elo1", command.elo1, "Alternative hypothesis (default elo0 + 10)")
      ->check(CLI::Range(-2000.0, 2000.0))
      ->group(test);
  app.add_option("--alpha", command.alpha,
                 "Probability of accepting elo1 if elo0 is true (default 0.05)")
      ->check(CLI::Range(0.000001, 0.499999))
      ->group(test);
  app.add_option("--beta", command.beta,
                 "Probability of accepting elo0 if elo1 is true (default 0.05)")
      ->check(CLI::Range(0.000001, 0.499999))
      ->group(test);
  const std::string output = "Output";
  app.add_option(
         "--records", command.records,
         "Save every game: as one record each in a directory, or as one JSON line each in a "
         ".jsonl file")
      ->type_name("DIR|FILE.jsonl")
      ->group(output);
  app.add_flag("--json", command.json, "Print one JSON object, the same with any number of threads")
      ->group(output);
  app.add_flag("--timings", command.timings, "Add milliseconds per move to the JSON")
      ->group(output);
  add_examples(
      app,
      {{"coset arena al-jabar --bots level5,level4", "which is better, and how certain is that?"},
       {"coset arena mad-abel --bots greedy --bot exec:examples/bot.py --games 20",
        "a program of your own"},
       {"coset arena al-jabar --bots levels --ladder --games 400",
        "each level against the one below"},
       {"coset arena al-jabar --bots greedy,random --games 40 --records games",
        "and save the games"}},
      "Ctrl-C prints the result of the games so far. docs/bot-protocol.md documents how to write a "
      "bot.");
}

}  // namespace coset::cli
