// Spectators of one table over real WebSockets. On the event loop's thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/coset_load/route.hpp"
#include "apps/coset_load/ws_client.hpp"
#include "protocol/table/table.hpp"
#include "server/net/event_loop.hpp"
#include "server/net/timer.hpp"

namespace coset::coset_load {

class Watchers {
 public:
  // One per endpoint.
  Watchers(net::EventLoop& loop, const std::vector<Endpoint>& endpoints);
  Watchers(const Watchers&) = delete;
  Watchers& operator=(const Watchers&) = delete;
  ~Watchers();

  // All of them leave the last table and watch this one, `connects_per_second` at a time.
  void watch(const std::string& table);

  struct Counts {
    std::uint64_t most = 0;    // spectators who had a position of one table at the same time
    std::uint64_t events = 0;  // that they received
    std::uint64_t older = 0;   // of these, older than what the spectator had
  };
  Counts stop();

 private:
  static constexpr std::size_t connects_per_second = 1000;
  struct Watcher {
    std::unique_ptr<WsClient> socket;
    Route route;
    protocol::Ply ply = 0;
    bool waiting = true;  // for a connection
    bool watches = false;
  };
  void connect_some();
  void on_message(Watcher& watcher, std::string_view frame);
  void on_close(Watcher& watcher);

  std::vector<std::unique_ptr<Watcher>> all_;
  std::string table_;
  std::size_t watching_ = 0;
  Counts counts_;
  net::Timer timer_;
};

}  // namespace coset::coset_load
