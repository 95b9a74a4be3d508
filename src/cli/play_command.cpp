// coset play: a game at this terminal, full-screen or in lines, kept at home while it lasts.
#include <unistd.h>

#include <csignal>
#include <ctime>

#include "cli/command.hpp"
#include "cli/finale.hpp"
#include "cli/game_text.hpp"
#include "cli/home.hpp"
#include "cli/interrupt.hpp"
#include "cli/line_input.hpp"
#include "cli/style.hpp"
#include "play/catalogue.hpp"
#include "play/daily.hpp"
#include "tui/full_screen.hpp"
#include "tui/line_table.hpp"

namespace coset::cli {

namespace {

namespace fs = std::filesystem;

// Where a game is kept while it lasts; a finished one is kept as a record beside it.
class Keeper {
 public:
  explicit Keeper(fs::path path) : path_(std::move(path)) {}

  static Keeper for_new_game(std::string_view game) {
    const fs::path folder = data_home() / "games";
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y-%m-%d-%H%M%S", &local);
    const std::string name = std::string(stamp.data()) + "-" + std::string(game);
    fs::path path = folder / (name + ".game");
    for (int i = 2; fs::exists(path) || fs::exists(fs::path(path).replace_extension("record")); ++i)
      path = folder / (name + "-" + std::to_string(i) + ".game");
    return Keeper(path);
  }

  const fs::path& path() const { return path_; }
  void keep(const tui::Session& session) {
    write_whole(path_, session.saved());
    if (!session.match().over() || path_.extension() == ".record") return;
    const fs::path record = fs::path(path_).replace_extension("record");
    fs::rename(path_, record);
    path_ = record;
  }

 private:
  fs::path path_;
};

std::optional<fs::path> newest_unfinished() {
  const fs::path folder = data_home() / "games";
  std::optional<fs::path> newest;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".game" && (!newest || entry.path() > *newest))
      newest = entry.path();
  return newest;
}

struct PlayCommand {
  std::string game = "al-jabar";
  std::vector<std::string> seats;
  std::string bot = "greedy";
  std::optional<std::uint64_t> seed;
  std::optional<int> goal;
  std::string resume;
  bool resume_newest = false;
  bool daily = false;
  std::string date;
  bool line = false;
  bool ascii = false;
  bool no_input = false;
  int pace = 400;
  std::string color = "auto";

  Exit run() const {
    while (true) {
      tui::Session session = open();
      const bool lines = line || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0;
      Keeper keeper = resuming() ? Keeper(resume_path())
                                 : Keeper::for_new_game(session.match().spec().game_name());
      const Interrupt interrupt;
      tui::Surrounding around;
      around.keep = [&](const tui::Session& s) { keeper.keep(s); };
      around.finale = [&](const tui::Session& s) { return finale_of(s, keeper.path()); };
      around.interrupted = [] { return Interrupt::seen(); };
      around.depth = depth_of(color, STDOUT_FILENO);
      around.ascii = ascii || !utf8_locale();
      around.echo = isatty(STDIN_FILENO) == 0;
      around.pace = pace;
      if (is_solitaire(session.match().spec())) {
        around.par = tui::par_of(session.plan());
        around.ask_goal = session.humans() == 1 && !no_input && session.match().moves().empty();
      }
      LineInput input;
      const tui::Left left =
          lines ? tui::run_lines(
                      session, around, [&] { return input.read(around.interrupted); },
                      [](const std::string& text) {
                        print(text);
                        std::fflush(stdout);
                      })
                : tui::run_full_screen(session, around);
      if (left == tui::Left::again) continue;
      if (!session.match().over()) {
        keeper.keep(session);
        std::fprintf(stderr, "The game is kept. Go on with: coset play --resume\n");
      } else if (!lines) {
        for (const std::string& text : finale_of(session, keeper.path(), false)) print(text + "\n");
      }
      return left == tui::Left::interrupted ? Exit::interrupted : Exit::done;
    }
  }

 private:
  bool resuming() const { return resume_newest || !resume.empty(); }

  fs::path resume_path() const {
    if (!resume.empty()) return resume;
    const auto newest = newest_unfinished();
    if (!newest)
      throw Failure(Exit::input, "There is no unfinished game. Begin one with 'coset play'.");
    return *newest;
  }

  tui::Session open() const {
    if (resuming()) {
      const fs::path path = resume_path();
      auto session = tui::Session::resume(read_text(path.string()));
      if (!session) throw Failure(Exit::input, path.string() + ": " + session.error().sentence);
      return *std::move(session);
    }
    tui::Plan plan;
    const Spec spec = parse_spec(game);
    plan.spec = spec.text();
    plan.seats = seats;
    if (plan.seats.empty()) plan.seats.emplace_back(tui::Session::human);
    while (static_cast<int>(plan.seats.size()) < spec.seats()) plan.seats.push_back(bot);
    plan.goal = goal;
    plan.seed = seed ? *seed : fresh_seed();
    if (daily) {
      plan.daily = date.empty() ? today() : date;
      if (!is_date(plan.daily))
        throw Failure(Exit::input, "A date is written as in 2026-11-15, not '" + date + "'.");
      plan.seed = daily_seed(spec.game_name(), plan.daily);
    }
    auto session = tui::Session::open(std::move(plan));
    if (!session) throw Failure(Exit::input, session.error().sentence);
    if (no_input && session->humans() > 0)
      throw Failure(Exit::input,
                    "A person has to play here. Without input give every seat a bot, as in "
                    "--seats greedy,lookahead.");
    return *std::move(session);
  }
};

}  // namespace

void add_play_command(Program& program) {
  auto [app, command] =
      add_command<PlayCommand>(program, "play", "Play a game here, against bots or each other");
  app.add_option("GAME", command.game,
                 "A name from 'coset games', or a game as in 'al-jabar Z3^2 seats=3'")
      ->capture_default_str();
  app.add_option("--seats", command.seats,
                 "Who sits where: you or a bot, as in you,greedy,you; the rest are --bot")
      ->delimiter(',');
  app.add_option("--bot", command.bot, "Who takes the other seats: random, greedy or lookahead")
      ->capture_default_str();
  app.add_option("--seed", command.seed, "The same number deals the same game");
  app.add_flag("--daily", command.daily, "Today's deal, the same for everybody");
  app.add_option("--date", command.date, "With --daily: another day, as in 2026-11-15");
  app.add_option("--goal", command.goal, "Solitaire: the score to reach; fewer is better");
  app.add_flag("--resume", command.resume_newest, "Go on with the newest unfinished game");
  app.add_option("--file", command.resume, "Go on with the game kept in this file");
  app.add_flag(
      "--line", command.line,
      "Only append lines: for screen readers and pipes; chosen by itself without a terminal");
  app.add_flag("--ascii", command.ascii, "No characters beyond ASCII");
  app.add_flag("--no-input", command.no_input, "Never ask: for games between bots");
  app.add_option("--pace", command.pace, "Milliseconds to look at a bot's move")
      ->check(CLI::Range(0, 10000))
      ->capture_default_str();
  add_color_option(app, command.color);
}

}  // namespace coset::cli
