// One HTTP connection with a timeout by progress. The timer ticks slowly by itself and no read or
// write sets it, so it costs nothing per request. Private to net.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>

#include "server/net/limits.hpp"
#include "server/net/progress.hpp"

namespace coset::net {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  Connection(Socket socket, const Limits& limits);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  // Starts the timer. A connection that expires is closed, and operations on it are aborted.
  void watch();
  // What is expected from now on: bytes of a request within that time; or that the client reads a
  // response; or that it reads the rest of one, and then sends something within that time; or
  // nothing, while the server works.
  void expect_request(std::chrono::milliseconds within) { expect(Direction::in, within); }
  void expect_reading() { expect(Direction::both, stall_); }
  void expect_delivery(std::chrono::milliseconds idle);
  void expect_nothing() { timeout_.stop(); }
  // Operations on it are aborted.
  void close();

  Socket& socket() { return socket_; }
  void received(std::size_t bytes) { received_ += bytes; }
  void written(std::size_t bytes) { written_ += bytes; }
  bool has_expired() const { return expired_; }

 private:
  enum class Direction : std::uint8_t { in, both };
  void expect(Direction direction, std::chrono::milliseconds within);
  // Bytes received from the peer, and those of a response that it has acknowledged.
  std::uint64_t progress();
  void tick();
  void expire();

  Socket socket_;
  boost::asio::steady_timer timer_;
  ProgressTimeout timeout_;
  std::chrono::milliseconds tick_, stall_;
  std::optional<std::chrono::milliseconds> idle_;  // allowed once everything is delivered
  std::uint64_t received_ = 0, written_ = 0, acknowledged_ = 0;
  int queued_ = 0;  // bytes written, and not acknowledged yet
  Direction direction_ = Direction::in;
  bool expired_ = false;
};

}  // namespace coset::net
