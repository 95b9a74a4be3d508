#include "server/net/server.hpp"

#include <netinet/tcp.h>
#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <unordered_map>
#include <utility>

#include "base/check.hpp"
#include "server/net/connection.hpp"
#include "server/net/connection_slots.hpp"
#include "server/net/guest_pass.hpp"
#include "server/net/http_response.hpp"
#include "server/net/link_preview.hpp"
#include "server/net/request.hpp"
#include "server/net/routes.hpp"
#include "server/net/socket.hpp"
#include "server/net/socket_slots.hpp"
#include "server/net/transfer.hpp"

namespace coset::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using boost::system::error_code;

constexpr int connections_retry_after = 10;  // seconds

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

std::string address_of(const Tcp::socket& socket) {
  error_code ec;
  const auto end = socket.remote_endpoint(ec);
  if (ec) return "";
  return net::address_of(end.address().to_string()).value_or("");
}

// Completes with the handler's response.
template <class Token>
auto call(Handler& handler, node::Request request, Token&& token) {
  return asio::async_initiate<Token, void(node::Response)>(
      [&handler](auto completion, const node::Request& asked) {
        auto held = std::make_shared<decltype(completion)>(std::move(completion));
        handler.call(asked, [held](node::Response response) {
          // Never inside of the call: the caller does not wait yet.
          asio::post(asio::get_associated_executor(*held),
                     [held, response = std::move(response)]() mutable {
                       std::move (*held)(std::move(response));
                     });
        });
      },
      token, std::move(request));
}

HttpResponse too_many_connections() {
  constexpr auto error = protocol::error_code("rate.connections");
  return error_response(
      error.status, {std::string(error.code), std::string(error.message), connections_retry_after});
}

}  // namespace

class Server::Impl final {
 public:
  Impl(EventLoop& loop, ListenerConfig config, StaticSite site, const GuestCookies& cookies)
      : context_(loop.context()),
        config_(std::move(config)),
        site_(std::move(site)),
        cookies_(cookies),
        acceptor_(context_),
        connections_({config_.limits.max_unrequested_per_address,
                      config_.limits.max_connections_per_address}),
        socket_slots_(config_.limits) {}

  std::optional<Error> open(Handler& handler);
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void stop_listening() {
    error_code ignored;
    acceptor_.close(ignored);
  }
  WebSocket* find(node::Socket number) {
    const auto found = sockets_.find(number);
    return found == sockets_.end() ? nullptr : found->second.get();
  }
  const TrafficCounters& traffic() const { return *traffic_; }

 private:
  struct Caller {
    Client client;
    node::GuestIdentity guest;
  };

  asio::awaitable<void> listen();
  asio::awaitable<void> serve(Tcp::socket accepted, std::string peer);
  asio::awaitable<HttpResponse> respond(const Request& request, const Target& target,
                                        Caller& caller);
  std::unique_ptr<ConnectionSlots::Slot> slot_of(const std::shared_ptr<Connection>& connection,
                                                 const std::string& peer);
  Caller identify(const http::fields& fields, const std::string& peer) const;
  bool may_read_metrics(const Client& client) const;
  // The error, if a request is not admitted.
  std::optional<HttpResponse> reject_request(const Caller& caller, node::RequestKind kind);
  // The same of an upgrade; if it is admitted, it gets a lease.
  std::optional<HttpResponse> reject_upgrade(const Request& request, const Caller& caller,
                                             ConnectionLimiter::Lease& lease);
  void upgrade(Request request, Tcp::socket connection, Caller caller,
               ConnectionLimiter::Lease lease);

  asio::io_context& context_;
  ListenerConfig config_;
  StaticSite site_;
  const GuestCookies& cookies_;
  Handler* handler_ = nullptr;
  Tcp::acceptor acceptor_;
  ConnectionSlots connections_;
  SocketSlots socket_slots_;
  std::unordered_map<node::Socket, std::shared_ptr<WebSocket>> sockets_;
  node::Socket last_ = 0;
  std::shared_ptr<TrafficCounters> traffic_ = std::make_shared<TrafficCounters>();
};

std::optional<Error> Server::Impl::open(Handler& handler) {
  handler_ = &handler;
  error_code ec;
  const auto failed = [&] {
    return Error{"net.listen", 0,
                 "Cannot listen on " + config_.address + ":" + std::to_string(config_.port) + ": " +
                     ec.message() + "."};
  };
  const auto address = asio::ip::make_address(config_.address, ec);
  if (ec) return failed();
  const Tcp::endpoint end(address, config_.port);
  if (acceptor_.open(end.protocol(), ec); ec) return failed();
  acceptor_.set_option(Tcp::acceptor::reuse_address(true), ec);
  if (acceptor_.bind(end, ec); ec) return failed();
  // Bounds the kernel memory of a slow client; connections inherit it.
  using Unsent = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_NOTSENT_LOWAT>;
  acceptor_.set_option(Unsent(config_.limits.max_unsent_bytes), ec);
  if (acceptor_.listen(4096, ec); ec) return failed();
  asio::co_spawn(context_, listen(), asio::detached);
  return std::nullopt;
}

asio::awaitable<void> Server::Impl::listen() {
  asio::steady_timer pause(context_);
  while (acceptor_.is_open()) {
    auto [ec, connection] = co_await acceptor_.async_accept(as_values);
    if (ec == asio::error::operation_aborted) break;
    if (ec) {  // most likely out of descriptors, for now
      pause.expires_after(std::chrono::milliseconds(50));
      (void)co_await pause.async_wait(as_values);
      continue;
    }
    ++traffic_->accepted;
    connection.set_option(Tcp::no_delay(true), ec);
    std::string peer = address_of(connection);
    asio::co_spawn(context_, serve(std::move(connection), std::move(peer)), asio::detached);
  }
}

asio::awaitable<void> Server::Impl::serve(Tcp::socket accepted, std::string peer) {
  struct Count {
    std::shared_ptr<TrafficCounters> traffic;
    explicit Count(std::shared_ptr<TrafficCounters> counted) : traffic(std::move(counted)) {
      ++traffic->connections;
    }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    ~Count() { --traffic->connections; }
  } count(traffic_);
  const auto connection = std::make_shared<Connection>(std::move(accepted), config_.limits);
  connection->expect_request(config_.limits.handshake_timeout);
  connection->watch();
  const auto slot = slot_of(connection, peer);
  beast::flat_buffer buffer(config_.limits.max_header_bytes + config_.limits.max_body_bytes);
  while (true) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(config_.limits.max_header_bytes));
    parser.body_limit(config_.limits.max_body_bytes);
    const error_code ec =
        co_await read_request(*connection, buffer, parser, config_.limits.handshake_timeout);
    HttpResponse response;
    bool keep_alive = false, chunked = true;
    if (ec == http::error::header_limit || ec == http::error::body_limit) {
      ++traffic_->refused_size;
      response = error_response(ec == http::error::body_limit
                                    ? protocol::error_code("http.body_too_large")
                                    : protocol::error_code("http.header_too_large"));
    } else if (ec && ec.category() == make_error_code(http::error::bad_target).category() &&
               ec != http::error::end_of_stream && ec != http::error::partial_message) {
      response = error_response(protocol::error_code("http.bad_request"));
    } else if (ec) {
      if (connection->has_expired()) ++traffic_->closed_silent;
      co_return;
    } else {
      connection->expect_nothing();
      ++traffic_->requests;
      Request request = parser.release();
      keep_alive = request.keep_alive();
      chunked = request.version() >= 11;
      const Target target = parse_target({request.target().data(), request.target().size()});
      Caller caller = identify(request, peer);
      if (!is_framed(request)) {
        keep_alive = false;
        response = error_response(protocol::error_code("http.transfer_coding"));
      } else if (!has_one_host(request)) {
        response = error_response(protocol::error_code("http.bad_host"));
      } else if (!config_.public_origin && !is_probe(target.route) && !has_local_host(request)) {
        ++traffic_->refused_host;
        response = wrong_host(field(request, http::field::host));
      } else if (target.route == Route::socket) {
        ConnectionLimiter::Lease socket_lease;
        auto error = reject_upgrade(request, caller, socket_lease);
        if (!error) {
          upgrade(std::move(request), std::move(connection->socket()), std::move(caller),
                  std::move(socket_lease));
          co_return;
        }
        response = *std::move(error);
      } else if (slot && !slot->serve()) {
        ++traffic_->refused_address;
        keep_alive = false;
        response = too_many_connections();
      } else {
        response = co_await respond(request, target, caller);
        if (caller.guest.is_new && response.sets_cookie)
          response.set_cookie(cookies_.set_cookie_header(caller.guest, caller.client.secure));
      }
      if (request.method() == http::verb::head) response.head_only = true;
    }
    bool written = false;
    if (response.rest) {
      keep_alive = keep_alive && chunked;
      written = co_await write_parts(*connection, response, keep_alive, chunked, *handler_);
    } else {
      written = co_await write_response(*connection, response, keep_alive);
    }
    if (connection->has_expired()) ++traffic_->closed_slow;
    if (!written || !keep_alive) break;
    connection->expect_delivery(config_.limits.keep_alive_timeout);
    if (slot) slot->rest();
  }
  if (!connection->has_expired()) co_await close_gently(*connection);
}

// Null for the connections of a proxy, whose clients are counted when their address is known.
std::unique_ptr<ConnectionSlots::Slot> Server::Impl::slot_of(
    const std::shared_ptr<Connection>& connection, const std::string& peer) {
  if (std::find(config_.proxies.begin(), config_.proxies.end(), peer) != config_.proxies.end())
    return nullptr;
  return connections_.enter(peer, [traffic = traffic_, weak = std::weak_ptr(connection)] {
    ++traffic->refused_address;
    if (const auto held = weak.lock()) held->close();
  });
}

Server::Impl::Caller Server::Impl::identify(const http::fields& fields,
                                            const std::string& peer) const {
  Caller out;
  out.client = resolve_client(peer, whole_field(fields, "X-Forwarded-For"),
                              whole_field(fields, "X-Forwarded-Proto"), config_.proxies);
  out.guest = cookies_.identify(field(fields, http::field::cookie), out.client.secure);
  out.guest.address = network_of(out.client.address);
  out.guest.site = site_of(out.client.address);
  return out;
}

bool Server::Impl::may_read_metrics(const Client& client) const {
  if (client.direct && (client.address.starts_with("127.") || client.address == "::1")) return true;
  return std::find(config_.metrics_allow.begin(), config_.metrics_allow.end(), client.address) !=
         config_.metrics_allow.end();
}

asio::awaitable<HttpResponse> Server::Impl::respond(const Request& request, const Target& target,
                                                    Caller& caller) {
  const bool reads = request.method() == http::verb::get || request.method() == http::verb::head;
  if (target.route == Route::bad) co_return error_response(protocol::error_code("http.bad_path"));
  const bool api = target.route == Route::api;
  if (api || target.route == Route::page || target.route == Route::file)
    if (auto error = reject_request(caller, api ? node::RequestKind::api : node::RequestKind::file))
      co_return *std::move(error);
  if (api) {
    if (!reads && !is_our_origin(field(request, http::field::origin),
                                 field(request, http::field::host), config_.public_origin)) {
      ++traffic_->refused_origin;
      co_return error_response(protocol::error_code("http.origin_not_allowed"));
    }
    node::Request asked;
    asked.method = reads ? "GET" : std::string(request.method_string());
    asked.target = std::string(request.target());
    asked.body = request.body();
    asked.guest = caller.guest;
    asked.authorization = std::string(field(request, http::field::authorization));
    const bool deletes = target.path == "/api/me" && asked.method == "DELETE";
    if (target.path == "/api/me" && !deletes) co_return me(asked, cookies_, caller.client.secure);
    if (PassExchange::is_one(target.path, asked)) {
      const PassExchange pass(cookies_, asked);
      if (pass.malformed()) co_return error_response(protocol::error_code("http.bad_request"));
      co_return pass.answer(co_await call(*handler_, std::move(asked), asio::use_awaitable),
                            caller.client.secure);
    }
    node::Response body = co_await call(*handler_, std::move(asked), asio::use_awaitable);
    HttpResponse out = from(std::move(body));
    if (deletes && out.status == 204) {
      for (std::string& header : GuestCookies::expired_cookie_headers(caller.client.secure))
        out.set_cookie(std::move(header));
      out.sets_cookie = false;
    }
    co_return out;
  }
  if (!reads) co_return method_not_allowed("GET, HEAD");
  constexpr auto not_found = protocol::error_code("http.not_found");
  switch (target.route) {
    case Route::health:
      co_return text_response("alive\n");
    case Route::ready:
      if (handler_->draining()) co_return error_response(not_found);
      co_return handler_->ready() ? text_response("ready\n")
                                  : error_response(protocol::error_code("store.unavailable"));
    case Route::metrics:
      co_return may_read_metrics(caller.client)
          ? text_response(handler_->metrics(), "text/plain; version=0.0.4")
          : error_response(not_found);
    case Route::security:
      co_return config_.contact.empty() ? error_response(not_found)
                                        : security_txt(config_.contact, config_.public_origin);
    default:
      break;
  }
  const StaticFile* file = site_.find(target.route == Route::page ? "/" : target.path);
  if (file == nullptr) co_return error_response(not_found);
  if (const auto table = table_of(target); !table.empty())
    co_return page(*file, with_preview(file->bytes, {config_.name, table, config_.public_origin}));
  if (const auto date = date_of(target); !date.empty())
    co_return page(*file,
                   with_preview(file->bytes, {config_.name, {}, config_.public_origin, date}));
  co_return from(*file, field(request, http::field::if_none_match),
                 field(request, http::field::accept_encoding));
}

std::optional<HttpResponse> Server::Impl::reject_request(const Caller& caller,
                                                         node::RequestKind kind) {
  const auto admission = handler_->admit(caller.guest, kind);
  if (!admission.refusal) return std::nullopt;
  return error_response(429, *admission.refusal);
}

// A page cannot see why its WebSocket was rejected: the same request without an upgrade tells it.
std::optional<HttpResponse> Server::Impl::reject_upgrade(const Request& request,
                                                         const Caller& caller,
                                                         ConnectionLimiter::Lease& lease) {
  const bool upgrades = beast::websocket::is_upgrade(request);
  const auto admission = handler_->admit(
      caller.guest, upgrades ? node::RequestKind::socket : node::RequestKind::socket_probe);
  if (admission.refusal) return error_response(429, *admission.refusal);
  lease = socket_slots_.acquire(caller.guest, caller.client.address,
                                names_class({request.target().data(), request.target().size()}),
                                admission.vouched);
  if (!lease) {
    ++traffic_->refused_address;
    return too_many_connections();
  }
  if (!upgrades) {
    HttpResponse out = error_response(protocol::error_code("http.upgrade_required"));
    out.headers.emplace_back("Upgrade", "websocket");
    return out;
  }
  if (field(request, http::field::sec_websocket_version) != "13") {
    HttpResponse out = error_response(protocol::error_code("http.websocket_version"));
    out.headers.emplace_back("Sec-WebSocket-Version", "13");
    return out;
  }
  if (!is_socket_key(field(request, http::field::sec_websocket_key)))
    return error_response(protocol::error_code("http.websocket_key"));
  if (!is_our_origin(field(request, http::field::origin), field(request, http::field::host),
                     config_.public_origin)) {
    ++traffic_->refused_origin;
    return error_response(protocol::error_code("http.origin_not_allowed"));
  }
  return std::nullopt;
}

void Server::Impl::upgrade(Request request, Tcp::socket connection, Caller caller,
                           ConnectionLimiter::Lease lease) {
  UpgradeRequest upgrade;
  upgrade.target = std::string(request.target());
  upgrade.request = http::request<http::empty_body>(std::move(request.base()));
  upgrade.guest = std::move(caller.guest);
  if (upgrade.guest.is_new)
    upgrade.set_cookie = cookies_.set_cookie_header(upgrade.guest, caller.client.secure);
  const node::Socket number = ++last_;
  auto made =
      make_socket(number, std::move(connection), std::move(lease), config_.limits, *handler_,
                  traffic_, [this](node::Socket ended) { sockets_.erase(ended); });
  sockets_.emplace(number, made);
  made->start(std::move(upgrade));
}

Server::Server(EventLoop& loop, ListenerConfig config, StaticSite site, const GuestCookies& cookies)
    : impl_(std::make_unique<Impl>(loop, std::move(config), std::move(site), cookies)) {}
Server::~Server() = default;
std::optional<Error> Server::open(Handler& handler) { return impl_->open(handler); }
std::uint16_t Server::port() const { return impl_->port(); }
void Server::stop_listening() { impl_->stop_listening(); }
const TrafficCounters& Server::traffic() const { return impl_->traffic(); }

void Server::send(node::Socket to, std::shared_ptr<const std::string> text) {
  if (WebSocket* socket = impl_->find(to)) socket->send(std::move(text));
}
void Server::release_address(node::Socket which) {
  if (WebSocket* socket = impl_->find(which)) socket->release_lease();
}
void Server::close(node::Socket which, node::Close code, std::string_view reason) {
  if (WebSocket* socket = impl_->find(which)) socket->close(code, reason);
}

}  // namespace coset::net
