#include "engine/teach/lessons/exercise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "engine/play/notation.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "engine/teach/lessons/parts.hpp"

namespace coset::teach {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::string text_of(const Exercise& exercise) {
  std::string out = say(exercise.prompt) + "|" + exercise.answer + "|" + say(exercise.hint);
  for (const Message& message : exercise.shown) out += "|" + say(message);
  for (const Message& message : exercise.why) out += "|" + say(message);
  for (const Choice& choice : exercise.choices)
    out += "|" + say(choice.label) + ":" + say(choice.feedback);
  return out;
}

std::vector<Message> messages_of(const Exercise& exercise) {
  std::vector<Message> out = exercise.shown;
  out.push_back(exercise.prompt);
  out.push_back(exercise.hint);
  if (exercise.about) out.push_back(*exercise.about);
  for (const Message& message : exercise.why) out.push_back(message);
  for (const Choice& choice : exercise.choices) {
    out.push_back(choice.label);
    out.push_back(choice.feedback);
  }
  return out;
}

std::string write_set(const Exercise& exercise) {
  std::string out;
  for (const Pieces* pieces : {&exercise.hand, &exercise.center, &exercise.next})
    for (const Element e : *pieces) out += " " + std::to_string(index(e));
  return out;
}

template <class Use>
void for_each_item(std::uint64_t seeds, Use use) {
  for (const Track& track : tracks())
    for (const Lesson& lesson : track.lessons)
      for (std::uint64_t seed = 0; seed < seeds; ++seed)
        for (const Exercise& exercise : make_items(lesson, seed)) use(exercise);
}

TEST(Lesson, TheTracks) {
  std::map<std::string_view, std::size_t> sizes;
  std::set<std::string_view> ids;
  for (const Track& track : tracks()) {
    sizes[track.id] = track.lessons.size();
    EXPECT_EQ(find_track(track.id), &track);
    EXPECT_FALSE(say({track.title, {}}).empty());
    for (const Lesson& lesson : track.lessons) {
      EXPECT_TRUE(ids.insert(lesson.id).second) << lesson.id;
      EXPECT_TRUE(lesson.id.starts_with(track.id)) << lesson.id;
      EXPECT_EQ(find_lesson(lesson.id), &lesson);
      EXPECT_FALSE(say({lesson.id, {}}).empty());
      EXPECT_TRUE(say({lesson.goal, {}}).ends_with('.')) << lesson.id;
    }
  }
  EXPECT_EQ(sizes, (std::map<std::string_view, std::size_t>{{"colours", 8},
                                                            {"table", 8},
                                                            {"play-well", 5},
                                                            {"groups", 10},
                                                            {"mad-abel", 7},
                                                            {"beyond", 6}}));
  EXPECT_EQ(find_lesson("colours"), nullptr);
  EXPECT_EQ(find_track("colours.white"), nullptr);
}

TEST(Lesson, EveryItemIsWhole) {
  const std::vector<std::string_view> known = message_ids();
  std::set<ItemType> types;
  for_each_item(6, [&](const Exercise& exercise) {
    SCOPED_TRACE(std::string(exercise.lesson) + " " + std::to_string(exercise.seed) + " " +
                 std::to_string(exercise.item) + " " + say(exercise.prompt));
    types.insert(exercise.type);
    EXPECT_FALSE(exercise.why.empty());
    for (const Message& message : messages_of(exercise)) {
      EXPECT_NE(std::find(known.begin(), known.end(), message.id), known.end()) << message.id;
      EXPECT_FALSE(say(message).empty());
    }
    EXPECT_TRUE(check(exercise, exercise.answer).right) << exercise.answer;
    EXPECT_TRUE(check(exercise, " " + exercise.answer + " ").right) << exercise.answer;
    EXPECT_FALSE(check(exercise, "@").understood);
    EXPECT_FALSE(check(exercise, "").understood);
    std::set<std::string> labels;
    int right = 0;
    for (std::size_t i = 0; i < exercise.choices.size(); ++i) {
      const Choice& choice = exercise.choices[i];
      EXPECT_TRUE(labels.insert(say(choice.label)).second) << say(choice.label);
      right += choice.right ? 1 : 0;
      // By its number and by its text the same choice is meant.
      for (const std::string& answer :
           {numbered(exercise) ? number(static_cast<int>(i) + 1) : say(choice.label),
            say(choice.label)}) {
        const ItemJudgement judgement = check(exercise, answer);
        EXPECT_TRUE(judgement.understood) << answer;
        EXPECT_EQ(judgement.right, choice.right) << answer;
        EXPECT_EQ(judgement.misconception, choice.misconception) << answer;
      }
      if (choice.misconception != Misconception::none) {
        EXPECT_FALSE(choice.right);
        EXPECT_TRUE(choice.feedback.id.starts_with("mistake.")) << choice.feedback.id;
      }
    }
    if (!exercise.choices.empty()) {
      EXPECT_EQ(right, 1);
      EXPECT_TRUE(exercise.choices.size() >= 2 && exercise.choices.size() <= 4);
    } else {
      EXPECT_TRUE(exercise.type == ItemType::build || exercise.type == ItemType::play);
    }
  });
  EXPECT_EQ(types.size(), 11U);
}

// What reads like a piece is that piece, and not a place in the list.
TEST(Lesson, NumbersAndPiecesAreNeverConfused) {
  for_each_item(6, [&](const Exercise& exercise) {
    for (std::size_t i = 0; i < exercise.choices.size(); ++i) {
      if (exercise.choices[i].pieces.size() != 1) continue;
      const std::string& name = exercise.operation.names().write(exercise.choices[i].pieces[0]);
      const ItemJudgement by_name = check(exercise, name);
      EXPECT_EQ(by_name.right, exercise.choices[i].right)
          << exercise.lesson << " " << say(exercise.prompt) << " " << name;
    }
  });
}

TEST(Lesson, EveryMisconceptionAppearsAndIsNamed) {
  const std::map<Misconception, std::vector<std::string>> words = {
      {Misconception::paint, {"Paint would give", "in one place make 0"}},
      {Misconception::all_gone, {"does not vanish"}},
      {Misconception::white_swallows, {"White does not swallow", "turns every place over"}},
      {Misconception::clear_counts,
       {"A clear adds nothing", "changes nothing: leave it out", "Two clears are no double"}},
      {Misconception::half_card, {"the ranks add up too", "the suits add up too"}},
      {Misconception::king_is_13, {"go round at 13"}},
      {Misconception::order_ignored, {"The order matters"}},
      {Misconception::brackets_moved, {"Brackets matter here"}}};
  std::map<Misconception, std::set<std::size_t>> seen;
  for_each_item(10, [&](const Exercise& exercise) {
    for (const Choice& choice : exercise.choices) {
      if (choice.misconception == Misconception::none) continue;
      const std::string text = say(choice.feedback);
      const auto& any_of = words.at(choice.misconception);
      std::size_t which = 0;
      while (which < any_of.size() && text.find(any_of[which]) == std::string::npos) ++which;
      EXPECT_LT(which, any_of.size()) << word_of(choice.misconception) << ": " << text;
      seen[choice.misconception].insert(which);
    }
  });
  EXPECT_EQ(seen.size(), words.size());
  for (const auto& [misconception, which] : seen)
    EXPECT_EQ(which.size(), words.at(misconception).size()) << word_of(misconception);
}

TEST(Lesson, TheSameSeedGivesTheSameItems) {
  std::set<std::string> different;
  std::size_t all = 0;
  for_each_item(3, [&](const Exercise& exercise) {
    ++all;
    different.insert(text_of(exercise));
    if (exercise.item != 5) return;
    const Exercise again =
        make_exercise(*find_lesson(exercise.lesson), exercise.seed, exercise.item);
    EXPECT_EQ(text_of(exercise), text_of(again));
  });
  EXPECT_EQ(all, 44U * 3 * 8);
  EXPECT_GT(different.size(), 900U);
}

// A promise to everybody who kept a seed; it is the same with every compiler.
TEST(Lesson, ItemsOfASeedStayWhatTheyAre) {
  std::vector<std::string> prompts;
  for (const Exercise& exercise : make_mix(*find_track("colours"), 7))
    prompts.push_back(say(exercise.prompt) + " " + exercise.answer);
  const std::string same = " make the same? If not, what has to be added to the first? ";
  EXPECT_EQ(
      prompts,
      (std::vector<std::string>{
          "What does B+Y make? G", "B + ? = P. What is missing? R",
          "Do Y+R+Y and P+B" + same + "the same", "What does B+G make? Y",
          "Y+W + ? = P. What is missing? C", "One of these lines is wrong. Which one? P+W+R = W",
          "Do R+O and O" + same + "no, the gap is R", "R+P + ? = O. What is missing? W"}));
  prompts.clear();
  for (const Exercise& exercise : make_items(*find_lesson("play-well.one-left"), 7))
    prompts.push_back(exercise.answer);
  EXPECT_EQ(prompts, (std::vector<std::string>{"B+G+W=Y+W", "no", "Y+P=W+C", "yes", "O+P+P=R+Y",
                                               "yes", "P=R+O+W", "no"}));
}

// B+Y and Y+B are one question where order does not matter, and so are two sets in another order.
TEST(Lesson, NoItemIsAnotherWithItsSidesExchanged) {
  const auto question = [](const Exercise& exercise) {
    std::multiset<std::string> words;
    for (Word word : exercise.words) {
      word.sort();
      words.insert(write_word(exercise.operation, word));
    }
    std::string out = std::string(word_of(exercise.type)) + " " + std::string(exercise.prompt.id);
    for (const std::string& word : words) out += " " + word;
    for (const Element e : exercise.claims) out += "=" + std::to_string(index(e));
    if (exercise.target) out += " ?" + std::to_string(index(*exercise.target));
    return out + " " + exercise.position + write_set(exercise);
  };
  int words = 0;
  for (const Track& track : tracks())
    for (const Lesson& lesson : track.lessons)
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        std::set<std::string> seen;
        for (const Exercise& exercise : make_items(lesson, seed)) {
          if (order_matters(exercise.operation) || exercise.words.empty() ||
              exercise.type == ItemType::spot)
            continue;
          ++words;
          EXPECT_TRUE(seen.insert(question(exercise)).second)
              << lesson.id << " " << seed << " " << say(exercise.prompt);
        }
      }
  EXPECT_GT(words, 500);
}

TEST(Lesson, AMixHasDifferentItems) {
  for (const Track& track : tracks())
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      std::set<std::pair<std::string_view, int>> items;
      for (const Exercise& exercise : make_mix(track, seed))
        items.insert({exercise.lesson, exercise.item});
      EXPECT_EQ(items.size(), 8U) << track.id;
    }
}

std::vector<std::string> said_of(std::string_view group, std::string_view text) {
  const Operation operation = *Operation::parse(group);
  Reader in(text);
  std::vector<std::string> out;
  for (const Mistake& mistake : mistakes(operation, *read_word(operation, in)))
    out.push_back(operation.names().write(mistake.result) + ": " + say(mistake.feedback));
  return out;
}

TEST(Misconception, WhatEachMakesOfAWord) {
  EXPECT_THAT(said_of("Z2^3", "R+O"),
              Contains("O: Paint would give O. Here R and R meet and vanish, so R+O is Y."));
  EXPECT_THAT(said_of("Z2^3", "R+R+R"),
              Contains("C: 3 times R does not vanish: only 2 alike vanish together, so 1 stays. "
                       "R+R+R is R."));
  EXPECT_THAT(said_of("Z2^3", "R+R+R+R+R"),
              Contains("C: 5 times R does not vanish: only 2 alike vanish together, so 1 stays. "
                       "R+R+R+R+R is R."));
  EXPECT_THAT(said_of("Z2^3", "W+B"),
              Contains("W: White does not swallow the rest: W is R+Y+B, and what meets its like in "
                       "it vanishes. W+B is O."));
  EXPECT_THAT(said_of("Z2^3", "G+C"),
              Contains("C: A clear adds nothing: leave C out, and G is G."));
  EXPECT_THAT(said_of("Z4xZ13", "s9+s5"),
              Contains("d9: The suit is right, but the ranks add up too: 9 + 5 = 14, which is 1. "
                       "So s9+s5 is dA."));
  EXPECT_THAT(said_of("Z4xZ13", "s5+hK"),
              Contains("s4: Ranks go round at 13: 5 + 13 = 18, and 18 - 13 = 5. So s5+hK is s5."));
  EXPECT_THAT(said_of("Q8", "i*j"), Contains("-k: The order matters: j*i is -k, but i*j is k."));
  EXPECT_TRUE(said_of("Z2^3", "R+Y").empty());  // here paint is right
  EXPECT_TRUE(said_of("Z2^3", "R").empty());
}

Exercise build(std::string_view group, std::string_view text) {
  const Operation operation = *Operation::parse(group);
  Reader in(text);
  Rng rng(1);
  return build_item(operation, *read_word(operation, in), rng);
}

// A right line that is taken for wrong is said to be right, and no hint is empty talk.
TEST(Lesson, ARightLineIsSaidToBeRight) {
  for_each_item(6, [&](const Exercise& exercise) {
    if (exercise.prompt.id != "ask.spot") return;
    for (const Choice& choice : exercise.choices) {
      const std::string said = say(check(exercise, say(choice.label)).feedback[0]);
      EXPECT_EQ(said.starts_with("This line is right: "), !choice.right) << said;
    }
    EXPECT_THAT(say(exercise.hint), HasSubstr(exercise.answer));
  });
}

// Nobody gets far by always choosing the second, or by always saying yes.
TEST(Lesson, AnswersCannotBeGuessed) {
  std::map<std::pair<std::string_view, std::size_t>, std::map<std::size_t, int>> places;
  for_each_item(40, [&](const Exercise& exercise) {
    for (std::size_t i = 0; i < exercise.choices.size(); ++i)
      if (exercise.choices[i].right) ++places[{exercise.prompt.id, exercise.choices.size()}][i];
  });
  for (auto& [key, counts] : places) {
    int all = 0;
    for (const auto& [place, count] : counts) all += count;
    if (all < 60) continue;
    for (std::size_t i = 0; i < key.second; ++i) {
      const double share = static_cast<double>(counts[i]) / all;
      const bool two = key.second == 2;
      EXPECT_GE(share, two ? 0.3 : 0.1) << key.first << " " << i << " of " << all;
      EXPECT_LE(share, two ? 0.7 : 0.45) << key.first << " " << i << " of " << all;
    }
  }
  EXPECT_GT(places.size(), 20U);
}

TEST(Check, AnyRightSetIsRight) {
  Exercise exercise = build("Z2^3", "R+O");
  exercise.hand = {element(1), element(3), element(4), element(6), element(1)};  // R O B G R
  EXPECT_TRUE(check(exercise, "R+O").right);
  EXPECT_TRUE(check(exercise, "or").right);
  EXPECT_TRUE(check(exercise, "B+G").right);
  EXPECT_FALSE(check(exercise, "B+P").understood);    // no P there
  EXPECT_FALSE(check(exercise, "R+R+O").understood);  // too many
  EXPECT_FALSE(check(exercise, "hello").understood);
}

TEST(Check, AWrongSetIsToldWhy) {
  Exercise exercise = build("Z2^3", "R+Y");  // O
  exercise.hand = {element(1), element(2), element(3), element(4)};
  exercise.words = {{element(1), element(2), element(4)}};
  const ItemJudgement paint = check(exercise, "R+Y+O");
  EXPECT_TRUE(paint.understood);
  EXPECT_FALSE(paint.right);
  EXPECT_EQ(paint.misconception, Misconception::paint);
  ASSERT_EQ(paint.feedback.size(), 2U);
  EXPECT_EQ(say(paint.feedback[0]), "R+Y+O makes C, not O: the gap is O.");
  EXPECT_THAT(say(paint.feedback[1]), HasSubstr("Paint would give O."));
}

TEST(Check, AMoveOnATable) {
  Exercise exercise(*Operation::parse("Z2^3"), ItemType::play, {"ask.shed", {{"n", "1"}}});
  exercise.spec = "al-jabar Z2^3 seats=2";
  exercise.position = "hand1=R+Y+B+W+G+O^2 hand2=R^4 center=W+Y+O+C";
  exercise.goal = {Goal::Kind::shed, 1, {}};
  EXPECT_TRUE(check(exercise, "GR>W").right);
  const ItemJudgement gains = check(exercise, "Y>YC");
  EXPECT_TRUE(gains.understood);
  EXPECT_FALSE(gains.right);
  EXPECT_EQ(say(gains.feedback.back()), "You should have at least 1 fewer.");
  const ItemJudgement paint = check(exercise, "R+O=O");
  EXPECT_FALSE(paint.right);
  EXPECT_EQ(paint.misconception, Misconception::paint);
  EXPECT_EQ(say(paint.feedback[0]), "R+O makes Y, O makes O; the gap is R.");
  EXPECT_FALSE(check(exercise, "draw").understood);
  EXPECT_FALSE(check(exercise, "P+R=W").understood);  // no P there
  EXPECT_FALSE(check(exercise, "R+B=P").understood);
  EXPECT_FALSE(check(exercise, "perhaps").understood);
}

TEST(Lesson, TheSlipOf2006) {
  const Exercise exercise = make_exercise(*find_lesson("mad-abel.slip"), 1, 0);
  EXPECT_EQ(exercise.answer, "s9+s5 = d3");
  EXPECT_EQ(say(check(exercise, exercise.answer).feedback[0]),
            "s9+s5 makes dA, not d3: the gap is h2.");
}

// A table with two flaws has one answer all the same: what a choice says is true of it alone.
TEST(Lesson, OfAJudgedTableOnlyTheRightStatementIsTrue) {
  const Lesson* lesson = find_lesson("beyond.broken");
  ASSERT_NE(lesson, nullptr);
  int judged = 0;
  std::map<std::string, int> answers;
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    for (const Exercise& exercise : make_items(*lesson, seed)) {
      if (exercise.prompt.id != "ask.broken") continue;
      EXPECT_THAT(say(exercise.prompt), HasSubstr("rows and columns, then the identity, then"));
      const Operation& table = exercise.operation;
      const int n = table.order();
      const auto at = [&](int a, int b) { return index(table.product(element(a), element(b))); };
      bool twice = false;
      bool identity_found = false;
      bool brackets_matter = false;
      for (int a = 0; a < n; ++a) {
        std::set<int> row;
        std::set<int> column;
        bool neutral = true;
        for (int b = 0; b < n; ++b) {
          twice |= !row.insert(at(a, b)).second || !column.insert(at(b, a)).second;
          neutral &= at(a, b) == b && at(b, a) == b;
          for (int c = 0; c < n; ++c) brackets_matter |= at(at(a, b), c) != at(a, at(b, c));
        }
        identity_found |= neutral;
      }
      const std::map<std::string, bool> truth = {
          {"it is a group", !twice && identity_found && !brackets_matter},
          {"a row or column holds an element twice", twice},
          {"rows and columns are right, but there is no identity", !twice && !identity_found},
          {"rows and columns are right and there is an identity, but brackets matter",
           !twice && identity_found && brackets_matter}};
      ASSERT_EQ(exercise.choices.size(), truth.size());
      for (const Choice& choice : exercise.choices) {
        const std::string text = say(choice.label);
        ASSERT_TRUE(truth.contains(text)) << text;
        EXPECT_EQ(choice.right, truth.at(text)) << "seed " << seed << ": " << text;
      }
      ++answers[exercise.answer];
      ++judged;
    }
  EXPECT_EQ(judged, 200);
  EXPECT_EQ(answers.size(), 4U) << "each statement is the answer now and then";
}

}  // namespace
}  // namespace coset::teach
