#include "apps/coset_load/ws_client.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <utility>

namespace coset::coset_load {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;
using boost::system::error_code;

namespace {
constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
}

struct WsClient::Session : std::enable_shared_from_this<WsClient::Session> {
  Session(asio::io_context& context, std::shared_ptr<Events> handlers)
      : stream(context), events(std::move(handlers)) {
    websocket::stream_base::timeout times{};
    times.handshake_timeout = std::chrono::seconds(20);
    times.idle_timeout = websocket::stream_base::none();
    stream.set_option(times);
    stream.auto_fragment(false);
    stream.write_buffer_bytes(512);
  }

  websocket::stream<Tcp::socket, false> stream;
  std::shared_ptr<Events> events;  // null: aborted
  std::deque<std::string> queue;
  bool opened = false, writing = false;

  asio::awaitable<void> run(std::shared_ptr<Session> self, Endpoint endpoint, std::string target,
                            std::shared_ptr<std::string> cookie, std::shared_ptr<unsigned> status) {
    *status = 0;
    auto& socket = stream.next_layer();
    error_code ec;
    const Tcp::endpoint to(asio::ip::make_address(endpoint.address, ec), endpoint.port);
    socket.open(to.protocol(), ec);
    if (!endpoint.from.empty())
      socket.bind(Tcp::endpoint(asio::ip::make_address(endpoint.from, ec), 0), ec);
    const auto [refused] = co_await socket.async_connect(to, as_values);
    if (refused) co_return end();
    socket.set_option(Tcp::no_delay(true), ec);
    if (!cookie->empty())
      stream.set_option(
          websocket::stream_base::decorator([value = *cookie](websocket::request_type& request) {
            request.set(http::field::cookie, value);
          }));
    websocket::response_type response;
    const std::string host = endpoint.address + ":" + std::to_string(endpoint.port);
    const auto [failed] = co_await stream.async_handshake(response, host, target, as_values);
    *status = response.result_int();
    if (failed || !events) co_return end();
    if (const auto set = response[http::field::set_cookie]; !set.empty())
      *cookie = std::string(set.substr(0, set.find(';')));
    opened = true;
    events->on_open();
    beast::flat_buffer buffer;
    while (events) {
      const auto [broken, size] = co_await stream.async_read(buffer, as_values);
      if (broken || !events) break;
      const auto data = buffer.cdata();
      events->on_message({static_cast<const char*>(data.data()), data.size()});
      buffer.consume(buffer.size());
    }
    end();
  }

  void end() {
    opened = false;
    error_code ignored;
    stream.next_layer().close(ignored);
    if (const auto handlers = std::exchange(events, nullptr)) handlers->on_close();
  }

  void write() {
    writing = true;
    stream.async_write(asio::buffer(queue.front()),
                       [self = shared_from_this()](const error_code& ec, std::size_t) {
                         self->writing = false;
                         if (ec) return;
                         self->queue.pop_front();
                         if (!self->queue.empty()) self->write();
                       });
  }
};

WsClient::WsClient(net::EventLoop& loop, Endpoint endpoint, Events events)
    : loop_(loop),
      endpoint_(std::move(endpoint)),
      events_(std::make_shared<Events>(std::move(events))),
      cookie_(std::make_shared<std::string>()) {}

WsClient::~WsClient() { abort(); }

void WsClient::open(const std::string& target) {
  abort();
  session_ = std::make_shared<Session>(loop_.context(), events_);
  asio::co_spawn(loop_.context(), session_->run(session_, endpoint_, target, cookie_, status_),
                 asio::detached);
}

void WsClient::send(std::string frame) {
  if (!session_ || !session_->opened) return;
  session_->queue.push_back(std::move(frame));
  if (!session_->writing) session_->write();
}

void WsClient::close() {
  if (!session_) return;
  error_code ignored;
  session_->stream.next_layer().close(ignored);
}

void WsClient::abort() {
  if (!session_) return;
  session_->events = nullptr;
  close();
  session_.reset();
}

namespace {

struct EchoSession : std::enable_shared_from_this<EchoSession> {
  explicit EchoSession(Tcp::socket socket) : stream(std::move(socket)) {
    stream.auto_fragment(false);
    stream.text(true);
    stream.write_buffer_bytes(256);
  }
  void start() {
    stream.async_accept([self = shared_from_this()](const error_code& ec) {
      if (!ec) self->read();
    });
  }
  void read() {
    stream.async_read(buffer, [self = shared_from_this()](const error_code& ec, std::size_t) {
      if (ec) return;
      self->stream.async_write(self->buffer.cdata(),
                               [self](const error_code& failed, std::size_t size) {
                                 self->buffer.consume(size);
                                 if (!failed) self->read();
                               });
    });
  }
  websocket::stream<Tcp::socket, false> stream;
  beast::flat_buffer buffer;
};

}  // namespace

struct EchoServer::Impl : std::enable_shared_from_this<EchoServer::Impl> {
  explicit Impl(asio::io_context& context)
      : acceptor(context, Tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {}
  void accept() {
    acceptor.async_accept([self = shared_from_this()](const error_code& ec, Tcp::socket socket) {
      if (ec) return;
      error_code ignored;
      socket.set_option(Tcp::no_delay(true), ignored);
      std::make_shared<EchoSession>(std::move(socket))->start();
      self->accept();
    });
  }
  Tcp::acceptor acceptor;
};

EchoServer::EchoServer(net::EventLoop& loop) : impl_(std::make_shared<Impl>(loop.context())) {
  impl_->accept();
}
EchoServer::~EchoServer() {
  error_code ignored;
  impl_->acceptor.close(ignored);
}
std::uint16_t EchoServer::port() const { return impl_->acceptor.local_endpoint().port(); }

}  // namespace coset::coset_load
