// Setup: what a table is, frozen when it is made: the game, who sits where, the clock, and what is
// allowed. Shared by everything that belongs to the table. Immutable; thread-safe.
#pragma once

#include <functional>
#include <memory>

#include "play/match.hpp"
#include "wire/table/table.hpp"

namespace coset::hub {

using wire::Bytes16;
using wire::Bytes32;
using wire::Cause;
using wire::Chain;
using wire::EventKind;
using wire::GameId;
using wire::Millis;
using wire::MoveId;
using wire::Ply;
using wire::Time;

// BLAKE2b with 16 bytes of output on every host that others rely on; the host brings it.
using Digest = std::function<Bytes16(std::string_view bytes)>;

struct SeatSetup {
  std::string name;
  wire::Player player = wire::Player::human;
  std::string bot;    // where a bot plays: its name in bots::all_bots()
  wire::Token token;  // where a human plays: what proves it
};

struct Setup {
  int form = 2;       // of the header: what the first link of the chain covers
  std::string table;  // its name, as the host knows it
  Spec spec;
  std::vector<SeatSetup> seats;
  wire::ClockRule clock;
  bool rated = false;
  bool hints = true;
  Millis grace = 120'000;  // a seat on turn whose client is silent for so long is away; 0: never
  std::string start = {};  // a position in notation that it begins from, instead of a deal
  std::optional<wire::Series> series = {};
  // A deal that anyone can check: the game's id, the commitment to its seed, and everybody's bytes.
  std::optional<GameId> game = {};
  std::optional<Bytes32> commitment = {};
  std::vector<Bytes16> entropy = {};
  // What a later program may have put there: keys and compact JSON, sorted. It is kept and hashed.
  std::vector<std::pair<std::string, std::string>> more = {};
};

// Whether it holds what only the second form has room for.
bool needs_second_form(const Setup& setup);

// The bot that keeps a seat for a human.
inline constexpr std::string_view substitute = "greedy";

// Checks that the seats fit the spec and the bots exist.
Result<std::shared_ptr<const Setup>> make_setup(Setup setup);

// The match before its first event. REQUIRES: make_setup took it
Match first_match(const Setup& setup);

// What the first link of the chain covers: everything public that never changes but the names.
std::string header_of(const Setup& setup);

// The next game of the same people, after one that `winners` (counted from 1) have won: the
// dealer's place moves on by one, so the second seat begins. A series goes on, and after its last
// game anew.
Setup rematch_of(const Setup& setup, const std::vector<int>& winners);

}  // namespace coset::hub
