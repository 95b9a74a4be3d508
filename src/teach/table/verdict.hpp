// Verdict: what is to be said of a move that somebody tries, legal or not. A refusal never says
// only "illegal": it has a stable id, the exact difference where there is one, and repairs from
// this very hand, each of them legal. A legal move comes with what it leads to. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "play/match.hpp"
#include "teach/why/describe.hpp"

namespace coset::teach {

// What a legal exchange or play leads to, for a preview.
struct Consequence {
  struct Cancelled {
    Element piece{};
    int tuples = 0;
    int pieces = 0;       // in all the tuples
    bool exempt = false;  // placed from the hand: nobody draws a clear for it (6(ii))
  };
  int before = 0;  // pieces in the mover's hand
  int after = 0;
  std::vector<Cancelled> cancelled;
  int clears = 0;                 // to every other seat, or set aside in Solitaire
  Ending signal = Ending::none;   // the final round begins, and why
  Ending ending = Ending::none;   // the game is over
  std::optional<Element> target;  // Mad Abel: what the next seat must make
  std::optional<int> length;      // under a metric only the target's length counts
};

struct Verdict {
  bool legal = false;
  Message message;  // its id is the verdict's id
  std::optional<Element> made;
  std::optional<Element> wanted;
  std::optional<Element> difference;
  std::vector<Action> repairs;  // legal, smallest changes first
  std::optional<Consequence> consequence;
};

// `action` is what `seat` tries: any exchange, play, draw or pass, half-made ones included.
Verdict judge(const Match& match, Seat seat, const Action& action);

// What cancels, in one message, and what cancels without clears, in another: "O+O and P+P cancel:
// every other seat draws 2 clears." `told`: of somebody who has moved, not of you who may.
std::vector<Message> describe_cancelled(const Match& match, const Consequence& consequence,
                                        bool told);

// "The next seat has to make d3.", or of what length. REQUIRES: consequence.target
Message describe_target(const Match& match, const Consequence& consequence, bool told);

// Sentences for a consequence: "You 12 -> 10.", and what cancels.
std::vector<Message> describe(const Match& match, const Consequence& consequence);

}  // namespace coset::teach
