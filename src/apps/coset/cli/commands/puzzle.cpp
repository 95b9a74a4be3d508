// coset puzzle: generates puzzles, to solve at the prompt or to print.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/cli/terminal/prompt.hpp"
#include "apps/coset/cli/terminal/style.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "apps/coset/cli/together.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "engine/play/daily.hpp"
#include "engine/teach/puzzles/daily.hpp"
#include "protocol/json_output/lesson_json.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* daily = "daily";

std::string named(const teach::Puzzle& puzzle) {
  return std::string(teach::info_of(puzzle.kind).name);
}

// Prints one puzzle and messages about it.
class Teller {
 public:
  Teller(const teach::Puzzle& puzzle, const Voice& voice)
      : puzzle_(puzzle), voice_(voice), operation_(Spec::parse(puzzle.spec).value().operation()) {}

  void say(const std::string& text) const { voice_.say(operation_, folded(text)); }
  void say(std::string_view before, const teach::Message& message) const {
    say(std::string(before) + teach::say(message) + "\n");
  }
  void pose() const {
    print(teach::say(
              {"puzzle.ask.title",
               {{"kind", named(puzzle_)}, {"difficulty", std::to_string(puzzle_.difficulty)}}}) +
          "\n");
    if (puzzle_.about) say("", *puzzle_.about);
    say("", puzzle_.goal);
    print("\n");
    for (const teach::Shown& shown : teach::show(puzzle_))
      say("  " + padded(teach::say(shown.label), 15) + shown.text + "\n");
    print("\n");
  }
  void solve() const {
    say("  ",
        {"puzzle.ask.solution", {{"answer", teach::write_answer(puzzle_, puzzle_.solution)}}});
    for (const teach::Message& message : puzzle_.why) say("  ", message);
  }

 private:
  const teach::Puzzle& puzzle_;
  const Voice& voice_;
  Operation operation_;
};

// One puzzle after the other with a person, or with a script that answers line by line.
class PuzzleRun {
 public:
  // False when the person leaves.
  bool ask(const teach::Puzzle& puzzle, const Teller& teller, bool last) {
    ++seen_;
    bool tried = false;
    std::size_t hints = 0;
    while (true) {
      const auto line = read("> ");
      if (!line || *line == "quit" || *line == "q") return false;
      if (line->empty()) {
        print(folded(teach::say({"puzzle.ask.help", {}}) + "\n"));
      } else if (*line == "?" || *line == "hint") {
        const bool more = hints < puzzle.hints.size();
        teller.say("",
                   more ? puzzle.hints[hints++] : teach::Message{"puzzle.ask.no_more_hints", {}});
      } else if (*line == "skip" || (*line == "solution" && tried)) {
        if (*line == "skip") return true;
        teller.solve();
        return last || wait();
      } else if (*line == "solution") {
        print(teach::say({"puzzle.ask.try_first", {}}) + "\n");
      } else {
        const teach::Judgement judged = teach::check(puzzle, *line);
        tried = tried || judged.outcome != teach::Judgement::Outcome::unread;
        if (judged.right()) {
          ++right_;
          teller.say(marks_.right, {"puzzle.ask.right", {}});
        }
        for (const teach::Message& message : judged.messages)
          teller.say(judged.right() ? "  " : marks_.wrong, message);
        if (judged.right()) return last || wait();
        // A yes-or-no puzzle has a single try.
        const auto answer = teach::read_answer(puzzle, *line);
        if (answer && answer->yes) {
          teller.solve();
          return last || wait();
        }
      }
    }
  }

  void leave() const {
    print(teach::say({"puzzle.ask.leave",
                      {{"right", std::to_string(right_)}, {"seen", std::to_string(seen_)}}}) +
          "\n");
  }

 private:
  std::optional<std::string> read(const std::string& asked) {
    auto line = prompt_.read(asked);
    if (!line) return line;
    while (!line->empty() && is_space(line->back())) line->pop_back();
    line->erase(0, std::min(line->find_first_not_of(" \t"), line->size()));
    return line;
  }
  bool wait() {
    if (isatty(STDIN_FILENO) == 0) return true;
    return read(teach::say({"puzzle.ask.next", {}})).has_value();
  }
  struct Marks {
    std::string_view right = utf8_locale() ? "\u2713 " : "OK ";
    std::string_view wrong = utf8_locale() ? "\u2717 " : "NO ";
  };
  Prompt prompt_;
  Marks marks_;
  int seen_ = 0;
  int right_ = 0;
};

struct PuzzleCommand {
  std::string kind;
  int count = 0;
  std::optional<std::uint64_t> seed;
  std::string group;
  std::string spec_text;
  std::string date;
  bool of_the_day = false;
  bool list = false;
  std::string color = "auto";
  bool json = false;
  bool no_input = false;

  static void print_kinds(bool as_json) {
    const auto row = [&](const std::string& name, std::string_view about,
                         const std::string& games) {
      const std::string text = teach::say({about, {}});
      if (as_json) {
        print_line(Json{{"schema", 1}, {"kind", name}, {"about", text}, {"games", games}});
      } else {
        print(padded(name, 15) + text + "\n");
      }
    };
    for (const teach::PuzzleInfo& info : teach::puzzle_kinds())
      row(std::string(info.name), info.about, std::string(info.games));
    row(daily, "puzzle.about.daily", "");
  }

  std::optional<teach::PuzzleKind> chosen_kind() const {
    if (kind.empty()) return std::nullopt;
    const auto found = teach::find_puzzle_kind(kind);
    if (!found)
      throw Failure(Exit::input, "There is no kind of puzzle " + coset::quoted(kind) + "." +
                                     did_you_mean(kind, puzzle_kind_names()) +
                                     " Try 'coset puzzle --list'.");
    return found;
  }

  // A whole spec, or a group for a game that the kind is made for.
  std::optional<Spec> chosen_spec(teach::PuzzleKind on) const {
    if (!spec_text.empty()) return parse_spec(spec_text);
    if (group.empty()) return std::nullopt;
    const std::string games(teach::info_of(on).games);
    const std::size_t space = games.find(' ');
    auto spec = Spec::parse(games.substr(0, space) + " " + group);
    if (!spec && space != std::string::npos)
      spec = Spec::parse(games.substr(space + 1) + " " + group);
    if (!spec) throw Failure(Exit::input, spec.error().sentence);
    return *std::move(spec);
  }

  // The kinds to choose from: the given one, or all that support the game.
  std::vector<teach::PuzzleKind> choice() const {
    if (const auto named_kind = chosen_kind()) return {*named_kind};
    std::vector<teach::PuzzleKind> out;
    for (const teach::PuzzleInfo& info : teach::puzzle_kinds()) {
      try {
        const auto spec = chosen_spec(info.kind);
        if (!spec && !teach::is_usual(info.kind)) continue;
        if (!spec || !teach::misfit(info.kind, *spec)) out.push_back(info.kind);
      } catch (const Failure&) {  // this kind's game is not played on that group
        if (!spec_text.empty()) throw;
      }
    }
    if (out.empty()) throw Failure(Exit::input, "No kind of puzzle supports this game.");
    return out;
  }

  teach::Puzzle make(teach::PuzzleKind on, std::uint64_t from) const {
    auto puzzle = teach::make_puzzle(on, from, chosen_spec(on));
    if (!puzzle)
      throw Failure(puzzle.error().code == "puzzle.none" ? Exit::no_solution : Exit::input,
                    puzzle.error().sentence);
    return *std::move(puzzle);
  }

  // Whether it is the daily puzzle itself; with a kind or game it is that one by the day's seed.
  bool plain_day() const {
    return of_the_day && kind.empty() && group.empty() && spec_text.empty();
  }

  // The seed and kind of puzzle number i.
  static std::pair<std::uint64_t, teach::PuzzleKind> number(
      const std::vector<teach::PuzzleKind>& kinds, std::uint64_t from, int i) {
    const std::uint64_t own =
        i == 0 ? from : mix(from + static_cast<std::uint64_t>(i));  // the first can be named alone
    return {own, kinds[mix(own) % kinds.size()]};
  }

  Exit run() {
    if (list) {
      refuse_beside("--list",
                    {{!kind.empty(), "--kind"},
                     {count > 0, "--count"},
                     {seed.has_value(), "--seed"},
                     {!group.empty(), "--group"},
                     {!spec_text.empty(), "--spec"},
                     {of_the_day, "--daily"},
                     {!date.empty(), "--date"}},
                    "it lists all kinds.");
      print_kinds(json);
      return Exit::done;
    }
    if (kind == daily) {
      kind.clear();
      of_the_day = true;
    }
    if (!date.empty()) of_the_day = true;
    if (of_the_day && seed)
      throw Failure(Exit::input, "A daily puzzle has its own seed: omit --seed.");
    if (!group.empty() && !spec_text.empty())
      throw Failure(Exit::input, "Give --group or --spec, not both.");
    if (!date.empty() && !is_date(date))
      throw Failure(Exit::input,
                    "Invalid date " + coset::quoted(date) + ": expected one such as 2026-02-28.");
    const bool talk = !json && !no_input;
    // One seed determines the whole list; at the prompt it ends when the user quits.
    const int puzzles = count > 0 ? count : talk && !of_the_day ? 1000000 : 1;
    const std::vector<teach::PuzzleKind> kinds = choice();
    const bool fresh = !of_the_day && !seed;
    if (date.empty()) date = today();
    const std::uint64_t from = of_the_day ? daily_seed("puzzle", date)
                               : seed     ? *seed
                                          : short_seed();
    const Voice voice(color);
    std::optional<PuzzleRun> session;
    if (talk) session.emplace();
    for (int i = 0; i < puzzles; ++i) {
      auto [own, on] = number(kinds, from, i);
      if (i == 0 && plain_day()) {
        const teach::DailyPuzzle day = teach::daily_puzzle(date);
        own = day.seed;
        on = day.kind;
      }
      const teach::Puzzle puzzle = make(on, own);
      if (i == 0 && fresh) print_seed(from);  // once there is a puzzle to make again
      if (json) {
        print(protocol::puzzle_json(puzzle) + "\n");
        continue;
      }
      const Teller teller(puzzle, voice);
      teller.pose();
      if (!talk) {
        teller.solve();
        print("\n");
        continue;
      }
      if (i == 0) print(folded(teach::say({"puzzle.ask.help", {}}) + "\n"));
      if (!session->ask(puzzle, teller, i + 1 == puzzles)) break;
      print("\n");
    }
    if (session && Prompt::interrupted()) return Exit::interrupted;
    if (session) session->leave();
    return Exit::done;
  }
};

}  // namespace

void add_puzzle_command(Program& program) {
  auto [app, command] =
      add_command<PuzzleCommand>(program, "puzzle", "Solve puzzles that have one answer each");
  app.add_option("--kind", command.kind,
                 "Kind of puzzle, from --list (default: any kind on colours or ordinary cards)")
      ->type_name("KIND");
  app.add_option("--count", command.count,
                 "Number of puzzles (default: 1, or no limit at the prompt)")
      ->check(CLI::Range(1, 1000000));
  add_seed_option(app, command.seed,
                  "Same seed, same puzzles (default: from the clock, and printed)");
  app.add_option("--group", command.group, "The group to play on, as in Z3^2 or S4")
      ->type_name("GROUP");
  app.add_option("--spec", command.spec_text,
                 "The game, as in 'al-jabar Z2^3 seats=3', or a name from 'coset games'")
      ->type_name("GAME");
  app.add_flag("--daily", command.of_the_day, "Today's puzzle, the same for everybody");
  app.add_option("--date", command.date, "The puzzle of another day, YYYY-MM-DD")
      ->type_name("DATE");
  app.add_flag("--list", command.list, "List the kinds of puzzles");
  app.add_flag("--no-input", command.no_input, "Print the puzzles with their solutions");
  app.add_flag("--json", command.json, "Print one JSON object per line, with the solutions");
  add_color_option(app, command.color);
  add_examples(
      app, {{"coset puzzle", "one after the other, until you quit"},
            {"coset puzzle --daily", "today's, the same for everybody"},
            {"coset puzzle --kind best-exchange --count 3 --no-input", "three with solutions"}});
}

}  // namespace coset::cli
