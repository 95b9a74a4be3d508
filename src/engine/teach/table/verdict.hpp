// Verdict: the judgement of a move, legal or not. An illegal move gets more than "illegal": a
// stable id, the exact difference where there is one, and legal repairs from the same hand. A legal
// move gets its effects. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/play/match.hpp"
#include "engine/teach/why/describe.hpp"

namespace coset::teach {

struct Verdict {
  bool legal = false;
  Message message;  // its id is the verdict's id
  std::optional<Element> made;
  std::optional<Element> wanted;
  std::optional<Element> difference;
  std::vector<Action> repairs;     // legal, smallest changes first
  std::optional<Effects> effects;  // what a legal exchange or play would do
};

// `action` is any exchange, play, draw or pass of `seat`, incomplete ones included.
Verdict judge(const Match& match, Seat seat, const Action& action);
// The same from what the seat may know. REQUIRES: the view is the seat's, of this spec's game
Verdict judge(const Spec& spec, const AnyView& view, Seat seat, const Action& action);

// What cancels, in one message, and what cancels without clears, in another: "O+O and P+P cancel:
// every other seat draws 2 clears." `told`: about a seat that has moved, not to the reader.
std::vector<Message> describe_cancelled(const Spec& spec, const Effects& effects, bool told);

// "The next seat has to make d3.", or of what length. REQUIRES: effects.target
Message describe_target(const Spec& spec, const Effects& effects, bool told);

// Sentences for a preview: "You go from 12 to 10.", and what cancels.
std::vector<Message> describe(const Spec& spec, const Effects& effects);

}  // namespace coset::teach
