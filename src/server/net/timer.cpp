#include "server/net/timer.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <utility>

namespace coset::net {

namespace asio = boost::asio;
using boost::system::error_code;

struct Timer::Impl {
  asio::steady_timer timer;
  std::function<void()> callback;
  asio::steady_timer::time_point due{};
  std::chrono::milliseconds late{};
};

Timer::Timer(EventLoop& loop, std::function<void()> callback)
    : impl_(std::make_shared<Impl>(
          Impl{asio::steady_timer(loop.context()), std::move(callback), {}, {}})) {}

Timer::~Timer() { impl_->timer.cancel(); }

void Timer::in(std::chrono::milliseconds delay) {
  const auto due = std::chrono::steady_clock::now() + delay;
  // Firing early is cheaper than re-arming the timer on every frame; the callback re-arms it.
  if (impl_->due != asio::steady_timer::time_point() && impl_->due <= due) return;
  impl_->due = due;
  impl_->timer.expires_at(due);
  impl_->timer.async_wait([weak = std::weak_ptr(impl_)](const error_code& ec) {
    const auto impl = weak.lock();
    if (ec || !impl) return;
    impl->late = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - std::exchange(impl->due, {}));
    impl->callback();
  });
}

std::chrono::milliseconds Timer::late() const { return impl_->late; }

}  // namespace coset::net
