// Single-threaded event loop that owns the sockets, the node and the store. Other threads
// communicate via `post`. Asio stays behind it.
#pragma once

#include <functional>
#include <memory>

namespace boost::asio {
class io_context;  // NOLINT(readability-identifier-naming)
}

namespace coset::net {

class EventLoop {
 public:
  EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;
  ~EventLoop();

  void run();  // until `stop`
  void stop();
  void post(std::function<void()> work);  // from any thread
  // SIGTERM and SIGINT, each time.
  void on_signal(std::function<void()> work);
  boost::asio::io_context& context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::net
