// coset play: a game at this terminal, full-screen or in lines, kept at home while it lasts.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "bots/seeded.hpp"
#include "cli/command.hpp"
#include "cli/game_text.hpp"
#include "cli/home/finale.hpp"
#include "cli/home/home.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/line_input.hpp"
#include "cli/terminal/style.hpp"
#include "play/catalogue.hpp"
#include "play/daily.hpp"
#include "tui/full_screen.hpp"
#include "tui/line_table.hpp"
#include "tui/screen.hpp"

namespace coset::cli {

namespace {

namespace fs = std::filesystem;

// Where a game is kept while it lasts; a finished one is kept as a record beside it. One program
// at a time holds a game: another one finds it locked. If nothing can be written, the game goes on
// without being kept, and that is said once.
class Keeper {
 public:
  explicit Keeper(fs::path path) : path_(std::move(path)) {
    std::error_code ignored;
    fs::create_directories(path_.parent_path(), ignored);
    lock_path_ = path_.string() + ".lock";
    lock_ = ::open(lock_path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0) {
      close(lock_);
      throw Failure(Exit::failure, "This game is being played in another terminal.");
    }
  }
  ~Keeper() {
    if (lock_ < 0) return;
    unlink(lock_path_.c_str());
    close(lock_);
  }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  static fs::path fresh_path(std::string_view game) {
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
    return path;
  }

  const fs::path& path() const { return path_; }
  bool works() const { return trouble_.empty(); }
  const std::string& trouble() const { return trouble_; }

  void keep(const tui::Session& session) {
    try {
      write_whole(path_, session.saved());
      trouble_.clear();
    } catch (const Failure& failure) {
      trouble_ = failure.what();
      return;
    }
    if (!session.match().over() || path_.extension() == ".record") return;
    const fs::path record = fs::path(path_).replace_extension("record");
    fs::rename(path_, record);
    path_ = record;
  }

 private:
  fs::path path_;
  std::string lock_path_;
  int lock_ = -1;
  std::string trouble_;
};

std::vector<fs::path> unfinished() {
  std::vector<fs::path> out;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(data_home() / "games", none))
    if (entry.path().extension() == ".game") out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

struct PlayCommand {
  std::string game = "al-jabar";
  std::vector<std::string> seats;
  std::string bot = "level4";
  std::optional<std::uint64_t> seed;
  std::optional<int> goal;
  std::string resume;
  bool resume_newest = false;
  bool list = false;
  bool daily = false;
  std::string date;
  bool line = false;
  bool ascii = false;
  bool no_input = false;
  int pace = 400;
  std::string color = "auto";

  Exit run() const {
    if (list) return list_unfinished();
    for (bool first = true;; first = false) {
      tui::Session session = open(first);
      Keeper keeper(first && resuming() ? resume_path()
                                        : Keeper::fresh_path(session.match().spec().game_name()));
      const tui::Left left = play(session, keeper);
      if (left != tui::Left::again)
        return left == tui::Left::interrupted ? Exit::interrupted : Exit::done;
    }
  }

 private:
  tui::Left play(tui::Session& session, Keeper& keeper) const {
    const bool lines = line || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 ||
                       !tui::full_screen_possible();
    const Interrupt interrupt;
    tui::Surrounding around;
    around.keep = [&](const tui::Session& s) { keeper.keep(s); };
    around.finale = [&](const tui::Session& s) {
      return finale_of(s, lines ? keeper.path() : keeper.path().filename(), true);
    };
    around.interrupted = [] { return Interrupt::seen(); };
    around.depth = depth_of(color, STDOUT_FILENO);
    around.ascii = ascii || !utf8_locale();
    around.echo = isatty(STDIN_FILENO) == 0;
    around.pace = pace;
    keeper.keep(session);
    if (!keeper.works()) around.note = keeper.trouble() + " The game goes on, but is not kept.";
    if (is_solitaire(session.match().spec())) {
      around.par = bots::par_of(session.match().spec(), session.plan().seed);
      around.ask_goal = session.humans() == 1 && !no_input && session.match().moves().empty();
      if (played_before(session))
        around.note = "You have played the deal of this day: the first result counts.";
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
    if (!session.match().over()) {
      keeper.keep(session);
      std::fprintf(stderr, "%s\n",
                   keeper.works() ? "The game is kept. Go on with: coset play --resume"
                                  : keeper.trouble().c_str());
    } else if (!lines) {
      for (const std::string& text : finale_of(session, keeper.path(), false)) print(text + "\n");
    }
    return left;
  }

  static Exit list_unfinished() {
    for (const fs::path& path : unfinished()) {
      const auto session = tui::Session::resume(read_text(path.string()));
      print(path.string() + "\n  " +
            (session ? shortened(session->match().spec().text(), 30) +
                           ", turns taken: " + std::to_string(session->match().turns())
                     : session.error().sentence) +
            "\n");
    }
    if (unfinished().empty()) print("There is no unfinished game. Begin one with 'coset play'.\n");
    return Exit::done;
  }

  bool resuming() const { return resume_newest || !resume.empty(); }

  fs::path resume_path() const {
    if (!resume.empty()) return resume;
    const auto games = unfinished();
    if (games.empty())
      throw Failure(Exit::input, "There is no unfinished game. Begin one with 'coset play'.");
    return games.back();
  }

  // A game after the first is a new one: neither resumed, nor daily, nor of the same seed.
  tui::Session open(bool first) const {
    if (first && resuming()) {
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
    plan.seed = first && seed ? *seed : fresh_seed();
    if (first && daily) {
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
                    "--seats level3,level5.");
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
                 "Who sits where: you or a bot, as in you,level3,you; the rest are --bot")
      ->delimiter(',');
  app.add_option("--bot", command.bot,
                 "Who takes the other seats: level1 (a beginner) to level8 (the strongest; in Mad "
                 "Abel level5), or a bot as in 'coset arena'")
      ->capture_default_str();
  app.add_option("--seed", command.seed, "The same number deals the same game");
  app.add_flag("--daily", command.daily, "Today's deal, the same for everybody");
  app.add_option("--date", command.date, "With --daily: another day, as in 2026-11-15");
  app.add_option("--goal", command.goal, "Solitaire: the score to reach; fewer is better");
  app.add_flag("--resume", command.resume_newest, "Go on with the newest unfinished game");
  app.add_flag("--list", command.list, "List the unfinished games");
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
