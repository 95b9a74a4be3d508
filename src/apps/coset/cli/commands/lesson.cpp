// coset lesson: generates exercises and asks them one by one, in plain lines.
#include <chrono>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/command.hpp"
#include "apps/coset/cli/commands/first.hpp"
#include "apps/coset/cli/commands/lesson_text.hpp"
#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/seed.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/cli/terminal/prompt.hpp"
#include "apps/coset/cli/terminal/style.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "apps/coset/cli/together.hpp"
#include "apps/coset/cli/user_data/lesson_progress.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "base/reader.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/lessons/run.hpp"
#include "protocol/json_output/lesson_json.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;
using teach::Exercise;

std::string of(int n, std::size_t all) { return std::to_string(n) + " of " + std::to_string(all); }

// Asks the items in the order that a run through a lesson has.
class Questions {
 public:
  Questions(std::vector<Exercise> items, LessonProgress& progress, const Voice& voice)
      : items_(std::move(items)), progress_(progress), voice_(voice) {}

  // False if the input ended before the last answer.
  bool run() {
    while (true) {
      lesson_ = teach::run_of(items_.size(), answers_);
      if (lesson_.done()) return true;
      const std::optional<bool> answer = ask(lesson_.queue[lesson_.at]);
      if (!answer) return false;
      answers_.push_back(*answer);
    }
  }

  int first_try() const { return lesson_.right; }
  int done() const { return done_; }
  // Nothing that was answered is lost when the program ends.
  bool saved() const { return saved_; }

 private:
  // Whether it was answered right without help; nothing if the input ended.
  std::optional<bool> ask(const teach::Showing& showing) {
    const Exercise& exercise = items_[showing.item];
    print("\nItem " + of(static_cast<int>(showing.item) + 1, items_.size()) +
          (showing.again ? ", again" : "") + "\n");
    say(exercise, about_text(exercise, last_) + question_text(exercise));
    last_ = &exercise;
    for (bool helped = false;;) {
      const auto line = prompt_.read();
      if (!line) return std::nullopt;
      if (line->find_first_not_of(" \t\r") == std::string::npos) {
        say(exercise, about_text(exercise, nullptr) + question_text(exercise));
        continue;
      }
      if (*line == "?" && !helped) {
        helped = true;
        say(exercise, "Hint: " + teach::say(exercise.hint) + " (? once more shows the answer.)\n");
        continue;
      }
      if (*line == "?") {
        say(exercise, answer_text(exercise) + "It comes back later.\n");
        note(exercise, false);
        return false;
      }
      const teach::ItemJudgement judgement = teach::check(exercise, *line);
      std::string said;
      for (const teach::Message& message : judgement.feedback) said += " " + teach::say(message);
      if (!judgement.understood) {
        say(exercise, said.substr(1) + "\n");
        continue;
      }
      if (judgement.right) {
        say(exercise, "Right." + said + "\n");
        ++done_;
      } else {
        say(exercise,
            "Not quite." + said + "\n" + answer_text(exercise) + "It comes back later.\n");
      }
      note(exercise, judgement.right && !helped);
      return judgement.right && !helped;
    }
  }

  void note(const Exercise& exercise, bool right) {
    progress_.answered({std::string(exercise.lesson), exercise.seed, exercise.item}, right,
                       today());
    // After every item, so that nothing is lost by an interrupt.
    saved_ = progress_.save();
    if (!saved_ && !warned_) {
      warned_ = true;
      std::fflush(stdout);
      std::fputs("coset: Your progress cannot be written; the lesson continues.\n", stderr);
    }
  }

  void say(const Exercise& exercise, const std::string& text) const {
    voice_.say(exercise.operation, folded(text));
  }

  Prompt prompt_;
  std::vector<Exercise> items_;
  LessonProgress& progress_;
  const Voice& voice_;
  teach::LessonRun lesson_;
  std::vector<bool> answers_;
  const Exercise* last_ = nullptr;  // the one asked before
  int done_ = 0;                    // answered right
  bool warned_ = false;
  bool saved_ = true;
};

struct LessonCommand {
  std::string name;
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool no_input = false;
  bool ascii = false;
  bool due = false;
  std::string color = "auto";

  Exit run() const {
    if (due)
      refuse_beside("--due", {{seed.has_value(), "--seed"}}, "due items have their own seeds.");
    if (seed && name.empty())
      throw Failure(Exit::input,
                    "--seed is for the items of a lesson: name one, as in "
                    "'coset lesson colours --seed 7'.");
    std::string complaint;
    LessonProgress progress = LessonProgress::load(LessonProgress::default_file(), complaint);
    if (!complaint.empty()) std::fprintf(stderr, "coset: %s\n", complaint.c_str());
    if (!name.empty() && !teach::find_track(name) && !teach::find_lesson(name))
      throw Failure(Exit::input, "There is no lesson " + coset::quoted(name) + "." +
                                     did_you_mean(name, lesson_names()) +
                                     " 'coset lesson' lists the tracks and lessons.");
    if (due) return run_due(progress);
    if (name.empty()) return list(progress);
    if (name == first_game_lesson && !json && !no_input) return play_it(progress);
    const std::uint64_t from = seed ? *seed : short_seed();
    if (!seed) print_seed(from);
    const teach::Track* track = teach::find_track(name);
    std::vector<Exercise> items = track != nullptr
                                      ? teach::make_mix(*track, from)
                                      : teach::make_items(*teach::find_lesson(name), from);
    if (json || no_input) return show(items);
    begin();
    const std::size_t all = items.size();
    const Voice voice(color);
    Questions session(std::move(items), progress, voice);
    const auto start = std::chrono::steady_clock::now();
    if (!session.run()) return stopped(session, all, progress);
    const bool passed = session.first_try() >= teach::items_to_pass;
    progress.finished(name, session.first_try(), passed);
    const bool saved = progress.save();
    print("\n" + of(session.first_try(), all) + " right at the first try without a hint: " +
          (passed ? "passed."
                  : std::to_string(teach::items_to_pass) + " would pass. Try 'coset lesson " +
                        name + "' again.") +
          "\n");
    if (name == "colours.speed")
      print("It took " +
            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::steady_clock::now() - start)
                               .count()) +
            " seconds.\n");
    if (saved) tell_remembered(progress);
    return Exit::done;
  }

 private:
  static constexpr std::string_view first_game_lesson = "table.first-game";

  // This lesson is a game; finishing the game passes it.
  Exit play_it(LessonProgress& progress) const {
    bool over = false;
    const Exit exit = play_first_game(color, ascii, over);
    if (over) {
      progress.finished(name, teach::items_per_lesson, true);
      progress.save();
    }
    return exit;
  }

  static std::string title(std::string_view id) { return teach::say({id, {}}); }

  void begin() const {
    if (const teach::Lesson* lesson = teach::find_lesson(name)) {
      print(folded(title(lesson->id) + ". " + title(lesson->goal) + "\n"));
    } else {
      print(title(teach::find_track(name)->title) + ": a mix of its lessons.\n");
    }
    if (name.starts_with("colours")) print(folded(teach::say({"about.colours", {}}) + "\n"));
    print(folded(
        "Type a number of the list or the answer itself. ? gives a hint, an empty line asks again, "
        "Ctrl-D stops.\n"));
  }

  static void tell_remembered(const LessonProgress& progress) {
    if (progress.remembered() > 0)
      print(std::to_string(progress.remembered()) +
            (progress.remembered() == 1 ? " item waits" : " items wait") +
            " to come back, now or on a later day: 'coset lesson --due'.\n");
  }

  static Exit stopped(const Questions& session, std::size_t all, const LessonProgress& progress) {
    if (Prompt::interrupted()) return Exit::interrupted;
    print("Stopped with " + of(session.done(), all) + " answered right.\n");
    if (session.saved()) tell_remembered(progress);
    return Exit::done;
  }

  Exit show(const std::vector<Exercise>& items) const {
    int n = 0;
    const Exercise* before = nullptr;
    for (const Exercise& exercise : items) {
      if (json) {
        print(protocol::exercise_json(exercise) + "\n");
        continue;
      }
      if (n++ > 0) print("\n");
      print("Item " + of(n, items.size()) + "\n" +
            folded(about_text(exercise, before) + question_text(exercise) + answer_text(exercise)));
      before = &exercise;
    }
    return Exit::done;
  }

  Exit run_due(LessonProgress& progress) const {
    std::vector<Exercise> items;
    for (const ItemKey& key : progress.due(today())) {
      const bool wanted = name.empty() || key.lesson == name || key.lesson.starts_with(name + ".");
      const teach::Lesson* lesson = teach::find_lesson(key.lesson);
      if (wanted && lesson != nullptr && key.item >= 0 && key.item < teach::items_per_lesson)
        items.push_back(teach::make_exercise(*lesson, key.seed, key.item));
    }
    if (json || no_input) return show(items);
    if (items.empty()) {
      print("Nothing is due today.\n");
      tell_remembered(progress);
      return Exit::done;
    }
    const std::size_t all = items.size();
    print(std::to_string(all) + (all == 1 ? " item is due.\n" : " items are due.\n"));
    const Voice voice(color);
    Questions session(std::move(items), progress, voice);
    if (!session.run()) return stopped(session, all, progress);
    print("\nDone for today: " + of(session.first_try(), all) + " right at the first try.\n");
    return Exit::done;
  }

  Exit list(const LessonProgress& progress) const {
    std::size_t columns = 0;
    for (const teach::Track& track : teach::tracks())
      for (const teach::Lesson& lesson : track.lessons)
        columns = std::max(columns, lesson.id.size());
    for (const teach::Track& track : teach::tracks()) {
      if (!json) print(padded(track.id, columns + 4) + title(track.title) + ", a mix\n");
      for (const teach::Lesson& lesson : track.lessons) {
        const auto result = progress.result(std::string(lesson.id));
        if (json) {
          print_line(Json{{"schema", 1},
                          {"track", track.id},
                          {"lesson", lesson.id},
                          {"title", title(lesson.id)},
                          {"goal", title(lesson.goal)},
                          {"items", teach::items_per_lesson},
                          {"passed", result && result->passed},
                          {"best", result ? Json(result->best) : Json(nullptr)}});
          continue;
        }
        std::string line = "  " + padded(lesson.id, columns + 2) + title(lesson.id);
        if (result)
          line += " (" + of(result->best, teach::items_per_lesson) +
                  (result->passed ? ", passed)" : ")");
        print(line + "\n");
      }
    }
    if (!json)
      print(
          "Start one with 'coset lesson colours.primaries', or a mix with 'coset lesson "
          "colours'.\n");
    return Exit::done;
  }
};

}  // namespace

void add_lesson_command(Program& program) {
  auto [app, command] = add_command<LessonCommand>(
      program, "lesson", "Practise with exercises that explain what went wrong");
  app.add_option(
         "LESSON", command.name,
         "A lesson, as in colours.white, or a track, as in colours, for eight items from all "
         "its lessons; if omitted, lessons are listed")
      ->type_name("LESSON");
  add_seed_option(app, command.seed, "Same seed, same items");
  app.add_flag("--due", command.due, "Review the items answered wrong before and due today");
  app.add_flag("--no-input", command.no_input,
               "Print the items with their answers, without prompting");
  app.add_flag("--json", command.json, "As --no-input, one JSON object per line");
  app.add_flag("--ascii", command.ascii, "Plain ASCII; lessons print nothing else");
  add_color_option(app, command.color);
  add_examples(app, {{"coset lesson colours", "eight items on how colours add"},
                     {"coset lesson colours.white", "one lesson of that track"},
                     {"coset lesson --due", "review what went wrong before"},
                     {"coset lesson groups --seed 7 --no-input", "a worksheet with its answers"}});
}

}  // namespace coset::cli
