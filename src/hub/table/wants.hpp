// What a table wants of its host: a closed list of cases, each with the call that answers it.
//   Urn        a piece is to be drawn from it                -> dealt(piece)
//   Proposal   a row is to be appended to the log            -> committed(ply), or reload(log)
//   BotTurn    a bot is to choose                            -> bot_chose(task, action)
//   HintAsked  a hint is to be thought of                    -> hinted(task, hint)
//   Wake       nothing happens before that time by itself    -> tick(now)
//   Rematch    they want to play again                       -> moved(new table)
// They are light and look into the table: good until it changes. A task is a value of its own, to
// be made once and taken to wherever there is time to think.
#pragma once

#include <array>
#include <variant>

#include "hub/table/ledger.hpp"
#include "hub/table/people.hpp"

namespace coset::hub {

struct Urn {
  std::uint32_t number = 0;  // of this draw, counted from 0 through the whole game
  std::vector<int> counts;   // of each piece, in index order
  std::uint32_t size = 0;

  // The piece at a place of the urn laid out in index order. REQUIRES: ticket < size
  Element at(std::uint32_t ticket) const;
};

struct Proposal {
  const Row* row;
};

struct BotTask {
  Seat seat = nobody;
  Ply ply = 0;
  std::string bot;
  Spec spec;
  AnyView view;
};
// The same turn is wanted until it is played: who is at work on it knows it by its ply.
struct BotTurn {
  Seat seat;
  Ply ply;
  const Ledger* ledger;

  BotTask task() const;
};

struct HintTask {
  ConnectionId connection = 0;
  Seat seat = nobody;
  Ply ply = 0;
  std::uint8_t level = 1;
  Spec spec;
  AnyView view;
};
struct HintAsked {
  ConnectionId connection;
  Seat seat;
  Ply ply;
  std::uint8_t level;
  const Ledger* ledger;

  HintTask task() const;
};

struct Wake {
  Time at;
};

struct Rematch {
  const Setup* next;

  // What the next game would be; its name is the host's to choose, unless it was told before.
  const Setup& setup() const { return *next; }
};

using Want = std::variant<Urn, Proposal, BotTurn, HintAsked, Wake, Rematch>;

// At most one of each kind, in the order of the list. While an event is in the making, that alone.
class Wants {
 public:
  void add(Want want) { wants_[size_++] = std::move(want); }
  const Want* begin() const { return wants_.data(); }
  const Want* end() const { return wants_.data() + size_; }
  bool empty() const { return size_ == 0; }

 private:
  std::array<Want, std::variant_size_v<Want>> wants_;
  std::size_t size_ = 0;
};

}  // namespace coset::hub
