#include "server/net/event_loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <utility>

namespace coset::net {

namespace asio = boost::asio;
using boost::system::error_code;

struct EventLoop::Impl {
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};
  asio::signal_set signals{context};

  void wait(std::function<void()> then) {
    signals.async_wait([this, then = std::move(then)](const error_code& ec, int) {
      if (ec) return;
      wait(then);
      then();
    });
  }
};

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;
void EventLoop::run() { impl_->context.run(); }
void EventLoop::stop() { impl_->context.stop(); }
void EventLoop::post(std::function<void()> work) { asio::post(impl_->context, std::move(work)); }
asio::io_context& EventLoop::context() { return impl_->context; }

void EventLoop::on_signal(std::function<void()> work) {
  impl_->signals.add(SIGTERM);
  impl_->signals.add(SIGINT);
  impl_->wait(std::move(work));
}

}  // namespace coset::net
