// coset play: a game at this terminal, full-screen or in lines, kept at home while it lasts.
#include <unistd.h>

#include <iostream>

#include "bots/level.hpp"
#include "bots/seeded.hpp"
#include "cli/arena/player.hpp"
#include "cli/command.hpp"
#include "cli/commands/first.hpp"
#include "cli/commands/guest.hpp"
#include "cli/commands/series.hpp"
#include "cli/game_text.hpp"
#include "cli/home/finale.hpp"
#include "cli/home/home.hpp"
#include "cli/home/kept_games.hpp"
#include "cli/seed.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/line_input.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/style.hpp"
#include "cli/together.hpp"
#include "play/daily.hpp"
#include "tui/first_game.hpp"
#include "tui/full_screen.hpp"
#include "tui/line_table.hpp"
#include "tui/screen.hpp"

namespace coset::cli {

namespace {

namespace fs = std::filesystem;

struct PlayCommand {
  static constexpr const char* usual_game = "al-jabar";
  static constexpr const char* usual_bot = "level4";

  std::string game;
  std::vector<std::string> seats;
  std::string bot;
  std::optional<std::uint64_t> seed;
  std::optional<int> goal;
  int series = 0;          // games of a new one
  std::string series_now;  // the series of the game to come, once there is one
  std::string file;
  std::string resumed;  // which one
  bool resume = false;
  bool list = false;
  bool daily = false;
  bool coached = false;
  std::string date;
  bool line = false;
  bool ascii = false;
  bool no_input = false;
  int pace = 400;
  std::string color = "auto";
  bool first_over = false;  // the first game was played to its end

  Exit run() {
    if (list) {
      refuse_beside("--list",
                    {{resume, "--resume"}, {!file.empty(), "--file"}, {!game.empty(), "a game"}},
                    "it lists every unfinished game.");
      refuse_new_game("--list");
      if (!list_unfinished()) return Exit::done;
    }
    if (resume || !file.empty()) prepare_resume();
    for (bool first = true;; first = false) {
      const bool lines = line || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 ||
                         !tui::full_screen_possible();
      const Interrupt interrupt;
      Guests guests([] { return Interrupt::seen(); }, !lines);
      tui::Session session = open(first, guests);
      Keeper keeper(first && !file.empty()
                        ? fs::path(file)
                        : Keeper::fresh_path(session.match().spec().game_name()));
      const tui::Left left = play(session, keeper, guests, lines);
      first_over |= session.plan().first && session.match().over();
      const auto now = series_of(session);
      const bool next = now && session.match().over() && now->number < now->games;
      series_now.clear();
      if (next && left != tui::Left::interrupted && (lines || left == tui::Left::again)) {
        const tui::Plan plan = next_game(*now, session);
        game = plan.spec;
        seats = plan.seats;
        series_now = plan.series;
        bot.clear();
        continue;
      }
      if (left != tui::Left::again)
        return left == tui::Left::interrupted ? Exit::interrupted : Exit::done;
      // Another one of the same, also after one that was resumed.
      game = session.plan().spec;
      seats = session.plan().seats;
      bot.clear();
    }
  }

 private:
  static std::optional<wire::Series> series_of(const tui::Session& session) {
    return read_series(session.plan().series, session.plan().seats.size());
  }
  static std::vector<std::string> end_of(const tui::Session& session, const fs::path& record,
                                         bool first) {
    std::vector<std::string> out = finale_of(session, record, first);
    if (session.plan().first)
      out.insert(out.end() - 1,
                 "That was a whole game. A full one starts with thirteen pieces: coset play.");
    if (const auto now = series_of(session)) out.insert(out.end() - 1, standing_of(*now, session));
    return out;
  }

  // What makes a new game has no place where none begins.
  void refuse_new_game(const std::string& beside) const {
    refuse_beside(beside,
                  {{!seats.empty(), "--seats"},
                   {!bot.empty(), "--bot"},
                   {seed.has_value(), "--seed"},
                   {daily, "--daily"},
                   {!date.empty(), "--date"},
                   {goal.has_value(), "--goal"},
                   {series > 0, "--series"},
                   {coached, "--first"}},
                  "it is for a new game.");
  }

  // Leaves in `file` which game is meant.
  void prepare_resume() {
    const std::string option = resume ? "--resume" : "--file";
    refuse_new_game(option);
    if (!file.empty()) {
      refuse_beside("--file", {{resume, "--resume"}, {!game.empty(), "a game"}},
                    "the file is one game.");
      return;
    }
    // "play solitaire --resume" means "play --resume solitaire".
    if (!game.empty() && !resumed.empty())
      throw Failure(Exit::input, "Which game is to go on: '" + game + "' or '" + resumed + "'?");
    file = find_unfinished(resumed.empty() ? game : resumed).string();
  }

  // True if a game was chosen to go on with.
  bool list_unfinished() {
    const std::vector<KeptGame> games = unfinished_games();
    if (games.empty()) {
      print("There is no unfinished game. Begin one with 'coset play'.\n");
      return false;
    }
    int number = 0;
    for (const KeptGame& kept : games)
      print(padded(std::to_string(++number), 3) + kept.about + "; played " + kept.played + "\n   " +
            kept.name + "\n");
    if (no_input || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
      print("Go on with one by its number or name: coset play --resume 1\n");
      return false;
    }
    while (true) {
      print("Go on with which? A number, or Enter to leave: ");
      std::fflush(stdout);
      std::string answer;
      if (!std::getline(std::cin, answer) || answer.empty()) return false;
      try {
        file = find_unfinished(answer).string();
        return true;
      } catch (const Failure& failure) {
        print(std::string(failure.what()) + "\n");
      }
    }
  }

  tui::Left play(tui::Session& session, Keeper& keeper, Guests& guests, bool lines) const {
    tui::Surrounding around;
    around.keep = [&](const tui::Session& s) { keeper.keep(s); };
    around.finale = [&](const tui::Session& s) {
      return end_of(s, lines ? keeper.path() : keeper.path().filename(), true);
    };
    around.interrupted = [] { return Interrupt::seen(); };
    around.depth = depth_of(color, STDOUT_FILENO);
    around.ascii = ascii || !utf8_locale();
    around.echo = isatty(STDIN_FILENO) == 0;
    around.pace = pace;
    around.columns = [] { return terminal_columns(STDOUT_FILENO); };
    keeper.keep(session);
    if (!keeper.works()) around.note = keeper.trouble() + " The game goes on, but is not kept.";
    if (is_solitaire(session.match().spec())) {
      around.par = bots::par_of(session.match().spec(), session.plan().seed);
      around.ask_goal = session.humans() == 1 && !no_input && session.match().moves().empty();
      if (played_before(session))
        around.note = "You have played the deal of this day: the first result counts.";
    }
    try {
      const tui::Left left = show(session, around, lines);
      if (session.match().over()) guests.tell_over(session.match());
      guests.tell_errors();
      tell_kept(session, keeper, lines);
      return left;
    } catch (const Failure&) {  // a guest failed; the game stands as it stood
      std::fflush(stdout);
      guests.tell_errors();
      tell_kept(session, keeper, lines);
      throw;
    }
  }

  static tui::Left show(tui::Session& session, const tui::Surrounding& around, bool lines) {
    if (!lines) return tui::run_full_screen(session, around);
    LineInput input;
    return tui::run_lines(
        session, around, [&] { return input.read(around.interrupted); },
        [](const std::string& text) {
          print(text);
          std::fflush(stdout);
        });
  }

  static void tell_kept(const tui::Session& session, Keeper& keeper, bool lines) {
    if (!session.match().over()) {
      keeper.keep(session);
      std::fprintf(stderr, "%s\n",
                   keeper.works() ? "The game is kept. Go on with: coset play --resume"
                                  : keeper.trouble().c_str());
    } else if (!lines) {
      for (const std::string& text : end_of(session, keeper.path(), false)) print(text + "\n");
    }
  }

  // A game after the first is a new one: neither resumed, nor daily, nor of the same seed.
  tui::Session open(bool first, Guests& guests) const {
    auto session = first && !file.empty() ? tui::Session::resume(read_text(file), guests.invite())
                                          : tui::Session::open(plan(first), guests.invite());
    if (!session)
      throw Failure(Exit::input,
                    (first && !file.empty() ? file + ": " : "") + session.error().sentence);
    if (no_input && session->humans() > 0)
      throw Failure(Exit::input,
                    "A person has to play here. Without input give every seat a bot, as in "
                    "--seats level3,level5.");
    return *std::move(session);
  }

  tui::Plan plan(bool first) const {
    if (first && coached) return first_plan();
    tui::Plan out;
    const Spec spec = parse_spec(game.empty() ? usual_game : game);
    out.spec = spec.text();
    out.seats = seats;
    if (out.seats.empty()) out.seats.emplace_back(tui::Session::human);
    if (!bot.empty() && static_cast<int>(out.seats.size()) >= spec.seats())
      throw Failure(Exit::input, "--bot finds no empty seat: this game has " +
                                     (spec.seats() == 1 ? "one, and it is yours"
                                                        : std::to_string(spec.seats())) +
                                     ". Who sits where is said by --seats, as in --seats " +
                                     (spec.seats() == 1 ? "level3." : "you,level3."));
    while (static_cast<int>(out.seats.size()) < spec.seats())
      out.seats.emplace_back(bot.empty() ? bots::level_in(spec, usual_bot) : bot);
    for (const std::string& who : out.seats)
      if (who != tui::Session::human) check_player(who, spec);
    if (goal && !is_solitaire(spec))
      throw Failure(Exit::input, "--goal is a score to reach, which only Solitaire has.");
    out.goal = goal;
    if (series > 0 && spec.seats() < 2)
      throw Failure(Exit::input, "--series is for two or more: this game has one seat.");
    if (series > 0) out.series = write_series(new_series(series, spec.seats()));
    if (!series_now.empty()) out.series = series_now;
    out.seed = first && seed ? *seed : fresh_seed();
    if (first && (daily || !date.empty())) {
      refuse_beside(daily ? "--daily" : "--date", {{seed.has_value(), "--seed"}},
                    "the deal of a day has a seed of its own.");
      out.daily = date.empty() ? today() : date;
      if (!is_date(out.daily))
        throw Failure(Exit::input, "A date is written as in 2026-11-15, not '" + date + "'.");
      out.seed = daily_seed(spec.game_name(), out.daily);
    }
    return out;
  }

  tui::Plan first_plan() const {
    refuse_beside("--first",
                  {{!game.empty(), "a game"},
                   {!seats.empty(), "--seats"},
                   {!bot.empty(), "--bot"},
                   {daily, "--daily"},
                   {!date.empty(), "--date"},
                   {goal.has_value(), "--goal"},
                   {series > 0, "--series"}},
                  "the first game is always the same one.");
    tui::Plan out;
    out.spec = tui::first_spec;
    out.seats = {std::string(tui::Session::human), std::string(tui::first_bot)};
    out.seed = seed ? *seed : fresh_seed();
    out.first = true;
    return out;
  }
};

}  // namespace

Exit play_first_game(const std::string& color, bool ascii, bool& over) {
  PlayCommand command;
  command.coached = true;
  command.color = color;
  command.ascii = ascii;
  const Exit exit = command.run();
  over = command.first_over;
  return exit;
}

void add_play_command(Program& program) {
  auto [app, command] =
      add_command<PlayCommand>(program, "play", "Play a game here, against bots or each other");
  app.add_option("GAME", command.game,
                 "A name from 'coset games', or a game as in 'al-jabar Z3^2 seats=3'")
      ->type_name("GAME")
      ->default_str(PlayCommand::usual_game);
  const std::string fresh = "A new game";
  app.add_option("--seats", command.seats,
                 "Who sits where: you or a bot, as in you,level3,you; the rest are --bot")
      ->type_name("WHO,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(fresh);
  app.add_option("--bot", command.bot,
                 "Who takes the other seats: level1 (a beginner) to level8 or the last that the "
                 "game has on its group (in Mad Abel at most level5), any other bot of 'coset "
                 "arena', or a program as in exec:./mybot")
      ->type_name("BOT")
      ->default_str(PlayCommand::usual_bot)
      ->group(fresh);
  add_seed_option(app, command.seed, "The same number deals the same game")->group(fresh);
  app.add_flag("--daily", command.daily, "Today's deal, the same for everybody")->group(fresh);
  app.add_option("--date", command.date, "The deal of another day, as in 2026-11-15")
      ->type_name("DATE")
      ->group(fresh);
  app.add_option("--goal", command.goal, "Solitaire: the score to reach; fewer is better")
      ->type_name("N")
      ->group(fresh);
  app.add_flag("--first", command.coached,
               "A small game with a coach, in two minutes: for whom all of this is new")
      ->group(fresh);
  app.add_option("--series", command.series,
                 "So many games, 2 to 10: who begins changes with each, and a victory is a point")
      ->check(CLI::Range(least_series, most_series))
      ->type_name("GAMES")
      ->group(fresh);
  const std::string kept = "A game that is kept";
  app.add_option_function<std::string>(
         "--resume",
         [&asked = command](const std::string& which) {
           asked.resume = true;
           asked.resumed = which;
         },
         "Go on with the game played last, or with one by its number or name in --list, or by what "
         "is played, as in --resume solitaire")
      ->expected(0, 1)
      ->type_name("GAME")
      ->group(kept);
  app.add_flag("--list", command.list,
               "List the unfinished games, the one played last first; at a terminal choose one")
      ->group(kept);
  app.add_option("--file", command.file, "Go on with the game kept in this file")
      ->type_name("FILE")
      ->group(kept);
  const std::string looks = "How it looks";
  app.add_flag(
         "--line", command.line,
         "Only append lines: for screen readers and pipes; chosen by itself without a terminal")
      ->group(looks);
  app.add_flag("--ascii", command.ascii, "No characters beyond ASCII")->group(looks);
  app.add_option("--pace", command.pace,
                 "Milliseconds to look at a bot's move on the full screen; lines do not wait")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str()
      ->group(looks);
  add_color_option(app, command.color)->group(looks);
  app.add_flag("--no-input", command.no_input, "Never ask: for games between bots");
  add_examples(app, {{"coset play --first", "a first game in two minutes, with a coach"},
                     {"coset play", "Al-Jabar against level 4"},
                     {"coset play mad-abel --bot level5", "cards, against the strongest"},
                     {"coset play solitaire --daily", "today's deal, the same for everybody"},
                     {"coset play --series 4", "four games, and each of you begins two"},
                     {"coset play shades --seats you,you", "two people at one terminal, on Z3^2"},
                     {"coset play --bot exec:examples/bot.py", "against a program of your own"},
                     {"coset play --resume", "go on with the game played last"}});
}

}  // namespace coset::cli
