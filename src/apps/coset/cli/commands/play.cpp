// coset play: a game at this terminal, full-screen or in lines, saved after every move.
#include <unistd.h>

#include <iostream>

#include "apps/coset/cli/arena/player.hpp"
#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/commands/first.hpp"
#include "apps/coset/cli/commands/guest.hpp"
#include "apps/coset/cli/commands/series.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/interrupt.hpp"
#include "apps/coset/cli/terminal/line_input.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/cli/terminal/style.hpp"
#include "apps/coset/cli/together.hpp"
#include "apps/coset/cli/user_data/finale.hpp"
#include "apps/coset/cli/user_data/saved_games.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "apps/coset/tui/first_game.hpp"
#include "apps/coset/tui/full_screen.hpp"
#include "apps/coset/tui/line_table.hpp"
#include "apps/coset/tui/screen.hpp"
#include "engine/bots/level.hpp"
#include "engine/bots/seeded.hpp"
#include "engine/play/daily.hpp"

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
      GameSaver saver(first && !file.empty()
                          ? fs::path(file)
                          : GameSaver::new_path(session.match().spec().game_name()));
      const tui::Left left = play(session, saver, guests, lines);
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
  static std::optional<protocol::Series> series_of(const tui::Session& session) {
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

  // Rejects the options of a new game.
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

  // Sets `file` to the game to resume.
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
      throw Failure(Exit::input,
                    "Give one game to resume, not '" + game + "' and '" + resumed + "'.");
    file = find_unfinished(resumed.empty() ? game : resumed).string();
  }

  // True if the user chose a game to resume.
  bool list_unfinished() {
    const std::vector<SavedGame> games = unfinished_games();
    if (games.empty()) {
      print("There is no unfinished game. Start one with 'coset play'.\n");
      return false;
    }
    int number = 0;
    for (const SavedGame& each : games)
      print(padded(std::to_string(++number), 3) + each.about + "; played " + each.played + "\n   " +
            each.name + "\n");
    if (no_input || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) {
      print("Continue one by its number or name: coset play --resume 1\n");
      return false;
    }
    while (true) {
      print("Continue which? A number, or Enter to leave: ");
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

  tui::Left play(tui::Session& session, GameSaver& saver, Guests& guests, bool lines) const {
    tui::TableCallbacks callbacks;
    callbacks.keep = [&](const tui::Session& s) { saver.save(s); };
    callbacks.finale = [&](const tui::Session& s) {
      return end_of(s, lines ? saver.path() : saver.path().filename(), true);
    };
    callbacks.interrupted = [] { return Interrupt::seen(); };
    callbacks.depth = depth_of(color, STDOUT_FILENO);
    callbacks.ascii = ascii || !utf8_locale();
    callbacks.echo = isatty(STDIN_FILENO) == 0;
    callbacks.pace = pace;
    callbacks.columns = [] { return terminal_columns(STDOUT_FILENO); };
    saver.save(session);
    if (!saver.ok()) callbacks.note = saver.error() + " The game continues, but is not saved.";
    if (is_solitaire(session.match().spec())) {
      callbacks.par = bots::par_of(session.match().spec(), session.plan().seed);
      callbacks.ask_goal = session.humans() == 1 && !no_input && session.match().moves().empty();
      if (played_before(session))
        callbacks.note = "You have already played this day's deal: the first result counts.";
    }
    try {
      const tui::Left left = show(session, callbacks, lines);
      if (session.match().over()) guests.tell_over(session.match());
      guests.tell_errors();
      print_saved(session, saver, lines);
      return left;
    } catch (const Failure&) {  // a bot program failed; the game is unchanged
      std::fflush(stdout);
      guests.tell_errors();
      print_saved(session, saver, lines);
      throw;
    }
  }

  static tui::Left show(tui::Session& session, const tui::TableCallbacks& callbacks, bool lines) {
    if (!lines) return tui::run_full_screen(session, callbacks);
    LineInput input;
    return tui::run_lines(
        session, callbacks, [&] { return input.read(callbacks.interrupted); },
        [](const std::string& text) {
          print(text);
          std::fflush(stdout);
        });
  }

  static void print_saved(const tui::Session& session, GameSaver& saver, bool lines) {
    if (!session.match().over()) {
      saver.save(session);
      std::fprintf(stderr, "%s\n",
                   saver.ok() ? "The game is saved. Continue with: coset play --resume"
                              : saver.error().c_str());
    } else if (!lines) {
      for (const std::string& text : end_of(session, saver.path(), false)) print(text + "\n");
    }
  }

  // Only the first game can be resumed, daily or seeded; those after it are new.
  tui::Session open(bool first, Guests& guests) const {
    auto session = first && !file.empty() ? tui::Session::resume(read_text(file), guests.invite())
                                          : tui::Session::open(plan(first), guests.invite());
    if (!session)
      throw Failure(Exit::input,
                    (first && !file.empty() ? file + ": " : "") + session.error().sentence);
    if (no_input && session->humans() > 0)
      throw Failure(Exit::input,
                    "--no-input requires a bot on every seat, as in --seats level3,level5.");
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
      throw Failure(Exit::input, "--bot has no seat to fill: this game has " +
                                     (spec.seats() == 1 ? "one, and it is yours"
                                                        : std::to_string(spec.seats())) +
                                     ". Assign seats with --seats, as in --seats " +
                                     (spec.seats() == 1 ? "level3." : "you,level3."));
    while (static_cast<int>(out.seats.size()) < spec.seats())
      out.seats.emplace_back(bot.empty() ? bots::level_in(spec, usual_bot) : bot);
    for (const std::string& who : out.seats)
      if (who != tui::Session::human) check_player(who, spec);
    if (goal && !is_solitaire(spec))
      throw Failure(Exit::input, "--goal: only Solitaire has a score to reach.");
    out.goal = goal;
    if (series > 0 && spec.seats() < 2)
      throw Failure(Exit::input, "--series requires two or more seats; this game has one.");
    if (series > 0) out.series = write_series(new_series(series, spec.seats()));
    if (!series_now.empty()) out.series = series_now;
    out.seed = first && seed ? *seed : fresh_seed();
    if (first && (daily || !date.empty())) {
      refuse_beside(daily ? "--daily" : "--date", {{seed.has_value(), "--seed"}},
                    "a daily deal has its own seed.");
      out.daily = date.empty() ? today() : date;
      if (!is_date(out.daily))
        throw Failure(Exit::input, "Invalid date '" + date + "': expected one such as 2026-11-15.");
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
  auto [app, command] = add_command<PlayCommand>(
      program, "play", "Play in this terminal, against bots or other people");
  app.add_option("GAME", command.game,
                 "A name from 'coset games', or a spec as in 'al-jabar Z3^2 seats=3'")
      ->type_name("GAME")
      ->default_str(PlayCommand::usual_game);
  const std::string fresh = "New game";
  app.add_option("--seats", command.seats,
                 "Player of each seat: you or a bot, as in you,level3,you; --bot takes the rest")
      ->type_name("WHO,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(fresh);
  app.add_option(
         "--bot", command.bot,
         "Bot for the other seats: level1 (a beginner) to level8 or the highest level of the "
         "game on its group (at most level5 in Mad Abel), any other bot of 'coset arena', "
         "or a program as in exec:./mybot")
      ->type_name("BOT")
      ->default_str(PlayCommand::usual_bot)
      ->group(fresh);
  add_seed_option(app, command.seed, "Same seed, same deal")->group(fresh);
  app.add_flag("--daily", command.daily, "Today's deal, the same for everybody")->group(fresh);
  app.add_option("--date", command.date, "The deal of another day, as in 2026-11-15")
      ->type_name("DATE")
      ->group(fresh);
  app.add_option("--goal", command.goal, "Solitaire: the score to reach; lower is better")
      ->type_name("N")
      ->group(fresh);
  app.add_flag("--first", command.coached, "A two-minute game with a coach, for beginners")
      ->group(fresh);
  app.add_option(
         "--series", command.series,
         "Play a series of 2 to 10 games: the first player rotates, and a win scores a point")
      ->check(CLI::Range(least_series, max_series))
      ->type_name("GAMES")
      ->group(fresh);
  const std::string saved = "Saved games";
  app.add_option_function<std::string>(
         "--resume",
         [&asked = command](const std::string& which) {
           asked.resume = true;
           asked.resumed = which;
         },
         "Continue the most recent game, or one by its number or name in --list, or by its game, "
         "as in --resume solitaire")
      ->expected(0, 1)
      ->type_name("GAME")
      ->group(saved);
  app.add_flag("--list", command.list,
               "List the unfinished games, the most recent first; on a terminal choose one")
      ->group(saved);
  app.add_option("--file", command.file, "Continue the game saved in this file")
      ->type_name("FILE")
      ->group(saved);
  const std::string looks = "Display";
  app.add_flag("--line", command.line,
               "Only append lines, for screen readers and pipes; the default without a terminal")
      ->group(looks);
  app.add_flag("--ascii", command.ascii, "Print ASCII characters only")->group(looks);
  app.add_option("--pace", command.pace,
                 "Delay after a bot's move in milliseconds; full screen only")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str()
      ->group(looks);
  add_color_option(app, command.color)->group(looks);
  app.add_flag("--no-input", command.no_input, "Never prompt; for games between bots");
  add_examples(app, {{"coset play --first", "a first game in two minutes, with a coach"},
                     {"coset play", "Al-Jabar against level 4"},
                     {"coset play mad-abel --bot level5", "cards, against the strongest"},
                     {"coset play solitaire --daily", "today's deal, the same for everybody"},
                     {"coset play --series 4", "four games, and each of you begins two"},
                     {"coset play shades --seats you,you", "two people at one terminal, on Z3^2"},
                     {"coset play --bot exec:examples/bot.py", "against a program of your own"},
                     {"coset play --resume", "continue the most recent game"}});
}

}  // namespace coset::cli
