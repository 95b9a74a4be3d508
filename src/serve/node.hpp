// Node: everything a server does but sockets, files, time and threads. It hosts tables over an
// EventStore: what a client is told is committed, always. One thread owns the Node and the store;
// more cores means more processes, since any node may host any table and the store's
// compare-and-set decides. See ports.hpp for what it needs, docs/server-protocol.md for what it
// says.
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
  Millis sweep = 10'000;            // how often games of days are looked for that are due
  // Where several nodes share a store: how often the log of a table that people are at is read
  // again, until nodes tell each other. 0: never, there is one node.
  Millis refresh = 0;
  // Maintenance that was announced, from when to when: no game of days is charged for it.
  std::vector<std::pair<Time, Time>> maintenance;
  int most_tables = 100'000;   // in memory
  bool quick_match = true;     // strangers may be brought together
  bool watching = true;        // people without a seat may come to a table
  std::vector<GameId> closed;  // tables that stopped the program: see doorway.hpp
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
  std::uint64_t thoughts = 0;     // of bots and hints
  std::uint64_t seeds_swept = 0;  // whose games never began
  Delays commits;                 // from a row's making to the store's answer
  bool store_away = false;        // the last answer of the store was that it cannot say
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

  // What is below /api and is neither a file nor a fact about the site.
  void call(const Request& request, std::function<void(Response)> done);

  // Whatever is due; call it when next_tick() is reached, and after the store was driven.
  void tick();
  Time next_tick() const;
  // In that time the program was not let in, though something was due: nobody is charged for it.
  void was_late(Time from, Time to);

  // The program is about to stop: nothing new begins, every open row is committed or refused, and
  // everybody is told to come back, spread over the time until `by`.
  void drain(Time by);
  // Nothing is on its way to the store.
  bool idle() const;

  Counters counters() const;

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace coset::serve
