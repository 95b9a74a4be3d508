// Match: one game with its record and the repetition rule; all that front ends hold. It hides which
// game it is. Every input is checked: a rejected move changes nothing. A value type; one thread at
// a time.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/play/effects.hpp"
#include "engine/play/repetition.hpp"
#include "engine/play/spec.hpp"

namespace coset {

class Match {
 public:
  static constexpr int record_version = 1;

  // A new game, before the first deal.
  static Match open(Spec spec);
  // A game from a position; its record cannot be replayed from the spec alone.
  static Result<Match> open(Spec spec, std::string_view position);
  // A record, as full_record() writes it; "#" lines are comments.
  static Result<Match> replay(std::string_view record);

  const Spec& spec() const { return spec_; }
  Turn turn() const;
  bool over() const { return turn().kind == Turn::Kind::over; }
  Ending ending() const;
  Scores scores() const;
  int turns() const;

  // Text to action; whether it is legal is not asked.
  Result<Action> read(std::string_view text) const;
  std::string write(const Action& action) const;

  bool legal(const Action& action) const;
  // The form in which a legal action is recorded.
  Action canonical(const Action& action) const;
  void actions(ActionList& list) const;
  // A move or a deal; `seat` is the seat on turn, or `nobody` for a deal to the table. What it did
  // goes to `did`, if that is not null.
  std::optional<Error> play(Seat seat, const Action& action, Effects* did = nullptr);
  // Lets chance act. REQUIRES: turn().kind == deal
  Action deal(Rng& rng);
  // What it would do. REQUIRES: turn().kind == deal
  Action random_deal(Rng& rng) const;
  // What chance draws from: how many of each piece, in index order. REQUIRES: turn().kind == deal
  std::vector<int> urn() const;
  // What a random playout would do. REQUIRES: turn().kind == act
  Action random_action(Rng& rng) const;

  // What a seat may know, or a spectator (nobody).
  AnyView observe(Seat viewer) const;

  // The whole state with hidden cards: for the host of the game, never for a player.
  std::string full_position() const;
  std::string full_record() const;
  // What `reader` may know of the record: other seats' hidden cards are "deal ?".
  std::string record(Seat reader) const;

  struct Entry {
    Seat seat;
    Action action;
  };
  std::vector<Entry> moves() const;
  // The same match after its first `count` moves and deals. REQUIRES: it has that many
  Match first(std::size_t count) const;

 private:
  Match(Spec spec, AnyState state);

  // Calls use(game, state) with the game and its own kind of state.
  template <class Use>
  decltype(auto) with(Use&& use) const;
  template <class Use>
  decltype(auto) with(Use&& use);
  void log(Seat seat, const Action& action);
  std::string header() const;

  Spec spec_;
  AnyState state_;
  Repetition repetition_;
  bool repeated_ = false;
  Refusals refusals_;              // Mad Abel
  std::string start_;              // the position it began from, if not the deal
  std::vector<std::uint8_t> log_;  // seat, verb, sizes, letters; a few bytes a move
};

}  // namespace coset
