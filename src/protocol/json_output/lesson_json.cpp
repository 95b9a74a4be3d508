#include "protocol/json_output/lesson_json.hpp"

#include "engine/play/notation.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

std::string english(std::string_view id) { return teach::say({id, {}}); }

std::optional<std::string> word_for(teach::Misconception misconception) {
  if (misconception == teach::Misconception::none) return std::nullopt;
  return std::string(teach::word_of(misconception));
}

// The whole text, under the id of the error's message.
Said feedback_of(const teach::Choice& choice) {
  Said out = said_of(choice.feedback);
  if (choice.itself) out.text.insert(0, teach::say(*choice.itself) + " ");
  return out;
}

struct LessonTold {
  const teach::Track& track;
  const teach::Lesson& lesson;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io.word("track", self.track.id);
    io.word("lesson", self.lesson.id);
    io("title", english(self.lesson.id));
    io("goal", english(self.lesson.goal));
    io("items", teach::items_per_lesson);
    io("to_pass", teach::items_to_pass);
  }
};

struct ChoiceTold {
  std::optional<int> number;
  std::string text;
  std::vector<std::string> pieces;
  bool right;
  std::optional<std::string> misconception;
  Said feedback;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.nullable("number", self.number);
    io("text", self.text);
    io("pieces", self.pieces);
    io("right", self.right);
    io.nullable("misconception", self.misconception);
    io("feedback", self.feedback);
  }
};

struct TableTold {
  const teach::Exercise& exercise;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const auto& order = self.exercise.operation.names().text_order();
    io("elements", names_of(self.exercise.operation, order));
    std::vector<std::vector<std::string>> rows;
    for (const Element row : order) {
      std::vector<std::string>& cells = rows.emplace_back();
      for (const Element column : order)
        cells.push_back(teach::cell_text(self.exercise, row, column));
    }
    io("rows", rows);
  }
};

// Data for a drawing.
template <class Io>
void add_scene(Io& io, const teach::Exercise& exercise) {
  const Operation& operation = exercise.operation;
  std::vector<std::vector<std::string>> words;
  for (const Word& word : exercise.words)
    words.push_back(names_of(operation, {word.begin(), word.end()}));
  io.some("words", words);
  io.some("claims", names_of(operation, exercise.claims));
  std::vector<std::vector<std::string>> sets;
  for (const teach::Pieces& set : exercise.sets) sets.push_back(names_of(operation, set));
  io.some("sets", sets);
  if (exercise.target) io("target", operation.names().write(*exercise.target));
  io.some("hand", names_of(operation, exercise.hand));
  io.some("center", names_of(operation, exercise.center));
  io.some("next", names_of(operation, exercise.next));
  io.some("spec", exercise.spec);
  io.some("position", exercise.position);
  std::vector<std::string> moves;
  for (const Action& action : exercise.moves) moves.push_back(write_action(operation, action));
  io.some("moves", moves);
  if (teach::shows_table(exercise)) io("table", TableTold{exercise});
}

struct ExerciseTold {
  const teach::Exercise& exercise;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const teach::Exercise& exercise = self.exercise;
    io("schema", 1);
    io.word("lesson", exercise.lesson);
    io("seed", std::to_string(exercise.seed));
    io("item", exercise.item + 1);
    io.word("type", teach::word_of(exercise.type));
    io("group", exercise.operation.text());
    io("prompt", said_of(exercise.prompt));
    std::optional<Said> about;
    if (exercise.about) about = said_of(*exercise.about);
    io.nullable("about", about);
    io("shown", said_of(exercise.shown));
    add_scene(io, exercise);
    std::vector<ChoiceTold> choices;
    for (std::size_t i = 0; i < exercise.choices.size(); ++i) {
      const teach::Choice& choice = exercise.choices[i];
      std::optional<int> number;
      if (teach::numbered(exercise)) number = static_cast<int>(i) + 1;
      choices.push_back({number, teach::say(choice.label),
                         names_of(exercise.operation, choice.pieces), choice.right,
                         word_for(choice.misconception), feedback_of(choice)});
    }
    io("choices", choices);
    io("answer", exercise.answer);
    io("hint", said_of(exercise.hint));
    io("why", said_of(exercise.why));
  }
};

struct MarkingTold {
  const teach::ItemJudgement& marking;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("understood", self.marking.understood);
    io("right", self.marking.right);
    io.nullable("misconception", word_for(self.marking.misconception));
    io("feedback", said_of(self.marking.feedback));
  }
};

struct KindTold {
  const teach::PuzzleInfo& info;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io.word("kind", self.info.name);
    io("about", english(self.info.about));
    io.word("games", self.info.games);
  }
};

struct ShownTold {
  Said label;
  std::string text;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("label", self.label);
    io("text", self.text);
  }
};

struct PuzzleTold {
  const teach::Puzzle& puzzle;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const teach::Puzzle& puzzle = self.puzzle;
    io("schema", 1);
    io.word("kind", teach::info_of(puzzle.kind).name);
    io("seed", std::to_string(puzzle.seed));
    io("spec", puzzle.spec);
    io("position", puzzle.position);
    io.seat("seat", puzzle.seat);
    io("open_hands", puzzle.open_hands);
    std::optional<Said> about;
    if (puzzle.about) about = said_of(*puzzle.about);
    io.nullable("about", about);
    io("goal", said_of(puzzle.goal));
    std::vector<ShownTold> shown;
    for (const teach::Shown& each : teach::show(puzzle))
      shown.push_back({said_of(each.label), each.text});
    io("shown", shown);
    io("solution", teach::write_answer(puzzle, puzzle.solution));
    std::vector<std::string> equivalents;
    for (const teach::Answer& answer : puzzle.equivalents)
      equivalents.push_back(teach::write_answer(puzzle, answer));
    io("equivalents", equivalents);
    io("difficulty", puzzle.difficulty);
    io("checked", puzzle.checked);
    io("themes", std::vector<std::string>(puzzle.themes.begin(), puzzle.themes.end()));
    io("why", said_of(puzzle.why));
    io("hints", said_of(puzzle.hints));
  }
};

struct JudgementTold {
  const teach::Judgement& judgement;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    constexpr std::string_view outcomes[] = {"right", "unfinished", "wrong", "illegal", "unread"};
    io.word("outcome", outcomes[static_cast<std::size_t>(self.judgement.outcome)]);
    io("feedback", said_of(self.judgement.messages));
  }
};

}  // namespace

std::string lesson_json(const teach::Track& track, const teach::Lesson& lesson) {
  return written(LessonTold{track, lesson});
}
std::string exercise_json(const teach::Exercise& exercise) {
  return written(ExerciseTold{exercise});
}
std::string marking_json(const teach::ItemJudgement& marking) {
  return written(MarkingTold{marking});
}
std::string run_json(const teach::LessonRun& run) {
  std::string queue = "[";
  for (const teach::Showing& showing : run.queue) {
    if (queue.size() > 1) queue += ',';
    Writer writer(queue);
    writer("item", showing.item + 1);
    writer("again", showing.again);
  }
  std::string out = "{\"queue\":" + queue + "],\"at\":" + std::to_string(run.at);
  out += ",\"right\":" + std::to_string(run.right);
  return out + ",\"done\":" + (run.done() ? "true" : "false") + "}";
}

std::string review_json(const std::optional<teach::Review>& review) {
  if (!review) return "null";
  std::string out;
  {
    Writer writer(out);
    writer("box", review->box);
    writer("due", review->due);
  }
  return out;
}

std::string streak_json(const teach::Streak& streak) {
  std::string out;
  {
    Writer writer(out);
    writer("days", streak.days);
    writer("today", streak.today);
    writer("rested", streak.rested);
  }
  return out;
}

std::string puzzle_kind_json(const teach::PuzzleInfo& info) { return written(KindTold{info}); }
std::string puzzle_json(const teach::Puzzle& puzzle) { return written(PuzzleTold{puzzle}); }
std::string judgement_json(const teach::Judgement& judgement) {
  return written(JudgementTold{judgement});
}

}  // namespace coset::protocol
