#include "net/connection.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <utility>

namespace coset::net {

using Trouble = boost::system::error_code;

namespace {

// Four looks at the shortest timeout.
std::chrono::milliseconds tick_of(const Limits& limits) {
  const auto shortest = std::min({limits.handshake, limits.keep_alive, limits.stall});
  return std::max(shortest / 4, std::chrono::milliseconds(10));
}

}  // namespace

Connection::Connection(Socket socket, const Limits& limits)
    : socket_(std::move(socket)),
      timer_(socket_.get_executor()),
      timeout_(limits.min_rate),
      tick_(tick_of(limits)),
      stall_(limits.stall) {}

void Connection::watch() {
  timer_.expires_after(tick_);
  timer_.async_wait([kept = weak_from_this()](const Trouble& trouble) {
    const auto self = kept.lock();
    if (!trouble && self && self->socket_.is_open()) self->tick();
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
    // Of a write that has just ended the queue may know before we do.
    const auto left = std::min(written_, static_cast<std::uint64_t>(queued_));
    acknowledged_ = std::max(acknowledged_, written_ - left);
  }
  return received_ + acknowledged_;
}

void Connection::expire() {
  expired_ = true;
  Trouble ignored;
  // Nothing stays in the system's memory for a peer that does not take it.
  socket_.set_option(Socket::linger(true, 0), ignored);
  socket_.close(ignored);
}

}  // namespace coset::net
