// Every exercise is asked of the oracle: its right answer is right and each wrong choice is wrong.
#include "engine/teach/lessons/lesson.hpp"
#include "exercise_oracle.hpp"

namespace coset::teach {
namespace {

using namespace property_oracle;

void check_choices(const Exercise& exercise) {
  const Oracle oracle(exercise);
  int right = 0;
  for (const Choice& choice : exercise.choices) {
    RC_LOG() << say(choice.label) << (choice.right ? " (right)" : "") << "\n";
    RC_ASSERT(oracle.right(choice) == choice.right);
    right += choice.right ? 1 : 0;
  }
  RC_ASSERT(right == 1);
}

// Every set of the hand is judged as the oracle judges it.
void check_build(const Exercise& exercise) {
  const Table table = table_of(exercise.operation);
  Numbers hand = numbers_of(exercise.hand);
  bool any = false;
  for (Numbers letters : property::sub_multisets(hand, 1, exercise.words[0].size())) {
    do {
      const bool right = oracle::product_of(table, letters) == index(*exercise.target);
      const std::string text = write_word(exercise.operation, property::word_of(letters));
      RC_LOG() << text << "\n";
      RC_ASSERT(check(exercise, text).right == right);
      any |= right;
    } while (exercise.operation.text() != "Z2^3" &&
             std::next_permutation(letters.begin(), letters.end()));
  }
  RC_ASSERT(any);
}

void check_play(const Exercise& exercise) {
  if (exercise.goal.kind == Goal::Kind::leave) {
    const Table table = table_of(exercise.operation);
    const Numbers pile = numbers_of(exercise.center);
    for (Numbers letters : property::sub_multisets(numbers_of(exercise.hand), 1, 3)) {
      do {
        Numbers top = {letters.size() > 1 ? letters[letters.size() - 2] : pile[1], letters.back()};
        const bool right = oracle::product_of(table, letters) == oracle::product_of(table, pile) &&
                           oracle::product_of(table, top) == index(exercise.goal.piece);
        const std::string text = write_word(exercise.operation, property::word_of(letters));
        RC_ASSERT(check(exercise, text).right == right);
      } while (std::next_permutation(letters.begin(), letters.end()));
    }
    return;
  }
  const Counts hand = counts_of(exercise.hand);
  const Counts center = counts_of(exercise.center);
  std::vector<oracle::Action> legal = rules().list(hand, center);
  legal = property::shuffled(std::move(legal));
  if (legal.size() > 30) legal.resize(30);
  for (const oracle::Action& action : legal) {
    const Action ours{Verb::exchange, property::word_of(action.give),
                      property::word_of(action.take)};
    const std::string text = write_action(exercise.operation, ours);
    RC_LOG() << text << "\n";
    RC_ASSERT(check(exercise, text).right == reaches(exercise, action));
    // One piece too many on the left: legal only if it is a clear, and never by accident.
    Action more = ours;
    more.give.push(element(1 + property::number(0, 6)));
    if (!rules().is_legal(hand, center, oracle_action(more)))
      RC_ASSERT(!check(exercise, write_action(exercise.operation, more)).right);
  }
}

// What an explanation of table.drawing says, asked of the oracle.
void check_drawing(const Exercise& exercise) {
  const Counts hand = counts_of(exercise.hand);
  const Counts center = counts_of(exercise.center);
  const Message& said = exercise.why.at(0);
  if (said.id == "fact.exchange") {
    const std::string move = parameter(said, "move");
    const std::size_t split = move.find('=');
    const Action action{Verb::exchange, *read_word(exercise.operation, move.substr(0, split)),
                        *read_word(exercise.operation, move.substr(split + 1))};
    RC_ASSERT(rules().is_legal(hand, center, oracle_action(action)));
  }
  if (said.id == "fact.stuck")
    RC_ASSERT(oracle::total(hand) <= 3 && !rules().can_reduce(hand, center));
  if (said.id != "fact.draw") return;
  // No exchange of up to three; whatever else is equal is named with the limit that forbids it.
  RC_ASSERT(!rules().exists(hand, center));
  const Table table = table_of(exercise.operation);
  std::set<std::string> larger;
  const auto write = [&](const Numbers& letters) {
    Word word = property::word_of(letters);
    word.sort();
    return write_word(exercise.operation, word);
  };
  for (const Numbers& give :
       property::sub_multisets(numbers_of(exercise.hand), 1, oracle::total(hand)))
    for (const Numbers& take :
         property::sub_multisets(numbers_of(exercise.center), 1, oracle::total(center)))
      if (write(give) != write(take) &&
          oracle::product_of(table, give) == oracle::product_of(table, take)) {
        RC_ASSERT(give.size() > 3U || take.size() > 3U);
        larger.insert(write(give) + "=" + write(take));
      }
  RC_ASSERT((exercise.why.size() == 2U) == !larger.empty());
  if (larger.empty()) return;
  const auto named = [&](std::string_view side) {
    return write(
        property::letters(*read_word(exercise.operation, parameter(exercise.why[1], side))));
  };
  RC_ASSERT(exercise.why[1].id == "fact.draw.larger");
  RC_ASSERT(larger.contains(named("give") + "=" + named("take")));
}

// The key of a group named by letters: its order, and relations that hold in the oracle's table
// between letters that generate it.
void check_key(const Exercise& exercise) {
  const Message& key = *exercise.about;
  const bool turns = key.id == "about.dihedral";
  if (!turns && key.id != "about.dicyclic") {
    RC_ASSERT(exercise.operation.abelian() || key.id == "about.q8" || key.id == "about.s3" ||
              key.id == "about.a4");
    return;
  }
  const Table table = table_of(exercise.operation);
  const auto at = [&](std::string_view name) {
    return index(*exercise.operation.names().find(name));
  };
  const int first = at(turns ? "r" : "a");
  const int second = at(turns ? "s" : "x");
  const int n = std::stoi(parameter(key, "n"));
  const int e = at("e");
  RC_ASSERT(parameter(key, "order") == std::to_string(table.order));
  RC_ASSERT(closure(table, {first, second}).size() == static_cast<std::size_t>(table.order));
  RC_ASSERT(oracle::product_of(table, Numbers(static_cast<std::size_t>(n), first)) == e);
  RC_ASSERT(oracle::product_of(table, {second, second}) ==
            (turns ? e : at(parameter(key, "square"))));
  RC_ASSERT(oracle::product_of(table, {second, first}) == at(parameter(key, "flip")));
}

Exercise any_exercise(std::string_view wanted = "") {
  std::vector<const Lesson*> all;
  for (const Track& track : tracks())
    for (const Lesson& lesson : track.lessons)
      if (lesson.id.starts_with(wanted)) all.push_back(&lesson);
  const Lesson* lesson = *rc::gen::elementOf(all);
  const std::uint64_t seed = property::seed();
  const int item = property::number(0, items_per_lesson - 1);
  Exercise out = make_exercise(*lesson, seed, item);
  RC_LOG() << lesson->id << " " << seed << " " << item << ": " << say(out.prompt) << "\n";
  for (const Message& message : out.shown) RC_LOG() << say(message) << "\n";
  return out;
}

// 20 exercises a case: 10 000 of them when nothing is scaled down.
RC_GTEST_PROP(ExerciseLaws, TheOracleAgrees, ()) {
  for (int i = 0; i < 20; ++i) {
    const Exercise exercise = any_exercise();
    RC_ASSERT(check(exercise, exercise.answer).right);
    if (!exercise.choices.empty()) {
      check_choices(exercise);
    } else if (exercise.type == ItemType::build) {
      check_build(exercise);
    } else {
      check_play(exercise);
    }
  }
}

RC_GTEST_PROP(ExerciseLaws, WhatIsSaidOfDrawingIsTrue, ()) {
  for (int i = 0; i < 4; ++i) check_drawing(any_exercise("table.drawing"));
}

RC_GTEST_PROP(ExerciseLaws, TheKeyOfAGroupNamedByLettersIsTrue, ()) {
  for (const std::string_view lesson : {"groups.quotients", "groups.normal"})
    check_key(any_exercise(lesson));
}

// Whatever is typed is understood or not, and nothing breaks.
RC_GTEST_PROP(ExerciseLaws, AnyAnswerMayBeTyped, ()) {
  const Exercise exercise = any_exercise();
  const std::string text = *rc::gen::arbitrary<std::string>();
  const ItemJudgement judgement = check(exercise, text);
  RC_ASSERT(!judgement.feedback.empty());
  RC_ASSERT(judgement.understood || !judgement.right);
}

}  // namespace
}  // namespace coset::teach
