// The requests of a table to its host: a closed list of cases, each with the call that serves it.
//   DrawRequest     draw a piece from the urn            -> dealt(piece)
//   AppendRequest   append a row to the log              -> committed(ply), follow or reload
//   BotRequest      let a bot choose                     -> bot_chose(task, action)
//   HintRequest     search for a hint                    -> hinted(task, hint)
//   TimerRequest    wake the table at that time          -> tick(now)
//   RematchRequest  create the table of a rematch        -> announce_rematch(new table)
// Requests are light and point into the table: valid until it changes. A task is an independent
// value, made once and handed to a worker.
#pragma once

#include <array>
#include <variant>

#include "table/ledger.hpp"
#include "table/presence.hpp"

namespace coset::table {

struct DrawRequest {
  std::uint32_t number = 0;  // of this draw, counted from 0 through the whole game
  std::vector<int> counts;   // of each piece, in index order
  std::uint32_t size = 0;

  // The piece at index `ticket` of the urn in index order. REQUIRES: ticket < size
  Element at(std::uint32_t ticket) const;
};

struct AppendRequest {
  const Row* row;
};

struct BotTask {
  Seat seat = nobody;
  Ply ply = 0;
  std::string bot;
  Spec spec;
  AnyView view;
};
// Repeated until the bot has played; its ply identifies it.
struct BotRequest {
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
struct HintRequest {
  ConnectionId connection;
  Seat seat;
  Ply ply;
  std::uint8_t level;
  const Ledger* ledger;

  HintTask task() const;
};

struct TimerRequest {
  Time at;
};

struct RematchRequest {
  const Setup* next;

  // The next game; the host chooses its name, unless it was announced before.
  const Setup& setup() const { return *next; }
};

using HostRequest =
    std::variant<DrawRequest, AppendRequest, BotRequest, HintRequest, TimerRequest, RematchRequest>;

// At most one of each kind, in the order of the list. While an event is in progress, only that.
class HostRequests {
 public:
  void add(HostRequest request) { requests_[size_++] = std::move(request); }
  const HostRequest* begin() const { return requests_.data(); }
  const HostRequest* end() const { return requests_.data() + size_; }
  bool empty() const { return size_ == 0; }

 private:
  std::array<HostRequest, std::variant_size_v<HostRequest>> requests_;
  std::size_t size_ = 0;
};

}  // namespace coset::table
