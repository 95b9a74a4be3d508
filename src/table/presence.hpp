// Presence: the connections of a table, the seat of each, and the last event that each seat's
// client has confirmed. None of it is in the log. A value type; one thread at a time.
#pragma once

#include <algorithm>
#include <optional>

#include "table/setup.hpp"

namespace coset::table {

using ConnectionId = std::uint64_t;

class Presence {
 public:
  Presence(std::size_t seats, Time now) : seats_(seats, Attendance{0, now, now}) {}

  // A connection joins a seat, or nobody as a spectator.
  void join(ConnectionId connection, Seat seat, Time now) {
    leave(connection, now);
    connections_.push_back({connection, seat});
    if (seat != nobody) seats_[seat].away_since.reset();
  }
  void leave(ConnectionId connection, Time now) {
    const auto seat = seat_of(connection);
    std::erase_if(connections_, [&](const Connection& each) { return each.id == connection; });
    if (seat && *seat != nobody && !present(*seat)) seats_[*seat].away_since = now;
  }

  // Nothing before its hello.
  std::optional<Seat> seat_of(ConnectionId connection) const {
    const auto found = find(connection);
    if (found == connections_.end()) return std::nullopt;
    return found->seat;
  }
  // Whether the seat has a connection; nobody: whether there are spectators.
  bool present(Seat seat) const {
    return std::any_of(connections_.begin(), connections_.end(),
                       [&](const Connection& each) { return each.seat == seat; });
  }
  // The connections of a seat; nobody: of the spectators.
  std::vector<ConnectionId> connections(Seat seat) const {
    std::vector<ConnectionId> out;
    for (const Connection& each : connections_)
      if (each.seat == seat) out.push_back(each.id);
    return out;
  }
  std::optional<Time> away_since(Seat seat) const { return seats_[seat].away_since; }

  // The seat's client has every event up to `ply`.
  void mark_seen(Seat seat, Ply ply, Time now) {
    if (ply <= seats_[seat].seen) return;
    seats_[seat].seen = ply;
    seats_[seat].seen_at = now;
  }
  // When the client confirmed `ply`; nothing if it has not.
  std::optional<Time> seen_at(Seat seat, Ply ply) const {
    if (seats_[seat].seen < ply) return std::nullopt;
    return seats_[seat].seen_at;
  }
  // The log was reloaded and may be shorter.
  void cap_seen(Ply head) {
    for (Attendance& seat : seats_) seat.seen = std::min(seat.seen, head);
  }

 private:
  struct Connection {
    ConnectionId id;
    Seat seat;
  };
  struct Attendance {
    Ply seen;
    Time seen_at;
    std::optional<Time> away_since;
  };

  std::vector<Connection>::const_iterator find(ConnectionId connection) const {
    return std::find_if(connections_.begin(), connections_.end(),
                        [&](const Connection& each) { return each.id == connection; });
  }

  std::vector<Connection> connections_;
  std::vector<Attendance> seats_;
};

}  // namespace coset::table
