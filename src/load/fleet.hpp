// Many tables at once, each with a client a seat over real WebSockets: they meet in the lobby, play
// a whole game, and begin the next until the time is up. On one loop.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "load/link.hpp"
#include "load/player.hpp"
#include "load/seeker.hpp"
#include "net/loop.hpp"

namespace coset::load {

struct Plan {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  bool spread = true;  // ten clients an address of 127.0.0.0/8
  int tables = 10;
  Time lasts = 10'000;      // no game begins after that
  Time patience = 120'000;  // and all must be over after so long again
  Time warm = 0;            // moves until then are not timed
  Time drop = 0;            // mean time until a client loses its own network; 0: never
  bool sit = false;         // games need not end: everybody stays until the time is up
  // One move at a time in the whole fleet, table by table, so that a run depends on nothing but
  // what is asked; so many, and then the fleet leaves. 0: everybody plays as they like.
  std::uint64_t moves = 0;
  // After so many of them it says "paused" and waits for a line.
  std::vector<std::uint64_t> pauses;
  std::vector<std::string> specs;
  std::vector<wire::ClockRule> clocks;  // table by table; empty: none has one
  Habits habits;
  std::uint64_t seed = 1;
};

struct Report {
  std::uint64_t games = 0, unfinished = 0;
  std::uint64_t moves = 0, refusals = 0, seen = 0, reconnects = 0, drained = 0;
  std::uint64_t complaints = 0;
  std::vector<std::string> first_complaints;
  std::vector<float> latencies;  // milliseconds from a move's sending to the other seat's event
  std::vector<float> returns;    // from the hello of who came back to its answer
  double seconds = 0;
};
std::string as_json(Report report);

class Fleet {
 public:
  // What is seen goes to `seen`, if there is such a file.
  Fleet(net::Loop& loop, Plan plan, std::FILE* seen);
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;
  ~Fleet();

  // Stops the loop when all is done.
  void start();
  // Whatever is not over counts as unfinished.
  void give_up();
  const Report& report() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace coset::load
