// Many tables at once, with one client per seat over real WebSockets: the clients join in the
// lobby, play a whole game, and start the next until the time is up. On one event loop.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "apps/coset_load/lobby_client.hpp"
#include "apps/coset_load/route.hpp"
#include "apps/coset_load/simulated_player.hpp"
#include "apps/coset_load/watchers.hpp"
#include "apps/coset_load/ws_client.hpp"
#include "server/net/event_loop.hpp"
#include "server/net/timer.hpp"

namespace coset::coset_load {

struct LoadPlan {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  bool spread = true;  // ten clients share an address of 127.0.0.0/8
  int tables = 10;
  int watchers = 0;           // spectators of the first table
  Time duration = 10'000;     // no game starts later
  Time grace = 120'000;       // then all games must end within this time
  Time warmup = 0;            // latencies of earlier moves are not measured
  Time disconnect_every = 0;  // mean time until a client loses its network; 0: never
  bool stay = false;          // clients stay seated until the time is up; games need not end
  // N moves, one at a time in the whole fleet and table by table, so that a run is reproducible;
  // then the fleet leaves. 0: all tables play at the same time.
  std::uint64_t moves = 0;
  // After these numbers of moves it prints "paused" and waits for a line.
  std::vector<std::uint64_t> pauses;
  std::vector<std::string> specs;
  std::vector<protocol::ClockRule> clocks;  // table by table; empty: no clocks
  PlayerProfile profile;
  std::uint64_t seed = 1;
};

struct Report {
  std::uint64_t games = 0, unfinished = 0;
  std::uint64_t moves = 0, errors = 0, observations = 0, reconnects = 0, drained = 0;
  std::uint64_t redirects = 0;  // that were followed
  std::uint64_t complaints = 0;
  std::vector<std::string> first_complaints;
  // Milliseconds from sending a move to the other seat's event, in games of which a client was
  // disconnected before, and in all others.
  std::vector<float> latencies, undisturbed;
  std::vector<float> returns;  // milliseconds from the hello of a reconnect to its answer
  std::vector<float> away;     // milliseconds from a lost connection to that answer
  Watchers::Counts watched;
  double seconds = 0;
};
std::string as_json(Report report);

class Fleet {
 public:
  // Observations are written to `observations`, unless it is null.
  Fleet(net::EventLoop& loop, LoadPlan plan, std::FILE* observations);
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;
  ~Fleet();

  // Stops the loop when all games are done.
  void start();
  // Ends the run: games that are not over count as unfinished.
  void cancel();
  const Report& report() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::coset_load
