#include "server/net/socket.hpp"

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

#include "protocol/error_codes.hpp"
#include "server/node/rate_limit.hpp"

namespace coset::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

// Small, since ten thousand of them wait at the same time. A frame mostly fits the window; a longer
// one is collected in a buffer that is freed afterwards.
class BeastSocket final : public WebSocket, public std::enable_shared_from_this<BeastSocket> {
 public:
  BeastSocket(node::Socket number, asio::ip::tcp::socket connection, ConnectionLimiter::Lease lease,
              const Limits& limits, Handler& handler, std::shared_ptr<TrafficCounters> traffic,
              std::function<void(node::Socket)> on_end)
      : number_(number),
        stream_(std::move(connection)),
        lease_(std::move(lease)),
        limits_(limits),
        handler_(handler),
        traffic_(std::move(traffic)),
        on_end_(std::move(on_end)) {
    stream_.read_message_max(limits.max_frame_bytes);
    stream_.write_buffer_bytes(256);
    stream_.auto_fragment(false);
    stream_.text(true);
    websocket::stream_base::timeout times{};
    times.handshake_timeout = limits.handshake_timeout;
    times.idle_timeout = limits.idle_timeout;
    times.keep_alive_pings = true;
    stream_.set_option(times);
    stream_.control_callback([this](websocket::frame_type, auto) { on_control_frame(); });
    ++traffic_->sockets;
  }
  BeastSocket(const BeastSocket&) = delete;
  BeastSocket& operator=(const BeastSocket&) = delete;
  ~BeastSocket() override { --traffic_->sockets; }

  void start(UpgradeRequest upgrade) override {
    auto held = std::make_unique<UpgradeRequest>(std::move(upgrade));
    stream_.set_option(websocket::stream_base::decorator(
        [cookie = std::move(held->set_cookie)](websocket::response_type& response) {
          if (!cookie.empty()) response.set(http::field::set_cookie, cookie);
        }));
    const auto& request = held->request;
    stream_.async_accept(request, [self = shared_from_this(),
                                   held = std::move(held)](const error_code& ec) {
      self->stream_.set_option(websocket::stream_base::decorator([](websocket::response_type&) {}));
      if (ec) return self->on_end_(self->number_);
      self->open_ = true;
      self->handler_.socket_handler().on_open(self->number_, held->guest, held->target);
      self->handler_.pump();
      asio::co_spawn(self->stream_.get_executor(), self->read(self), asio::detached);
    });
  }

  void send(std::shared_ptr<const std::string> text) override {
    if (closing_ || !open_) return;
    if (queue_.size() >= limits_.max_send_queue) {
      ++traffic_->closed_slow;
      return abort();
    }
    queue_.push_back(std::move(text));
    if (!writing_) write();
  }

  void close(node::Close code, std::string_view reason) override {
    if (closing_) return;
    closing_ =
        websocket::close_reason(static_cast<websocket::close_code>(code), reason.substr(0, 120));
    if (!open_) return abort();
    if (!writing_) send_close();
  }

  // Pending operations complete with an error.
  void abort() override {
    if (!closing_) closing_.emplace();
    error_code ignored;
    stream_.next_layer().close(ignored);
  }

  void release_lease() override { lease_.reset(); }

 private:
  // Beast answers pings by itself, and returns from a read only with a message.
  void on_control_frame() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const auto at = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    if (control_frames_.try_charge(limits_.control_frames, at)) return;
    if (!closing_) ++traffic_->closed_control;
    abort();
  }

  asio::awaitable<void> read(std::shared_ptr<BeastSocket> self) {
    while (true) {
      const auto [ec, size] = co_await stream_.async_read_some(asio::buffer(window_), as_values);
      if (ec) {
        count(ec);
        break;
      }
      if (stream_.got_binary()) {
        close(node::Close::policy, protocol::error_code("message.json").code);
        continue;
      }
      on_piece(size);
    }
    open_ = false;
    queue_.clear();
    on_end_(number_);
    handler_.socket_handler().on_close(number_);
    handler_.pump();
  }

  void on_piece(std::size_t size) {
    const std::string_view piece(window_.data(), size);
    const bool whole = stream_.is_message_done();
    if (!whole || !message_.empty()) message_ += piece;
    if (!whole) return;
    ++traffic_->frames_in;
    if (closing_) return;
    if (message_.empty()) return deliver(piece);
    const std::string message = std::exchange(message_, {});
    deliver(message);
  }

  void deliver(std::string_view message) {
    handler_.socket_handler().on_message(number_, message);
    handler_.pump();
  }

  void count(const error_code& ec) const {
    if (ec == websocket::error::message_too_big) ++traffic_->refused_size;
    if (ec == beast::error::timeout) ++traffic_->closed_silent;
  }

  void write() {
    writing_ = true;
    ++traffic_->frames_out;
    stream_.async_write(
        asio::buffer(*queue_.front()),
        [self = shared_from_this()](const error_code& ec, std::size_t) { self->on_written(ec); });
  }

  void on_written(const error_code& ec) {
    writing_ = false;
    if (ec || !open_) return;  // the reader ends too, and reports it
    queue_.erase(queue_.begin());
    if (!queue_.empty()) return write();
    queue_.shrink_to_fit();
    if (closing_) send_close();
  }

  void send_close() {
    stream_.async_close(*closing_,
                        [self = shared_from_this()](const error_code&) { self->abort(); });
  }

  node::Socket number_;
  websocket::stream<asio::ip::tcp::socket, false> stream_;
  ConnectionLimiter::Lease lease_;
  const Limits& limits_;
  Handler& handler_;
  std::shared_ptr<TrafficCounters> traffic_;
  std::function<void(node::Socket)> on_end_;
  std::array<char, 256> window_{};
  std::string message_;
  std::vector<std::shared_ptr<const std::string>> queue_;
  std::optional<websocket::close_reason> closing_;
  node::Bucket control_frames_;
  bool open_ = false;
  bool writing_ = false;
};

}  // namespace

std::shared_ptr<WebSocket> make_socket(node::Socket number, asio::ip::tcp::socket connection,
                                       ConnectionLimiter::Lease lease, const Limits& limits,
                                       Handler& handler, std::shared_ptr<TrafficCounters> traffic,
                                       std::function<void(node::Socket)> on_end) {
  return std::make_shared<BeastSocket>(number, std::move(connection), std::move(lease), limits,
                                       handler, std::move(traffic), std::move(on_end));
}

}  // namespace coset::net
