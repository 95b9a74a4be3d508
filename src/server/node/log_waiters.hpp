// LogWaiters: messages that name an event which their table does not have. Each is handled after a
// read of the log that started after its arrival, or as soon as the table has the event; later
// messages of the same socket wait behind it. Bounded, and so is the rate of the reads, since any
// client can name any event. Belongs to one TableHost.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/table/client.hpp"
#include "server/node/node_deps.hpp"

namespace coset::node {

class LogWaiters {
 public:
  struct Message {
    Socket from;
    protocol::FromClient message;
    bool covered = false;  // by the read that is running, or has failed and is repeated
  };

  bool empty() const { return waiting_.empty(); }
  bool has(Socket socket) const { return count(waiting_, socket) != 0; }
  // False if there is no room.
  bool add(Socket from, protocol::FromClient message) {
    if (waiting_.size() >= max_waiting || count(waiting_, from) >= max_per_socket) return false;
    waiting_.push_back({from, std::move(message)});
    return true;
  }
  void remove(Socket socket) {
    std::erase_if(waiting_, [&](const Message& each) { return each.from == socket; });
  }

  // When the log may be read for them.
  Time next_read() const { return last_read_at_ + min_read_interval; }
  void on_read_start(Time now) {
    if (!waiting_.empty()) last_read_at_ = now;
    for (Message& each : waiting_) each.covered = true;
  }
  // Removes those for which `is_known` holds and, after a read, those that it covers. A socket's
  // messages stay in order.
  template <class IsKnown>
  std::vector<Message> take(bool after_read, IsKnown is_known) {
    std::vector<Message> out;
    std::vector<Message> rest;
    for (Message& each : waiting_) {
      const bool ready = (after_read && each.covered) || is_known(each.message);
      (ready && count(rest, each.from) == 0 ? out : rest).push_back(std::move(each));
    }
    waiting_ = std::move(rest);
    return out;
  }

 private:
  static constexpr std::size_t max_waiting = 256;
  static constexpr std::size_t max_per_socket = 8;
  static constexpr Millis min_read_interval = 200;

  static std::size_t count(const std::vector<Message>& messages, Socket socket) {
    return static_cast<std::size_t>(
        std::count_if(messages.begin(), messages.end(),
                      [&](const Message& each) { return each.from == socket; }));
  }

  std::vector<Message> waiting_;
  Time last_read_at_ = 0;
};

}  // namespace coset::node
