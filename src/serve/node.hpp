// Node: everything a server does but sockets, files, time and threads. It hosts tables over an
// EventStore: what a client is told is committed, always. One thread owns the Node and the store.
// Any node could host any table, since the store's compare-and-set decides; the program runs one
// until nodes tell each other who is there. See ports.hpp for what it needs,
// docs/server-protocol.md for what it says.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "serve/delays.hpp"
#include "serve/ports.hpp"

namespace coset::serve {

struct Config {
  int largest_order = 60;           // of a group at a hosted table
  Millis table_idle = 60'000;       // a table that nobody is at leaves memory after so long
  Millis told_together = 500;       // spectators and the lobby are told in batches of so long
  Millis listed_wait = 20'000;      // who is away from a gathering in the list so long has left it
  Millis invited_wait = 1'800'000;  // and from one by invitation: a phone sleeps
  Millis entropy_wait = 10'000;     // who has not sent bytes by then has zeros
  Millis bot_pace = 400;            // a bot takes at least so long, so that people can follow
  Millis patience = 100;            // before the store is asked again; it doubles, up to 1 s
  Millis slow_row = 4'000;          // a store that has not answered a row by then is away
  Millis probe = 1'000;             // how often a store that is away is given something to write
  Millis sweep = 10'000;            // how often games of days are looked for that are due
  // Where several nodes share a store: how often the log of a table that people are at is read
  // again, until nodes tell each other. 0: never, there is one node.
  Millis refresh = 0;
  // Maintenance that was announced, from when to when: no game of days is charged for it.
  std::vector<std::pair<Time, Time>> maintenance;
  int most_tables = 100'000;  // in memory
  int most_gatherings = 20'000;
  std::size_t most_rows = 10'000;   // of moves on their way to the store; more are told "busy"
  std::size_t most_queued = 1'000;  // of other writes, which wait behind them
  int people_an_address = 64;       // for whom an address stands; see budgets.hpp
  bool quick_match = true;          // strangers may be brought together
  bool watching = true;             // people without a seat may come to a table
  std::vector<GameId> closed;       // tables that stopped the program: see doorway.hpp
};

// Plain numbers for whoever watches.
struct Counters {
  std::uint64_t sockets = 0;     // now
  std::uint64_t tables = 0;      // now in memory
  std::uint64_t gatherings = 0;  // now
  std::uint64_t games_made = 0;
  std::uint64_t games_over = 0;
  std::uint64_t gatherings_dropped = 0;
  std::uint64_t frames_in = 0;
  std::uint64_t frames_out = 0;
  std::uint64_t rows_appended = 0;
  std::uint64_t rows_taken = 0;
  std::uint64_t rows_unknown = 0;
  std::uint64_t batches = 0;
  std::uint64_t closed_for_rate = 0;
  std::uint64_t refused_for_rate = 0;
  std::uint64_t thoughts = 0;  // of bots and hints
  std::uint64_t thoughts_cancelled = 0;
  std::uint64_t seeds_swept = 0;  // whose games never began
  Delays commits;                 // from a row's making to the store's answer
  bool store_away = false;        // it does not take rows, or does not answer
};

class Node {
 public:
  Node(const Config& config, const Ports& ports);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  ~Node();

  // "/ws" is the lobby, "/ws/t/NAME" a table.
  void opened(Socket socket, const Visitor& visitor, std::string_view target);
  void received(Socket socket, std::string_view frame);
  void closed(Socket socket);

  // Whether a request may be made now. It is charged for if it may.
  Admission admit(const Visitor& visitor, Asking asking);
  // What is below /api and is neither a file nor a fact about the site.
  void call(const Request& request, std::function<void(Response)> done);

  // Whatever is due; call it when next_tick() is reached, and after the store was driven.
  void tick();
  Time next_tick() const;
  // In that time the program was not let in, though something was due: nobody is charged for it.
  void was_late(Time from, Time to);

  // Since then the store does not answer, as far as the program can see: it is back when it has
  // written something.
  void lose_store(Time since);

  // The program is about to stop: nothing new begins, every open row is committed or refused, and
  // everybody is told to come back, spread over the time until `by`.
  void drain(Time by);
  // Nothing is on its way to the store.
  bool idle() const;

  Counters counters() const;
  // Gatherings that were dropped since their seed is not the one that people were told of; each is
  // told once.
  std::vector<std::string> take_broken_promises();

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace coset::serve
