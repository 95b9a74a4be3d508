// The wall: a fold over the class's events, and what its host told about connections and tables.
// Pure; thread-safe.
#pragma once

#include "classroom/state.hpp"

namespace coset::classroom {

inline constexpr Time idle_delay = 120'000;
inline constexpr int max_wrong_in_row = 3;
inline constexpr std::uint32_t min_cases = 3;

// What the log does not say.
struct SeatNews {
  PupilNumber pupil = 0;  // 0: a bot
  int count = 0;          // of pieces or cards
  Time moved_at = 0;      // the last move; 0: none lately

  friend bool operator==(const SeatNews&, const SeatNews&) = default;
};
struct TableNews {
  std::string name;
  std::vector<SeatNews> seats;
  bool finished = false;
  Time moved_at = 0;
  protocol::classroom::Board board;

  friend bool operator==(const TableNews&, const TableNews&) = default;
};
struct Live {
  std::vector<bool> here;      // of pupil n at n - 1: connected, and not silent
  std::vector<Time> moved_at;  // likewise: the last move of the pupil; may be shorter
  std::vector<TableNews> tables;

  const TableNews* news(std::string_view table) const;
};

protocol::classroom::Wall make_wall(const State& state, const Live& live, Time now);
// The same without aliases, and without the tables where they can be read: for the projector.
protocol::classroom::Wall without_aliases(protocol::classroom::Wall wall);

}  // namespace coset::classroom
