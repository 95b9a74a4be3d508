#include "net/loop.hpp"

#include <fcntl.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <csignal>
#include <deque>
#include <mutex>
#include <utility>

namespace coset::net {

namespace asio = boost::asio;
using Trouble = boost::system::error_code;

struct Loop::Inside {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  asio::signal_set signals{context};

  void wait(std::function<void()> then) {
    signals.async_wait([this, then = std::move(then)](const Trouble& trouble, int) {
      if (trouble) return;
      wait(then);
      then();
    });
  }
};

Loop::Loop() : inside_(std::make_unique<Inside>()) {}
Loop::~Loop() = default;
void Loop::run() { inside_->context.run(); }
void Loop::stop() { inside_->context.stop(); }
void Loop::post(std::function<void()> work) { asio::post(inside_->context, std::move(work)); }
asio::io_context& Loop::context() { return inside_->context; }

void Loop::on_signal(std::function<void()> work) {
  inside_->signals.add(SIGTERM);
  inside_->signals.add(SIGINT);
  inside_->wait(std::move(work));
}

struct Alarm::Inside {
  asio::steady_timer timer;
  std::function<void()> ring;
  asio::steady_timer::time_point due{};
  std::chrono::milliseconds late{};
};

Alarm::Alarm(Loop& loop, std::function<void()> ring)
    : inside_(std::make_shared<Inside>(
          Inside{asio::steady_timer(loop.context()), std::move(ring), {}, {}})) {}

Alarm::~Alarm() { inside_->timer.cancel(); }

void Alarm::in(std::chrono::milliseconds delay) {
  const auto due = std::chrono::steady_clock::now() + delay;
  // Rather too early than set anew at every frame: whoever is woken sets it again.
  if (inside_->due != asio::steady_timer::time_point() && inside_->due <= due) return;
  inside_->due = due;
  inside_->timer.expires_at(due);
  inside_->timer.async_wait([kept = std::weak_ptr(inside_)](const Trouble& trouble) {
    const auto inside = kept.lock();
    if (trouble || !inside) return;
    inside->late = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - std::exchange(inside->due, {}));
    inside->ring();
  });
}

std::chrono::milliseconds Alarm::late() const { return inside_->late; }

struct Driver::Inside : std::enable_shared_from_this<Driver::Inside> {
  static constexpr std::chrono::milliseconds pause{200}, beat{500};

  Inside(Loop& loop, store::Postgres& driven, std::function<void()> then)
      : connection(driven),
        after(std::move(then)),
        watched(loop.context()),
        retry(loop.context()),
        beats(loop.context()) {}

  store::Postgres& connection;
  std::function<void()> after;
  asio::posix::stream_descriptor watched;  // a copy of the connection's, which is libpq's to close
  asio::steady_timer retry, beats;
  std::uint64_t watch = 0;  // counts the copies, so that a late answer of an old one is known
  bool reading = false, writing = false, retrying = false, gone = false;

  void drop() {
    ++watch;
    reading = writing = false;
    Trouble ignored;
    if (watched.is_open()) watched.close(ignored);
  }

  void look() {
    if (gone) return;
    if (connection.descriptor() < 0) {
      drop();
      try_again();
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
    watched.async_wait(what, [self = shared_from_this(), &waiting, mine = watch](const Trouble&) {
      if (self->gone || mine != self->watch) return;
      waiting = false;
      const bool was = self->connection.connected();
      self->connection.ready();
      // While it is being made a connection may change its descriptor.
      if (!was || !self->connection.connected()) self->drop();
      self->look();
      self->after();
    });
  }

  void watch_over() {
    beats.expires_after(beat);
    beats.async_wait([self = shared_from_this()](const Trouble& trouble) {
      if (trouble || self->gone) return;
      self->connection.expire();
      self->connection.pulse();
      if (self->connection.descriptor() < 0) self->drop();
      self->look();
      self->watch_over();
      self->after();
    });
  }

  void try_again() {
    if (retrying) return;
    retrying = true;
    retry.expires_after(pause);
    retry.async_wait([self = shared_from_this()](const Trouble& trouble) {
      self->retrying = false;
      if (trouble || self->gone) return;
      self->connection.connect();
      self->look();
    });
  }
};

Driver::Driver(Loop& loop, store::Postgres& connection, std::function<void()> after)
    : inside_(std::make_shared<Inside>(loop, connection, std::move(after))) {
  connection.connect();
  inside_->look();
  inside_->watch_over();
}

Driver::~Driver() {
  inside_->gone = true;
  inside_->drop();
  inside_->retry.cancel();
  inside_->beats.cancel();
}

void Driver::look() { inside_->look(); }

struct Threads::Inside {
  static constexpr std::size_t most_begun_a_thread = 4;

  struct Steps {
    std::function<bool()> step;
    std::function<void()> done;
  };

  Loop& loop;
  std::size_t most_begun;
  std::mutex mutex{};
  std::deque<Steps> waiting{};
  std::size_t begun = 0;
  asio::thread_pool pool;  // the last, so that its threads are gone before the rest

  Inside(Loop& on, unsigned threads)
      : loop(on), most_begun(threads * most_begun_a_thread), pool(threads) {}

  void add(Steps steps) {
    {
      const std::lock_guard lock(mutex);
      if (begun == most_begun) {
        waiting.push_back(std::move(steps));
        return;
      }
      ++begun;
    }
    go_on(std::move(steps));
  }
  void go_on(Steps steps) {
    asio::post(pool, [this, steps = std::move(steps)]() mutable {
      if (steps.step()) return go_on(std::move(steps));  // behind what others have posted
      loop.post(std::move(steps.done));
      begin_next();
    });
  }
  void begin_next() {
    Steps next;
    {
      const std::lock_guard lock(mutex);
      if (waiting.empty()) {
        --begun;
        return;
      }
      next = std::move(waiting.front());
      waiting.pop_front();
    }
    go_on(std::move(next));
  }
};

Threads::Threads(Loop& loop, unsigned threads) : inside_(std::make_unique<Inside>(loop, threads)) {}

Threads::~Threads() {
  inside_->pool.stop();
  inside_->pool.join();
}

void Threads::run(std::function<void()> work, std::function<void()> done) {
  asio::post(inside_->pool,
             [&loop = inside_->loop, work = std::move(work), done = std::move(done)]() mutable {
               work();
               loop.post(std::move(done));
             });
}

void Threads::run_steps(std::function<bool()> step, std::function<void()> done) {
  inside_->add({std::move(step), std::move(done)});
}

}  // namespace coset::net
