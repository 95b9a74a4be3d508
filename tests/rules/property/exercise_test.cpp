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

Exercise any_exercise() {
  std::vector<const Lesson*> all;
  for (const Track& track : tracks())
    for (const Lesson& lesson : track.lessons) all.push_back(&lesson);
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
