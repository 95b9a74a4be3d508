// One connection of a class: it reconnects until it is closed for good, follows redirects, and
// counts what the server did to it. On the event loop's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/coset_load/route.hpp"
#include "apps/coset_load/ws_client.hpp"
#include "base/rng.hpp"

namespace coset::coset_load {

using protocol::Time;

// Of all connections of a run.
struct LinkCounts {
  std::uint64_t opened = 0;
  std::uint64_t cut = 0;      // that the server or the network ended
  std::uint64_t refused = 0;  // handshakes, with 429
  std::uint64_t failed = 0;   // handshakes, for another reason
  std::uint64_t redirects = 0;
  std::vector<float> away;  // milliseconds from a lost connection to the same place
};

class ClassLink {
 public:
  struct Events {
    std::function<void()> on_open;
    // Whether the client is in its place now.
    std::function<bool(std::string_view frame)> on_message;
    std::function<void()> on_lost;
  };
  ClassLink(net::EventLoop& loop, const Endpoint& endpoint, LinkCounts& counts, std::uint64_t seed,
            Events events);

  // Connects to the path now, and again whenever it is lost.
  void open(std::string path, Time now);
  void tick(Time now);
  void send(std::vector<std::string> frames);
  // As a lost network would; it reconnects.
  void drop(Time now);
  void redirect(const protocol::NodeName& node, Time now);
  // The server is about to stop.
  void drain(Time after, Time now);
  // For good.
  void close();
  bool connected() const { return connected_; }
  bool is_open() const { return !path_.empty(); }

 private:
  static constexpr Time min_delay = 50, max_delay = 1000;
  void lose(Time now);
  void retry(Time now);

  LinkCounts& counts_;
  Rng rng_;
  Events events_;
  Route route_;
  std::string path_;  // empty: closed
  bool connected_ = false;
  Time now_ = 0;  // of the last tick
  Time delay_ = min_delay;
  std::optional<Time> retry_at_;
  std::optional<Time> lost_at_;
  std::unique_ptr<WsClient> socket_;
};

}  // namespace coset::coset_load
