// Drainer: the sockets of a node that is about to stop. Those of a process without a node's name
// are asked to reconnect, each after its own delay. Those of a node are sent to the other nodes:
// spread over the time, and table by table, so that the players of a table are apart for a moment
// only; until its turn comes, a client stays here. Belongs to one Node.
#pragma once

#include "server/node/claim_holder.hpp"
#include "server/node/redirector.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

// How long a node with so many sockets takes: 200 a second, at most 30 seconds.
Millis drain_span(std::uint64_t sockets);

class Drainer {
 public:
  Drainer(NodeContext& context, Connections& connections, Redirector& redirector,
          TableRegistry& tables)
      : context_(context), connections_(connections), redirector_(redirector), tables_(tables) {}
  Drainer(const Drainer&) = delete;
  Drainer& operator=(const Drainer&) = delete;
  ~Drainer() = default;

  bool started() const { return by_.has_value(); }
  // All sockets are closed by then.
  void start(Time by, bool clustered);
  // Of a client that has just come; `table` is nothing for the lobby.
  void turn_away(Socket socket, std::optional<GameId> table);
  void wake(Time now);
  std::optional<Time> next_wake() const;

 private:
  struct Departure {
    Time at;
    Socket socket;
  };
  void on_nodes(const Result<std::vector<std::string>>& nodes);
  void send_delays();
  void schedule();
  const std::string& node_of(std::optional<GameId> table) const;
  void close(Socket socket);

  LifetimeToken lifetime_;
  NodeContext& context_;
  Connections& connections_;
  Redirector& redirector_;
  TableRegistry& tables_;
  std::optional<Time> by_;
  std::vector<std::string> nodes_;    // the others
  std::deque<Departure> departures_;  // in the order of time
};

}  // namespace coset::node
