// People: the connections of a table, which seat each speaks for, and what every seat's client is
// known to have seen. None of it is in the log. A value type; one thread at a time.
#pragma once

#include <algorithm>
#include <optional>

#include "hub/table/setup.hpp"

namespace coset::hub {

using ConnectionId = std::uint64_t;

class People {
 public:
  People(std::size_t seats, Time now) : seats_(seats, Attendance{0, now, now}) {}

  // A connection speaks for a seat, or for nobody as a spectator.
  void join(ConnectionId connection, Seat seat, Time now) {
    leave(connection, now);
    links_.push_back({connection, seat});
    if (seat != nobody) seats_[seat].away_since.reset();
  }
  void leave(ConnectionId connection, Time now) {
    const auto seat = seat_of(connection);
    std::erase_if(links_, [&](const Link& link) { return link.connection == connection; });
    if (seat && *seat != nobody && !present(*seat)) seats_[*seat].away_since = now;
  }

  // Nothing if it has not said hello.
  std::optional<Seat> seat_of(ConnectionId connection) const {
    const auto place = find(connection);
    if (place == links_.end()) return std::nullopt;
    return place->seat;
  }
  // Somebody is connected for this seat; nobody: a spectator is.
  bool present(Seat seat) const {
    return std::any_of(links_.begin(), links_.end(),
                       [&](const Link& link) { return link.seat == seat; });
  }
  // Who speaks for a seat; nobody: the spectators.
  std::vector<ConnectionId> connections(Seat seat) const {
    std::vector<ConnectionId> out;
    for (const Link& link : links_)
      if (link.seat == seat) out.push_back(link.connection);
    return out;
  }
  std::optional<Time> away_since(Seat seat) const { return seats_[seat].away_since; }

  // The seat's client has seen everything up to `ply`.
  void saw(Seat seat, Ply ply, Time now) {
    if (ply <= seats_[seat].seen) return;
    seats_[seat].seen = ply;
    seats_[seat].seen_at = now;
  }
  // When it was known to have seen `ply`; nothing if it is not.
  std::optional<Time> seen_at(Seat seat, Ply ply) const {
    if (seats_[seat].seen < ply) return std::nullopt;
    return seats_[seat].seen_at;
  }
  // The log was read again and may be shorter.
  void forget_seen(Ply head) {
    for (Attendance& seat : seats_) seat.seen = std::min(seat.seen, head);
  }

 private:
  struct Link {
    ConnectionId connection;
    Seat seat;
  };
  struct Attendance {
    Ply seen;
    Time seen_at;
    std::optional<Time> away_since;
  };

  std::vector<Link>::const_iterator find(ConnectionId connection) const {
    return std::find_if(links_.begin(), links_.end(),
                        [&](const Link& link) { return link.connection == connection; });
  }

  std::vector<Link> links_;
  std::vector<Attendance> seats_;
};

}  // namespace coset::hub
