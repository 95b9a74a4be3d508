#include "server/net/postgres_driver.hpp"

#include <fcntl.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

namespace coset::net {

namespace asio = boost::asio;
using boost::system::error_code;

struct PostgresDriver::Impl : std::enable_shared_from_this<PostgresDriver::Impl> {
  static constexpr std::chrono::milliseconds retry_delay{200}, pulse_interval{500};

  Impl(EventLoop& loop, store::Postgres& driven, std::function<void()> then)
      : connection(driven),
        after(std::move(then)),
        watched(loop.context()),
        retry_timer(loop.context()),
        pulse_timer(loop.context()) {}

  store::Postgres& connection;
  std::function<void()> after;
  asio::posix::stream_descriptor watched;  // a duplicate: libpq closes the connection's own
  asio::steady_timer retry_timer, pulse_timer;
  std::uint64_t watch = 0;  // numbers the duplicates, to detect a late completion of an old one
  bool reading = false, writing = false, retrying = false, stopped = false;

  void close_descriptor() {
    ++watch;
    reading = writing = false;
    error_code ignored;
    if (watched.is_open()) watched.close(ignored);
  }

  void update() {
    if (stopped) return;
    if (connection.descriptor() < 0) {
      close_descriptor();
      schedule_retry();
      return;
    }
    if (!watched.is_open()) watched.assign(fcntl(connection.descriptor(), F_DUPFD_CLOEXEC, 0));
    const bool write = connection.wants_to_write();
    if (write && !writing) wait(asio::posix::stream_descriptor::wait_write, writing);
    if ((connection.connected() || !write) && !reading)
      wait(asio::posix::stream_descriptor::wait_read, reading);
  }

  void wait(asio::posix::stream_descriptor::wait_type what, bool& waiting) {
    waiting = true;
    watched.async_wait(what,
                       [self = shared_from_this(), &waiting, mine = watch](const error_code&) {
                         if (self->stopped || mine != self->watch) return;
                         waiting = false;
                         const bool was = self->connection.connected();
                         self->connection.ready();
                         // While it is being made a connection may change its descriptor.
                         if (!was || !self->connection.connected()) self->close_descriptor();
                         self->update();
                         self->after();
                       });
  }

  void schedule_pulse() {
    pulse_timer.expires_after(pulse_interval);
    pulse_timer.async_wait([self = shared_from_this()](const error_code& ec) {
      if (ec || self->stopped) return;
      self->connection.expire();
      self->connection.pulse();
      if (self->connection.descriptor() < 0) self->close_descriptor();
      self->update();
      self->schedule_pulse();
      self->after();
    });
  }

  void schedule_retry() {
    if (retrying) return;
    retrying = true;
    retry_timer.expires_after(retry_delay);
    retry_timer.async_wait([self = shared_from_this()](const error_code& ec) {
      self->retrying = false;
      if (ec || self->stopped) return;
      self->connection.connect();
      self->update();
    });
  }
};

PostgresDriver::PostgresDriver(EventLoop& loop, store::Postgres& connection,
                               std::function<void()> after)
    : impl_(std::make_shared<Impl>(loop, connection, std::move(after))) {
  connection.connect();
  impl_->update();
  impl_->schedule_pulse();
}

PostgresDriver::~PostgresDriver() {
  impl_->stopped = true;
  impl_->close_descriptor();
  impl_->retry_timer.cancel();
  impl_->pulse_timer.cancel();
}

void PostgresDriver::update() { impl_->update(); }

}  // namespace coset::net
