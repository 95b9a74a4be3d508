// Setup: the fixed properties of a table: the game, the players at the seats, the clock, and what
// is allowed. Shared by all parts of the table. Immutable; thread-safe.
#pragma once

#include <functional>
#include <memory>

#include "engine/play/match.hpp"
#include "protocol/table/table.hpp"

namespace coset::table {

using protocol::Bytes16;
using protocol::Bytes32;
using protocol::Cause;
using protocol::Chain;
using protocol::EventKind;
using protocol::GameId;
using protocol::Millis;
using protocol::MoveId;
using protocol::Ply;
using protocol::Time;

// BLAKE2b with 16 bytes of output on every host that others rely on; the host supplies it.
using Digest = std::function<Bytes16(std::string_view bytes)>;

struct SeatSetup {
  std::string name;
  protocol::Player player = protocol::Player::human;
  std::string bot;        // of a bot: its name in bots::all_bots()
  protocol::Token token;  // of a human: the secret that proves the seat
};

struct Setup {
  int form = 2;       // of the header, which the first link of the chain covers
  std::string table;  // its name, as the host knows it
  Spec spec;
  std::vector<SeatSetup> seats;
  protocol::ClockRule clock;
  bool rated = false;
  bool hints = true;
  protocol::TimeoutRule timeout = protocol::TimeoutRule::lenient;  // of a casual table
  Millis grace = 120'000;  // after which a silent seat on turn is away; 0: never
  std::string start = {};  // a position in notation to start from, instead of a deal
  std::optional<protocol::Series> series = {};
  // A verifiable deal: the game's id, the commitment to its seed, and the players' bytes.
  std::optional<GameId> game = {};
  std::optional<Bytes32> commitment = {};
  std::vector<Bytes16> entropy = {};
  // Unknown fields of a later program: keys and compact JSON, sorted. They are stored and hashed.
  std::vector<std::pair<std::string, std::string>> more = {};
};

// Whether it has a field that only the second form has.
bool needs_second_form(const Setup& setup);

// Whether nobody plays for an absent player, until the others agree that a bot plays on: a casual
// table without a clock or a grace period.
bool waits_for_absent(const Setup& setup);
// After which they may agree.
inline constexpr Millis bot_takeover_delay = 600'000;

// The bot that takes over the seat of an absent human, and the one that does so at a table with
// strict time-outs, unless the others have let it.
inline constexpr std::string_view substitute = "greedy";
inline constexpr std::string_view weak_substitute = "weakest";

// Checks that the seats fit the spec and the bots exist.
Result<std::shared_ptr<const Setup>> make_setup(Setup setup);

// The match before its first event. REQUIRES: make_setup took it
Match first_match(const Setup& setup);

// The text that the first link of the chain covers: all public fixed properties but the names.
std::string header_of(const Setup& setup);

// The next game of the same players after `winners` (counted from 1) have won: the deal rotates by
// one, so the second seat starts. A series continues, and restarts after its last game.
Setup rematch_of(const Setup& setup, const std::vector<int>& winners);

}  // namespace coset::table
