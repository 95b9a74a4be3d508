// The small values in messages, and how JSON writes those that it has no type for: a move's id is
// 16 hex digits and a chain 32, because a number in a browser has only 53 bits; seats are counted
// from 1, and 0 is nobody, as in a record. An enumeration is written as one of the words listed
// here. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/words.hpp"
#include "engine/fair_deal/deal.hpp"
#include "engine/play/effects.hpp"
#include "protocol/error_codes.hpp"

namespace coset::protocol {

// The version of the protocol; docs/protocol.md specifies it.
inline constexpr std::uint32_t protocol = 1;

using Ply = std::uint32_t;  // events are counted from 1; 0 is the table before the first
using Time = std::int64_t;  // milliseconds since the host's epoch
using Millis = std::uint32_t;

enum class MoveId : std::uint64_t { none };  // random, chosen by the client

using Bytes16 = std::array<std::uint8_t, 16>;
using fair_deal::Bytes32;
using fair_deal::GameId;  // 16 hex digits
struct Chain {
  Bytes16 bytes{};
  friend bool operator==(const Chain&, const Chain&) = default;
};
// The secret that proves who holds a seat. Compared in constant time by `same_secret`.
struct Token {
  Bytes16 bytes{};
  friend bool operator==(const Token&, const Token&) = default;
};
bool same_secret(const Token& a, const Token& b);

// A node of a server, as in its option --node. It may be put into a URL as it is.
struct NodeName {
  std::string text;
  friend bool operator==(const NodeName&, const NodeName&) = default;
};
inline constexpr std::size_t max_node_name = 32;
// 1 to 32 lower-case letters, digits and hyphens; the first is no hyphen.
constexpr bool is_node_name(std::string_view text) {
  if (text.empty() || text.size() > max_node_name || text.front() == '-') return false;
  for (const char c : text)
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-') return false;
  return true;
}

std::string hex(const Bytes16& bytes);
std::string hex(const Bytes32& bytes);
std::string hex(MoveId id);
std::string hex(GameId id);

// Names with counts, in text order: {"R": 2, "C": 1}.
struct Counts {
  std::vector<std::pair<std::string, int>> counts;
  friend bool operator==(const Counts&, const Counts&) = default;
};

// The kind of an event. The log has its own words for them: table/log.cpp.
enum class EventKind : std::uint8_t {
  open,
  move,
  bot_takeover,
  reclaimed,
  forfeit,
  takeback,
  finish
};
COSET_WORDS(EventKind, "open", "move", "bot_takeover", "reclaimed", "forfeit", "takeback", "finish")

// Why a bot takes a seat over, or the seat is forfeited.
enum class Cause : std::uint8_t { none, resign, time, away };
COSET_WORDS(Cause, "none", "resign", "time", "away")

// The table's own actions in an event, in order.
enum class Happening : std::uint8_t {
  deal,         // pieces come from an urn
  cancel,       // sets of one piece leave the Center
  clears,       // a seat gets clears for what was cancelled
  discard,      // clears leave the Center (Solitaire 7(a))
  reshuffle,    // the pile becomes the deck (Mad Abel)
  final_round,  // `seat` has started it
  skip,         // the turn of `seat` is void
};
COSET_WORDS(Happening, "deal", "cancel", "clears", "discard", "reshuffle", "final_round", "skip")

// Why the table rejects a message: the codes are `table_errors`, in this order.
enum class Reason : std::uint8_t {
  bad_message,  // invalid
  protocol,     // another version
  wrong_table,  // another table
  token,        // no seat has this token
  hello,        // no hello yet
  spectator,    // only seats may do this
  illegal,      // against the rules; the verdict says why
  turn,         // another seat is to move
  stale,        // another event has this ply
  busy,         // an event is being committed; the client retries after it
  game_over,
  playing,   // the game is not over yet
  bot_seat,  // a bot plays the seat: reclaim it first
  own_seat,  // no bot plays the seat
  hints,     // no hints at this table
  takeback,  // nothing can be taken back now
  not_away,  // nobody that the seat waits for has been away for long enough
  offer,     // there is no such offer
  rated,     // not at a rated table
  rate,      // too many messages
};
static_assert(std::size(table_errors) == enum_size<Reason>(), "one code a reason");
inline const ErrorCode& error_of(Reason reason) {
  return table_errors[static_cast<std::size_t>(reason)];
}

// What seats can agree on.
enum class OfferKind : std::uint8_t { takeback, rematch, finish, bot_takeover };
COSET_WORDS(OfferKind, "takeback", "rematch", "finish", "bot_takeover")

enum class OfferState : std::uint8_t { open, agreed, refused, lapsed };
COSET_WORDS(OfferState, "open", "agreed", "refused", "lapsed")

// The phrases that players can send.
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

// Correspondence: a time limit for each turn from the last event, connected or not.
enum class ClockKind : std::uint8_t { none, turn, fischer, correspondence };
COSET_WORDS(ClockKind, "none", "turn", "fischer", "correspondence")

// What a casual table does when the time of a seat is up. Lenient, as in tables that were created
// before the rule existed: the greedy bot plays the seat until its player reclaims it. Strict: a
// bot that gains nothing plays it, and the second time-out in a row forfeits the seat.
enum class TimeoutRule : std::uint8_t { lenient, strict };
COSET_WORDS(TimeoutRule, "lenient", "strict")

enum class Side : std::uint8_t { give, take };
COSET_WORDS(Side, "give", "take")

// The endings of the games, and two of the table.
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

}  // namespace coset::protocol
