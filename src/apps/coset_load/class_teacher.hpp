// The teacher of a class, or its projector, without a socket: frames and time in, frames out.
// Commands are sent one after the other, each again until it is done.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "protocol/classroom/class.hpp"

namespace coset::coset_load {

using protocol::Time;

class ClassTeacher {
 public:
  ClassTeacher(std::string code, protocol::Token secret, protocol::classroom::Role role,
               std::uint64_t seed);

  void on_connect(Time now);
  void on_disconnect() { connected_ = false; }
  void on_message(std::string_view frame, Time now);
  void wake(Time now);
  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }

  void command(protocol::classroom::SetTask message) { add(std::move(message)); }
  void command(protocol::classroom::Pause message) { add(message); }
  void command(protocol::classroom::Pair message) { add(std::move(message)); }

  bool connected() const { return connected_; }
  // The class is closed, or gone.
  bool closed() const { return closed_; }
  // All commands are done.
  bool is_idle() const { return commands_.empty(); }
  // Walls since the last call.
  std::vector<protocol::classroom::Wall> take_walls() { return std::exchange(walls_, {}); }
  std::optional<protocol::NodeName> take_redirect() { return std::exchange(redirect_, {}); }
  std::optional<Time> take_drain() { return std::exchange(drain_, {}); }
  const std::string& complaint() const { return complaint_; }

 private:
  template <class Message>
  void add(Message message) {
    message.id = static_cast<protocol::MoveId>(rng_.next() | 1U);
    commands_.emplace_back(std::move(message));
  }

  std::string code_;
  protocol::Token secret_;
  protocol::classroom::Role role_;
  Rng rng_;
  bool connected_ = false;  // and greeted
  bool closed_ = false;
  std::deque<protocol::classroom::FromClient> commands_;
  Time sent_ = 0;  // the first of them; 0: not yet
  Time heartbeat_at_ = 0;
  std::vector<protocol::classroom::Wall> walls_;
  std::optional<Time> drain_;
  std::optional<protocol::NodeName> redirect_;
  std::string complaint_;
  std::vector<std::string> out_;
};

}  // namespace coset::coset_load
