// coset arena SPEC: bots against each other, on the same deals from every seat, and how sure one
// can be about who is better.
#include <algorithm>
#include <cstdio>
#include <thread>

#include "bots/level.hpp"
#include "cli/arena/player.hpp"
#include "cli/arena/records.hpp"
#include "cli/arena/tally.hpp"
#include "cli/command.hpp"
#include "cli/game_text.hpp"
#include "cli/names.hpp"
#include "cli/seed.hpp"
#include "cli/terminal/interrupt.hpp"

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

  // Whether the levels of the spec play, and so it is told how many there are.
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
                  "This takes " + range + " bots, but " + std::to_string(bots) +
                      (bots == 1 ? " is" : " are") +
                      " named. If there are fewer bots than seats, the last one sits at "
                      "all that are left; with --ladder each plays the one before it.");
  }

  std::optional<Sprt> test(const Spec& spec) const {
    if (!elo0 && !elo1 && (alpha || beta))
      throw Failure(Exit::input,
                    "--alpha and --beta are for the sequential test: ask it by --elo0 and --elo1.");
    if (!elo0 && !elo1) return std::nullopt;
    if (spec.seats() != 2)
      throw Failure(Exit::input, "The sequential test (--elo0, --elo1) is for two seats.");
    const Sprt out{elo0.value_or(0), elo1.value_or(elo0.value_or(0) + 10),
                   alpha.value_or(usual_error), beta.value_or(usual_error)};
    if (out.elo0 >= out.elo1) throw Failure(Exit::input, "--elo1 must be more than --elo0.");
    return out;
  }

  ArenaTally play(const Spec& spec, const std::vector<std::string>& bots,
                  ArenaRecords* kept) const {
    const auto hardware = static_cast<int>(std::thread::hardware_concurrency());
    ArenaRun arena{
        spec,           seatings(spec.seats(), bots.size()), 0, seed, 0, {}, Interrupt::seen,
        kept != nullptr};
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
      if (kept != nullptr) kept->add(arena, bots, deal);
      return tally.add(deal);
    });
    if (Interrupt::seen()) tally.interrupt();
    return tally;
  }

  // What stands on stdout after an interrupt is a result too, if there is one.
  static bool tellable(const ArenaTally& tally) {
    if (!Interrupt::seen()) return true;
    std::fprintf(stderr, "coset: %s\n",
                 tally.games() == 0
                     ? "Interrupted before a deal was played to its end: there is no result."
                     : ("Interrupted: this is the result of the first " +
                        std::to_string(tally.games()) + " games.")
                           .c_str());
    return tally.games() > 0;
  }

  // Each bot against the one before it: a line of JSON, or a paragraph, for each step.
  void climb(const Spec& spec, const std::vector<std::string>& bots, ArenaRecords* kept) const {
    for (std::size_t i = 1; i < bots.size() && !Interrupt::seen(); ++i) {
      if (kept != nullptr) kept->next_step();
      const ArenaTally tally = play(spec, {bots[i], bots[i - 1]}, kept);
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
    test(spec);  // refused before anything is made
    const Interrupt interrupt;
    std::optional<ArenaRecords> kept;
    if (!records.empty()) kept.emplace(records);
    if (by_levels() && !json) print(levels_said(spec) + "\n");
    if (ladder) {
      climb(spec, bots, kept ? &*kept : nullptr);
      return Interrupt::seen() ? Exit::interrupted : Exit::done;
    }
    const ArenaTally tally = play(spec, bots, kept ? &*kept : nullptr);
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
      program, "arena", "Let bots play each other, and measure who is better");
  app.add_option("SPEC", command.spec_text,
                 "The game, as in 'al-jabar Z2^3 seats=3', or a name from 'coset games'")
      ->required()
      ->type_name("GAME");
  const std::string who = "Who plays";
  app.add_option(
         "--bots", command.bots_text,
         "Names with settings, as in strong,alphabeta:depth=3 or level5,level4; the last "
         "one sits at all seats that are left; 'levels' are all that the game has on its group")
      ->type_name("BOT,...")
      ->group(who);
  app.add_option("--bot", command.more_bots,
                 "One more bot, or a program as in 'exec:./mybot'; may be given again")
      ->type_size(1)
      ->allow_extra_args(false)
      ->type_name("BOT")
      ->group(who);
  app.add_flag("--ladder", command.ladder,
               "Any number of bots: each plays the one before it; JSON is a line for each step")
      ->group(who);
  const std::string games = "How many, and how long";
  app.add_option(
         "--games", command.games,
         "Rounded up so that every deal is played from every seat; in a game for one, deals "
         "for each bot")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000000000}))
      ->capture_default_str()
      ->group(games);
  add_seed_option(app, command.seed, "Same seed, same games, whatever the threads")->group(games);
  app.add_option("--threads", command.threads, "0: as many as there are cores")
      ->check(CLI::Range(0, 256))
      ->capture_default_str()
      ->group(games);
  app.add_option("--playouts", command.limits.playouts,
                 "Our own bots look at no more positions a move; without it each goes by its own "
                 "settings")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->group(games);
  app.add_option("--ms", command.limits.milliseconds,
                 "At most so many milliseconds a move; games then differ from run to run")
      ->check(CLI::Range(1, 3600000))
      ->group(games);
  const std::string test = "Stop as soon as it is clear (two seats)";
  app.add_option("--elo0", command.elo0, "Is the first bot better by this much Elo (0) ...")
      ->check(CLI::Range(-2000.0, 2000.0))
      ->group(test);
  app.add_option("--elo1", command.elo1, "... or by this much (elo0 + 10)?")
      ->check(CLI::Range(-2000.0, 2000.0))
      ->group(test);
  app.add_option("--alpha", command.alpha, "The chance to find elo1 where elo0 is true (0.05)")
      ->check(CLI::Range(0.000001, 0.499999))
      ->group(test);
  app.add_option("--beta", command.beta, "The chance to find elo0 where elo1 is true (0.05)")
      ->check(CLI::Range(0.000001, 0.499999))
      ->group(test);
  const std::string told = "What is told";
  app.add_option("--records", command.records,
                 "Keep every game: a folder gets a record of each, a file that ends in .jsonl a "
                 "line of JSON each")
      ->type_name("DIR|FILE.jsonl")
      ->group(told);
  app.add_flag("--json", command.json, "One JSON object, the same for a seed whatever the threads")
      ->group(told);
  app.add_flag("--timings", command.timings, "Milliseconds a move in the JSON too")->group(told);
  add_examples(
      app,
      {{"coset arena al-jabar --bots level5,level4", "who is better, and how sure is that?"},
       {"coset arena mad-abel --bots greedy --bot exec:examples/bot.py --games 20",
        "a program of your own"},
       {"coset arena al-jabar --bots levels --ladder --games 400",
        "each level against the one below"},
       {"coset arena al-jabar --bots greedy,random --games 40 --records games",
        "with the games to look at"}},
      "Ctrl-C tells the result of the games so far. Programs speak docs/bot-protocol.md.");
}

}  // namespace coset::cli
