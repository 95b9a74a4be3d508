// The concept that every game fulfils: an immutable rules object G beside a plain-bytes G::State.
// Chance is an ordinary `deal` action, so apply() is pure and the list of actions is the game.
// What a seat may know is G::View, which has no fields for hidden data.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/rng.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/trace.hpp"

namespace coset {

// For the match's repetition rule (A23): equal positions have equal `position`, and no position
// can come back once `epoch` has changed.
struct RepetitionMark {
  std::uint64_t position = 0;
  std::uint32_t epoch = 0;
};

template <class G>
concept Game =
    std::has_unique_object_representations_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::View> &&
    requires(const G g, const typename G::State s, typename G::State& out, const Action a,
             const typename G::View v, Seat seat, ActionList& list, Rng& rng, Trace* trace) {
      typename G::Pieces;   // its tally
      typename G::Options;  // the typed options, see options.hpp
      { g.operation() } -> std::same_as<const Operation&>;
      { g.options() } -> std::same_as<const typename G::Options&>;
      { G::name } -> std::convertible_to<std::string_view>;  // in a spec
      { G::hands_are_hidden } -> std::convertible_to<bool>;
      { G::style } -> std::convertible_to<MoveStyle>;
      { g.seats() } -> std::same_as<int>;
      { g.start() } -> std::same_as<typename G::State>;
      { g.turn(s) } -> std::same_as<Turn>;
      { g.ending(s) } -> std::same_as<Ending>;
      { g.turns(s) } -> std::same_as<int>;  // completed since the deal
      { g.hand(s, seat) } -> std::same_as<const typename G::Pieces&>;
      // REQUIRES: turn(s).kind == deal
      { g.urn(s) } -> std::same_as<const typename G::Pieces&>;
      // Exact, without enumerating.
      { g.legal(s, a) } -> std::same_as<bool>;
      // The form of a legal action that actions() lists.
      { g.canonical(s, a) } -> std::same_as<Action>;
      // Every legal action but deals, up to the list's limit: then what sheds most.
      { g.actions(s, list) } -> std::same_as<void>;
      // REQUIRES: legal(out, a). Records its effects in `trace`, unless that is null, the default.
      { g.apply(out, a) } -> std::same_as<void>;
      { g.apply(out, a, trace) } -> std::same_as<void>;
      { g.scores(s) } -> std::same_as<Scores>;
      { g.observe(s, seat) } -> std::same_as<typename G::View>;
      // Some State that fits the View.
      { g.imagine(v, rng) } -> std::same_as<typename G::State>;
      // What a random playout does: uniform over exchanges or plays, a draw only if
      // there is none. `list` is scratch space. REQUIRES: turn(s).kind == act
      { g.random_action(s, list, rng) } -> std::same_as<Action>;
      // Why no play can have led to this State, if none can.
      { g.flaw(s) } -> std::same_as<std::optional<Error>>;
      // What the rules do by themselves at the start of a turn, in a position that was set up:
      // nothing in one that play has led to. REQUIRES: !flaw(out)
      { g.settle(out) } -> std::same_as<void>;
      { g.repetition_mark(s) } -> std::same_as<std::optional<RepetitionMark>>;
    };

// A piece drawn from an urn, each equally likely. REQUIRES: !urn.empty()
template <class T>
Element draw_from(const T& urn, Rng& rng) {
  auto ticket = static_cast<int>(rng.below(static_cast<std::uint32_t>(urn.size())));
  for (int e = 0; e < T::capacity; ++e) {
    ticket -= urn[element(e)];
    if (ticket < 0) return element(e);
  }
  CHECK(false);
}

}  // namespace coset
