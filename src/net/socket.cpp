#include "net/socket.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace coset::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Trouble = boost::system::error_code;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

// Small on purpose: ten thousand of them wait at the same time. A frame mostly fits the window; a
// longer one is gathered beside it and the room given back.
class BeastSocket final : public WebSocket, public std::enable_shared_from_this<BeastSocket> {
 public:
  BeastSocket(serve::Socket number, asio::ip::tcp::socket connection, Addresses::Place place,
              const Limits& limits, SocketEvents& events, std::shared_ptr<Traffic> traffic)
      : number_(number),
        stream_(std::move(connection)),
        place_(std::move(place)),
        limits_(limits),
        events_(events),
        traffic_(std::move(traffic)) {
    stream_.read_message_max(limits.frame);
    stream_.write_buffer_bytes(256);
    stream_.auto_fragment(false);
    stream_.text(true);
    websocket::stream_base::timeout times{};
    times.handshake_timeout = limits.handshake;
    times.idle_timeout = limits.silence;
    times.keep_alive_pings = true;
    stream_.set_option(times);
    ++traffic_->sockets;
  }
  BeastSocket(const BeastSocket&) = delete;
  BeastSocket& operator=(const BeastSocket&) = delete;
  ~BeastSocket() override { --traffic_->sockets; }

  void start(Greeting greeting) override {
    auto kept = std::make_unique<Greeting>(std::move(greeting));
    stream_.set_option(websocket::stream_base::decorator(
        [cookie = std::move(kept->set_cookie)](websocket::response_type& response) {
          if (!cookie.empty()) response.set(http::field::set_cookie, cookie);
        }));
    const auto& request = kept->request;
    stream_.async_accept(request, [self = shared_from_this(),
                                   kept = std::move(kept)](const Trouble& trouble) {
      self->stream_.set_option(websocket::stream_base::decorator([](websocket::response_type&) {}));
      if (trouble) return self->events_.ended(self->number_, false);
      self->open_ = true;
      self->events_.opened(self->number_, kept->visitor, kept->target);
      asio::co_spawn(self->stream_.get_executor(), self->read(self), asio::detached);
    });
  }

  void send(std::shared_ptr<const std::string> text) override {
    if (closing_ || !open_) return;
    if (queue_.size() >= limits_.queued) {
      ++traffic_->closed_slow;
      return cut();
    }
    queue_.push_back(std::move(text));
    if (!writing_) write();
  }

  void close(serve::Close code, std::string_view why) override {
    if (closing_) return;
    closing_ =
        websocket::close_reason(static_cast<websocket::close_code>(code), why.substr(0, 120));
    if (!open_) return cut();
    if (!writing_) say_goodbye();
  }

  // Whoever waits for it is told that it is gone.
  void cut() override {
    if (!closing_) closing_.emplace();
    Trouble ignored;
    stream_.next_layer().close(ignored);
  }

 private:
  asio::awaitable<void> read(std::shared_ptr<BeastSocket> self) {
    while (true) {
      const auto [trouble, size] =
          co_await stream_.async_read_some(asio::buffer(window_), as_values);
      if (trouble) {
        note(trouble);
        break;
      }
      if (stream_.got_binary()) {
        close(serve::Close::policy, "Frames are text.");
        continue;
      }
      take(size);
    }
    open_ = false;
    queue_.clear();
    events_.ended(number_, true);
  }

  void take(std::size_t size) {
    const std::string_view piece(window_.data(), size);
    const bool whole = stream_.is_message_done();
    if (!whole || !message_.empty()) message_ += piece;
    if (!whole) return;
    ++traffic_->frames_in;
    if (closing_) return;
    if (message_.empty()) return events_.received(number_, piece);
    const std::string message = std::exchange(message_, {});
    events_.received(number_, message);
  }

  void note(const Trouble& trouble) const {
    if (trouble == websocket::error::message_too_big) ++traffic_->refused_size;
    if (trouble == beast::error::timeout) ++traffic_->closed_silent;
  }

  void write() {
    writing_ = true;
    ++traffic_->frames_out;
    stream_.async_write(asio::buffer(*queue_.front()),
                        [self = shared_from_this()](const Trouble& trouble, std::size_t) {
                          self->written(trouble);
                        });
  }

  void written(const Trouble& trouble) {
    writing_ = false;
    if (trouble || !open_) return;  // the reader ends too, and says so
    queue_.erase(queue_.begin());
    if (!queue_.empty()) return write();
    queue_.shrink_to_fit();
    if (closing_) say_goodbye();
  }

  void say_goodbye() {
    stream_.async_close(*closing_, [self = shared_from_this()](const Trouble&) { self->cut(); });
  }

  serve::Socket number_;
  websocket::stream<asio::ip::tcp::socket, false> stream_;
  Addresses::Place place_;
  const Limits& limits_;
  SocketEvents& events_;
  std::shared_ptr<Traffic> traffic_;
  std::array<char, 256> window_{};
  std::string message_;
  std::vector<std::shared_ptr<const std::string>> queue_;
  std::optional<websocket::close_reason> closing_;
  bool open_ = false;
  bool writing_ = false;
};

}  // namespace

std::shared_ptr<WebSocket> make_socket(serve::Socket number, asio::ip::tcp::socket connection,
                                       Addresses::Place place, const Limits& limits,
                                       SocketEvents& events, std::shared_ptr<Traffic> traffic) {
  return std::make_shared<BeastSocket>(number, std::move(connection), std::move(place), limits,
                                       events, std::move(traffic));
}

}  // namespace coset::net
