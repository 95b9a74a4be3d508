// The small values that messages are made of. A type that JSON has no room for says here how it is
// written: a move's id is 16 hex digits and a chain 32, because a number in a browser has only 53
// bits; a seat is counted from 1, and 0 is nobody, as in a record. Enumerations are written as the
// words listed here and nothing else. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/words.hpp"
#include "deal/deal.hpp"
#include "play/effects.hpp"

namespace coset::wire {

// The version of the protocol; docs/protocol.md is its promise.
inline constexpr std::uint32_t protocol = 1;

using Ply = std::uint32_t;  // events are counted from 1; 0 is the table before the first
using Time = std::int64_t;  // milliseconds, from whatever moment the host counts
using Millis = std::uint32_t;

enum class MoveId : std::uint64_t { none };  // chosen by the client at random

using Bytes16 = std::array<std::uint8_t, 16>;
using deal::Bytes32;
using deal::GameId;  // 16 hex digits
struct Chain {
  Bytes16 bytes{};
  friend bool operator==(const Chain&, const Chain&) = default;
};
// What proves that a seat is yours. Compared in constant time by `same_secret`.
struct Token {
  Bytes16 bytes{};
  friend bool operator==(const Token&, const Token&) = default;
};
bool same_secret(const Token& a, const Token& b);

std::string hex(const Bytes16& bytes);
std::string hex(const Bytes32& bytes);
std::string hex(MoveId id);
std::string hex(GameId id);

// Names with counts, in text order: {"R": 2, "C": 1}.
struct Counts {
  std::vector<std::pair<std::string, int>> counts;
  friend bool operator==(const Counts&, const Counts&) = default;
};

// What an event is about.
enum class EventKind : std::uint8_t { open, move, keep, back, forfeit, takeback, finish };
COSET_WORDS(EventKind, "open", "move", "keep", "back", "forfeit", "takeback", "finish")

// Why a seat is kept by a bot, or forfeited.
enum class Cause : std::uint8_t { none, resign, time, away };
COSET_WORDS(Cause, "none", "resign", "time", "away")

// What the table does by itself in an event, in the order in which it happens.
enum class Happening : std::uint8_t {
  deal,         // pieces come from an urn
  cancel,       // sets of one piece leave the Center
  clears,       // a seat gets clears for what was cancelled
  discard,      // clears leave the Center (Solitaire 7(a))
  reshuffle,    // the pile becomes the deck (Mad Abel)
  final_round,  // `seat` has begun it
  skip,         // the turn of `seat` is void
};
COSET_WORDS(Happening, "deal", "cancel", "clears", "discard", "reshuffle", "final_round", "skip")

// Why a message was refused.
enum class Reason : std::uint8_t {
  bad,        // it could not be read
  protocol,   // another version
  table,      // another table
  token,      // no seat has this token
  hello,      // say hello first
  spectator,  // only seats may do this
  illegal,    // the rules forbid it; the verdict says why
  turn,       // another seat is to move
  stale,      // the ply is taken by another event
  busy,       // an event is being committed; send it again after that
  over,       // the game is over
  playing,    // the game is not over yet
  kept,       // a bot keeps your seat: take it back first
  mine,       // your seat is your own already
  hints,      // no hints at this table
  takeback,   // nothing can be taken back now
  offer,      // there is no such offer
  rated,      // not at a rated table
  rate,       // too many messages
};
COSET_WORDS(Reason, "bad", "protocol", "table", "token", "hello", "spectator", "illegal", "turn",
            "stale", "busy", "over", "playing", "kept", "mine", "hints", "takeback", "offer",
            "rated", "rate")

// What seats can agree on.
enum class OfferKind : std::uint8_t { takeback, rematch, finish };
COSET_WORDS(OfferKind, "takeback", "rematch", "finish")

enum class OfferState : std::uint8_t { open, agreed, refused, lapsed };
COSET_WORDS(OfferState, "open", "agreed", "refused", "lapsed")

// What people may say to one another with a tap.
enum class Phrase : std::uint8_t {
  hello,
  good_luck,
  nice_move,
  clever,
  oops,
  sorry,
  thanks,
  thinking,
  your_turn,
  good_game,
  again,
  bye
};
COSET_WORDS(Phrase, "hello", "good_luck", "nice_move", "clever", "oops", "sorry", "thanks",
            "thinking", "your_turn", "good_game", "again", "bye")

enum class Player : std::uint8_t { human, bot };
COSET_WORDS(Player, "human", "bot")

// Correspondence: so much for each turn, counted from the last event, whoever is there.
enum class ClockKind : std::uint8_t { none, turn, fischer, correspondence };
COSET_WORDS(ClockKind, "none", "turn", "fischer", "correspondence")

enum class Side : std::uint8_t { give, take };
COSET_WORDS(Side, "give", "take")

// The games' own endings, and two that only a table knows.
enum class End : std::uint8_t {
  none,
  one_piece,
  stuck,
  emptied,
  blocked,
  bag_empty,
  limit,
  repetition,
  forfeit,
  agreed
};
COSET_WORDS(End, "none", "one_piece", "stuck", "emptied", "blocked", "bag_empty", "limit",
            "repetition", "forfeit", "agreed")
inline End end_of(Ending ending) {
  switch (ending) {
    case Ending::none:
      return End::none;
    case Ending::one_piece:
      return End::one_piece;
    case Ending::stuck:
      return End::stuck;
    case Ending::emptied:
      return End::emptied;
    case Ending::blocked:
      return End::blocked;
    case Ending::bag_empty:
      return End::bag_empty;
    case Ending::limit:
      return End::limit;
    case Ending::repetition:
      return End::repetition;
  }
  CHECK(false);
}

}  // namespace coset::wire
