// Exercise: one question of a lesson, as a value. It is made from (lesson, seed, item) alone, the
// same everywhere, and its answer comes from the engine. Everything a screen may draw is there as
// pieces; every sentence is a Message. An exercise with choices has exactly one right choice; one
// without is answered by typing pieces or a move, and every right answer counts. Pure; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rules/action.hpp"
#include "engine/teach/why/misconception.hpp"

namespace coset::teach {

enum class ItemType : std::uint8_t {
  sum,      // choose the sum
  missing,  // find the missing piece
  equal,    // are two sets equal, and if not, by what do they differ
  build,    // make the target from this hand (typed)
  steps,    // put the four steps in order
  predict,  // predict the result of a move or a position
  spot,     // find the wrong line
  table,    // fill a cell of the table, or judge the table
  close,    // complete to a subgroup, or find a coset
  order,    // how often until it is the identity
  play,     // make the move on a real table (typed, or one of four)
};
// Stable words: "sum", "missing", ...
std::string_view word_of(ItemType type);

struct Choice {
  Message label;  // its text
  Pieces pieces;  // the same as pieces, where it is made of pieces
  bool right = false;
  Misconception misconception = Misconception::none;
  Message feedback;
  std::optional<Message> itself = {};  // what this choice is; precedes the feedback
};

// What a typed move has to achieve besides being legal.
struct Goal {
  enum class Kind : std::uint8_t {
    none,
    shed,        // at least n pieces fewer in the hand
    clears,      // at least n clears for every other seat
    spectrum,    // the Spectrum
    keep_white,  // at least n pieces fewer, and a white is kept
    two_ahead,   // after a second exchange at most n pieces, if nobody else moves
    stop_next,   // the next seat can neither come down to one piece nor is stuck
    at_most,     // at most n pieces left
    leave,       // Mad Abel: the next seat has to make `piece`
  };
  Kind kind = Kind::none;
  int n = 0;
  Element piece{};
};

struct Exercise {
  explicit Exercise(Operation on, ItemType is, Message asks)
      : operation(std::move(on)), type(is), prompt(std::move(asks)) {}

  std::string_view lesson;  // its id
  std::uint64_t seed = 0;
  int item = 0;  // 0 is the first

  Operation operation;
  ItemType type;
  Message prompt;                // its id is the kind of question
  std::optional<Message> about;  // how the group works, if it is not the colours
  std::vector<Message> shown;    // the drawing in words, for screen readers

  std::vector<Word> words;        // what the prompt speaks of
  std::vector<Element> claims;    // spot: the claimed result of each line's word
  std::vector<Pieces> sets;       // steps: the lines; close: subgroup and piece
  std::optional<Element> target;  // what is to be made
  Pieces hand;
  Pieces center;
  Pieces next;           // the next seat's hand
  std::string spec;      // a real table: what is played there
  std::string position;  // and its position
  std::vector<Action> moves;
  Goal goal;

  std::vector<Choice> choices;  // empty: the answer is typed
  std::string answer;           // the right one, or one of the right ones
  Message hint;
  std::vector<Message> why;  // the argument
};

// How a group works, in a line; nothing for the colours.
std::optional<Message> about_group(const Operation& operation);

// The operation's whole table belongs to the question; one cell of it may be what is asked for.
bool shows_table(const Exercise& exercise);
std::optional<Word> hidden_cell(const Exercise& exercise);
// The text of a cell: the product, or "?" where it is the question.
std::string cell_text(const Exercise& exercise, Element row, Element column);

struct ItemJudgement {
  bool understood = true;  // if not, nothing was answered
  bool right = false;
  Misconception misconception = Misconception::none;
  std::vector<Message> feedback;
};

// Choices are numbered from 1, unless they are numbers themselves: then 3 means the answer 3.
bool numbered(const Exercise& exercise);

// A choice by its number or its text; pieces or a move where there are no choices.
ItemJudgement check(const Exercise& exercise, std::string_view answer);

// Every piece of the hand and the move are as the goal wants them. REQUIRES: the move is legal at
// the exercise's position
bool reaches_goal(const Exercise& exercise, const Action& action);

}  // namespace coset::teach
