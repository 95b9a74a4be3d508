#include "server/net/connection.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <utility>

namespace coset::net {

namespace {

using boost::system::error_code;

// Four checks per shortest timeout.
std::chrono::milliseconds tick_of(const Limits& limits) {
  const auto shortest =
      std::min({limits.handshake_timeout, limits.keep_alive_timeout, limits.stall_timeout});
  return std::max(shortest / 4, std::chrono::milliseconds(10));
}

}  // namespace

Connection::Connection(Socket socket, const Limits& limits)
    : socket_(std::move(socket)),
      timer_(socket_.get_executor()),
      timeout_(limits.min_rate),
      tick_(tick_of(limits)),
      stall_(limits.stall_timeout) {}

void Connection::watch() {
  timer_.expires_after(tick_);
  timer_.async_wait([weak = weak_from_this()](const error_code& ec) {
    const auto self = weak.lock();
    if (!ec && self && self->socket_.is_open()) self->tick();
  });
}

void Connection::tick() {
  const std::uint64_t bytes = progress();
  if (idle_ && queued_ == 0)
    expect(Direction::in, *idle_);
  else if (timeout_.has_expired(std::chrono::steady_clock::now(), bytes))
    return expire();
  watch();
}

void Connection::expect(Direction direction, std::chrono::milliseconds within) {
  direction_ = direction;
  idle_.reset();
  const std::uint64_t bytes = received_ + (direction == Direction::both ? acknowledged_ : 0);
  timeout_.start(std::chrono::steady_clock::now(), bytes, within);
}

void Connection::expect_delivery(std::chrono::milliseconds idle) {
  expect(Direction::both, stall_);
  idle_ = idle;
}

std::uint64_t Connection::progress() {
  if (direction_ == Direction::in) return received_;
  if (ioctl(socket_.native_handle(), SIOCOUTQ, &queued_) == 0) {
    // The queue may know of the end of a write before this connection does.
    const auto left = std::min(written_, static_cast<std::uint64_t>(queued_));
    acknowledged_ = std::max(acknowledged_, written_ - left);
  }
  return received_ + acknowledged_;
}

void Connection::close() {
  error_code ignored;
  socket_.close(ignored);
}

void Connection::expire() {
  expired_ = true;
  error_code ignored;
  // The kernel keeps nothing for a peer that does not read.
  socket_.set_option(Socket::linger(true, 0), ignored);
  socket_.close(ignored);
}

}  // namespace coset::net
