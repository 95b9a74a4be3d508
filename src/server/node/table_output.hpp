// TableOutput: sends the messages of a table, to seats at once and to spectators in batches. A
// batch goes to so many spectators at a time that players at the same node do not wait for
// thousands of them. Belongs to one TableHost.
#pragma once

#include <deque>

#include "server/node/node_context.hpp"
#include "table/table.hpp"

namespace coset::node {

class TableOutput {
 public:
  explicit TableOutput(NodeContext& context) : context_(context) {}

  void deliver(const table::Outgoing& outgoing, const table::Presence& presence);
  void send_error(Socket to, const protocol::TableError& error);
  // Sends what is queued for the spectators, or a part of it; the rest is due later.
  void flush_spectators(const table::Presence& presence);
  // What is queued goes to the spectators of now: a new one has it already. One of them who asks
  // for the state has it before the answer.
  void close_batch(const table::Presence& presence, Socket asking);
  // The client has left, or has the whole state.
  void forget(Socket spectator);
  // When flush_spectators() is due, if it is.
  std::optional<Time> next_flush() const {
    if (!batches_.empty()) return next_slice_;
    return spectator_queue_.empty() ? std::nullopt : std::optional(flush_at_);
  }

 private:
  static constexpr std::size_t slice = 250;  // spectators
  static constexpr Millis slice_interval = 5;
  static constexpr std::size_t max_batches = 4;
  struct Batch {
    std::vector<std::shared_ptr<const std::string>> texts;
    std::vector<Socket> to;
    std::size_t sent = 0;  // to the first of them
  };
  void start_batch(const table::Presence& presence);
  // Sends the oldest batches to so many spectators.
  void send(std::size_t spectators);

  NodeContext& context_;
  std::vector<std::shared_ptr<const std::string>> spectator_queue_;
  Time flush_at_ = 0;
  std::deque<Batch> batches_;  // started, in order
  Time next_slice_ = 0;
};

}  // namespace coset::node
