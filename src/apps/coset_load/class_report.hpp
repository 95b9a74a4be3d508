// What a class of simulated pupils and their teacher observed. Plain values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "apps/coset_load/class_link.hpp"
#include "apps/coset_load/class_seat.hpp"
#include "protocol/classroom/class.hpp"

namespace coset::coset_load {

struct ClassReport {
  std::string code;
  std::string teacher;          // the secret, in hex
  std::uint64_t pupils = 0;     // that were to join
  std::uint64_t in = 0;         // that have
  std::uint64_t strangers = 0;  // pupils on the wall beyond these
  std::uint64_t answers = 0, answers_told = 0;
  std::uint64_t tries = 0, tries_told = 0;
  std::uint64_t misjudged = 0;                          // told another verdict than planted
  std::uint64_t left = 0;                               // said goodbye and came back
  std::map<std::string, std::uint64_t> errors;          // by code
  std::map<std::string, std::uint64_t> misconceptions;  // told, by word
  std::uint64_t rounds = 0;
  bool closed = false;  // before the plan was done
  std::uint64_t walls = 0;
  double wall_seconds = 0;
  float wall_three_ms = 0;       // the shortest time in which three came; 0: fewer came
  std::vector<float> screens;    // milliseconds from a task or a pause to each pupil's state
  std::vector<float> commands;   // to the last of them
  std::vector<float> pairings;   // the same of `pair`
  std::vector<float> tiles;      // from a told answer or trade, or from a move, to the wall
  double joined_ms = 0;          // when everybody was in
  double first_moves_ms = 0;     // when everybody had a committed move; 0: never
  std::uint64_t movers = 0;      // pupils with a committed move
  std::uint64_t unfinished = 0;  // requests that were never told, and steps of the plan
  LinkCounts links;
  SeatCounts seats;
  double seconds = 0;
  std::uint64_t complaints = 0;
  std::vector<std::string> first_complaints;
};
std::string as_json(ClassReport report);

// How long the wall takes to show what was committed. Counters and tables of the wall are compared
// with what clients were told, and when.
class WallClock {
 public:
  // The total of told answers and trades has grown to this.
  void told(std::uint64_t total, double at) { totals_.emplace_back(total, at); }
  // A table shows these counts.
  void moved(const std::string& table, std::vector<int> counts, double at);
  // A wall has arrived.
  void shown(const protocol::classroom::Wall& wall, double at, ClassReport& report);

 private:
  struct Shown {
    std::vector<int> counts;
    double at = 0;
  };
  std::vector<std::pair<std::uint64_t, double>> totals_;
  std::map<std::string, std::vector<Shown>> tables_;
  std::vector<double> arrivals_;  // the last two
};

}  // namespace coset::coset_load
