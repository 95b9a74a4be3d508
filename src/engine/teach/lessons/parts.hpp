// Shared by the makers of exercises; internal to this module. An item about words works on any
// operation: the lessons differ in the group and in the words they draw. Every maker leaves an
// exercise whose answer the engine has checked. Pure but for the Rng that is passed in.
#pragma once

#include <array>
#include <utility>

#include "engine/teach/lessons/lesson.hpp"

namespace coset::teach {

// Uniform in [0, bound).
inline int below(Rng& rng, int bound) {
  return static_cast<int>(rng.below(static_cast<std::uint32_t>(bound)));
}
template <class T>
const T& pick(Rng& rng, const std::vector<T>& items) {
  return items[rng.below(static_cast<std::uint32_t>(items.size()))];
}
template <class T>
void shuffle(Rng& rng, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[rng.below(static_cast<std::uint32_t>(i))]);
}
inline std::string number(int n) { return std::to_string(n); }

Operation operation_of(std::string_view text);
Word shuffled(Rng& rng, const Word& word);
Word word_from(const Pieces& pieces);
Word joined(Word word, Element last);
Pieces pieces_of(const Word& word);
// In text order, "R Y O C^4".
std::string write_set(const Operation& operation, const Pieces& pieces);
Pieces in_text_order(const Operation& operation, Pieces pieces);

// A choice with the text of another is omitted.
void add_choice(Exercise& exercise, Choice choice);
Choice text_choice(std::string text, Pieces pieces, bool right, Message feedback);
// Yes and no; `feedback` is for both.
void add_yes_no(Exercise& exercise, bool yes, const Message& feedback,
                Misconception misconception = Misconception::none);
// Four numbers from the range, the right one among them at any place. `traps` are wrong numbers
// that come before those beside the right one. REQUIRES: the range has four numbers
struct Range {
  int least = 0;
  int most = 1000;
};
struct NumberTrap {
  int number;
  Misconception misconception;
  Message feedback;
};
void add_numbers(Exercise& exercise, Rng& rng, int right, Range range,
                 std::vector<NumberTrap> traps, const Message& feedback);
// REQUIRES: it was made by add_numbers
int number_of(const Choice& choice);
// Shuffles the choices, then writes the answer down.
void arrange(Exercise& exercise, Rng& rng);
// Writes the answer down. CHECKs that exactly one choice is right.
void settle_answer(Exercise& exercise);

// The steps of an explanation in which something happens, and the sum; in few words where many
// small steps would show less.
std::vector<Message> why_word(const Operation& operation, const Word& word);

// Items about words.
// Choices of sets of pieces, as in "C R Y O".
Choice set_choice(const Operation& operation, const Pieces& pieces, bool right, Message feedback);

using WordMaker = Word (*)(const Operation& operation, Rng& rng);
Exercise sum_item(const Operation& operation, const Word& word, Rng& rng,
                  ItemType type = ItemType::sum);
Exercise missing_item(const Operation& operation, const Word& word, Rng& rng);
// Two sets; abelian groups only.
Exercise equal_item(const Operation& operation, const Word& left, Rng& rng);
// Any number of pieces up to the word's own.
Exercise build_item(const Operation& operation, const Word& word, Rng& rng);
// Lines, one of them wrong: a misconception's, or the one that is given.
struct WrongLine {
  std::size_t line;
  Element claim;
};
Exercise spot_item(const Operation& operation, const std::vector<Word>& words, Rng& rng,
                   std::optional<WrongLine> given = {});
// Z2^n only.
Exercise steps_item(const Operation& operation, Rng& rng);

// A lesson that is all about words: what kind of item comes when, and where the words come from.
struct WordLesson {
  std::string_view group;
  WordMaker word;
  std::array<ItemType, items_per_lesson> types;
};
Exercise word_item(const Operation& operation, ItemType type, WordMaker word, Rng& rng);
template <const WordLesson& lesson>
Exercise from_words(Rng& rng, int item) {
  return word_item(operation_of(lesson.group), lesson.types[static_cast<std::size_t>(item)],
                   lesson.word, rng);
}

// Items about groups.
Exercise order_item(const Group& group, Element e, Rng& rng);
Exercise closed_item(const Group& group, Rng& rng);       // is this set closed?
Exercise missing_one_item(const Group& group, Rng& rng);  // a subgroup without one piece
Exercise generated_item(const Group& group, Rng& rng);    // the smallest subgroup with these
Exercise coset_item(const Group& group, Rng& rng);
// REQUIRES: it has subgroups that are normal and ones that are not, three for the second
Exercise normal_item(const Group& group, Rng& rng);
Exercise which_normal_item(const Group& group, Rng& rng);
Exercise index_item(const Group& group, Rng& rng);     // how large is the quotient?
Exercise quotient_item(const Group& group, Rng& rng);  // a coset times a coset

// Random pieces, none of them the identity.
Element any_piece(const Operation& operation, Rng& rng);
Word any_pair(const Operation& operation, Rng& rng);
Word any_triple(const Operation& operation, Rng& rng);

std::span<const Lesson> colour_lessons();
std::span<const Lesson> table_lessons();
std::span<const Lesson> play_well_lessons();
std::span<const Lesson> group_lessons();
std::span<const Lesson> mad_abel_lessons();
std::span<const Lesson> beyond_lessons();

}  // namespace coset::teach
