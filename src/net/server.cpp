#include "net/server.hpp"

#include <netinet/tcp.h>
#include <algorithm>
#include <array>
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
#include "net/answers.hpp"
#include "net/connection.hpp"
#include "net/preview.hpp"
#include "net/request.hpp"
#include "net/socket.hpp"
#include "net/target.hpp"
#include "net/transfer.hpp"

namespace coset::net {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Tcp = asio::ip::tcp;
using Trouble = boost::system::error_code;

constexpr std::size_t most_refusing = 128;
constexpr std::chrono::seconds refusing_time{2};
const serve::Refusal too_many_connections{
    "rate.connections", "Too many connections from your network. Try again in 10 seconds.", 10};

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);

std::string address_of(const Tcp::socket& socket) {
  Trouble trouble;
  const auto end = socket.remote_endpoint(trouble);
  if (trouble) return "";
  return net::address_of(end.address().to_string()).value_or("");
}

// The host's answer to a call, whenever it comes.
template <class Token>
auto call(Host& host, serve::Request request, Token&& token) {
  return asio::async_initiate<Token, void(serve::Response)>(
      [&host](auto handler, const serve::Request& asked) {
        auto kept = std::make_shared<decltype(handler)>(std::move(handler));
        host.call(asked, [kept](serve::Response response) {
          // Never inside of the call: the one who asks is not waiting yet.
          asio::post(asio::get_associated_executor(*kept),
                     [kept, response = std::move(response)]() mutable {
                       std::move (*kept)(std::move(response));
                     });
        });
      },
      token, std::move(request));
}

}  // namespace

class Server::Inside final : public SocketEvents {
 public:
  Inside(Loop& loop, Door door, Site site, const Guests& guests)
      : context_(loop.context()),
        door_(std::move(door)),
        site_(std::move(site)),
        guests_(guests),
        acceptor_(context_),
        requests_(door_.limits.sockets_an_address * door_.limits.lines_a_browser),
        strangers_(door_.limits.sockets_an_address),
        vouched_(door_.limits.sockets_an_address * door_.limits.vouched_share) {}

  std::optional<Error> open(Host& host);
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void stop_listening() {
    Trouble ignored;
    acceptor_.close(ignored);
  }
  WebSocket* find(serve::Socket number) {
    const auto found = sockets_.find(number);
    return found == sockets_.end() ? nullptr : found->second.get();
  }
  const Traffic& traffic() const { return *traffic_; }

  void opened(serve::Socket socket, const serve::Visitor& visitor,
              std::string_view target) override {
    host_->opened(socket, visitor, target);
  }
  void received(serve::Socket socket, std::string_view frame) override {
    host_->received(socket, frame);
  }
  void ended(serve::Socket socket, bool was_open) override {
    sockets_.erase(socket);
    if (was_open) host_->closed(socket);
  }

 private:
  struct Caller {
    Client client;
    serve::Visitor visitor;
    bool is_new = false;
  };

  asio::awaitable<void> listen();
  asio::awaitable<void> serve(Tcp::socket accepted, std::string peer, Addresses::Place place);
  asio::awaitable<Answer> answer(const Request& request, const Target& target, Caller& caller);
  Caller caller_of(const http::fields& fields, const std::string& peer) const;
  bool may_watch(const Client& client) const;
  // Whoever has too many connections is told so.
  asio::awaitable<void> turn_away(Tcp::socket accepted);
  // What stands against a request, if anything does.
  std::optional<Answer> refusal(const Caller& caller, serve::Asking asking);
  // And against an upgrade, for which a place is taken.
  std::optional<Answer> refusal(const Request& request, const Caller& caller,
                                Addresses::Place& place);
  void upgrade(Request request, Tcp::socket connection, Caller caller, Addresses::Place place);

  asio::io_context& context_;
  Door door_;
  Site site_;
  const Guests& guests_;
  Host* host_ = nullptr;
  Tcp::acceptor acceptor_;
  Addresses requests_, strangers_, vouched_;
  std::unordered_map<serve::Socket, std::shared_ptr<WebSocket>> sockets_;
  serve::Socket last_ = 0;
  std::shared_ptr<Traffic> traffic_ = std::make_shared<Traffic>();
};

std::optional<Error> Server::Inside::open(Host& host) {
  host_ = &host;
  Trouble trouble;
  const auto refused = [&] {
    return Error{"net.listen", 0,
                 door_.address + ":" + std::to_string(door_.port) +
                     " cannot be listened at: " + trouble.message() + "."};
  };
  const auto address = asio::ip::make_address(door_.address, trouble);
  if (trouble) return refused();
  const Tcp::endpoint end(address, door_.port);
  if (acceptor_.open(end.protocol(), trouble); trouble) return refused();
  acceptor_.set_option(Tcp::acceptor::reuse_address(true), trouble);
  if (acceptor_.bind(end, trouble); trouble) return refused();
  // Bounds what a slow client holds of the system's memory; connections inherit it.
  using Unsent = asio::detail::socket_option::integer<IPPROTO_TCP, TCP_NOTSENT_LOWAT>;
  acceptor_.set_option(Unsent(door_.limits.unsent), trouble);
  if (acceptor_.listen(4096, trouble); trouble) return refused();
  asio::co_spawn(context_, listen(), asio::detached);
  return std::nullopt;
}

asio::awaitable<void> Server::Inside::listen() {
  asio::steady_timer pause(context_);
  while (acceptor_.is_open()) {
    auto [trouble, connection] = co_await acceptor_.async_accept(as_values);
    if (trouble == asio::error::operation_aborted) break;
    if (trouble) {  // no descriptors left, most likely: some will be
      pause.expires_after(std::chrono::milliseconds(50));
      (void)co_await pause.async_wait(as_values);
      continue;
    }
    ++traffic_->accepted;
    connection.set_option(Tcp::no_delay(true), trouble);
    std::string peer = address_of(connection);
    // A proxy stands for many: those are counted when their address is known.
    const bool is_proxy =
        std::find(door_.proxies.begin(), door_.proxies.end(), peer) != door_.proxies.end();
    auto place = is_proxy ? std::make_shared<int>() : requests_.enter(peer);
    if (!place) {
      ++traffic_->refused_address;
      if (traffic_->refusing < most_refusing)
        asio::co_spawn(context_, turn_away(std::move(connection)), asio::detached);
      continue;
    }
    asio::co_spawn(context_, serve(std::move(connection), std::move(peer), std::move(place)),
                   asio::detached);
  }
}

// It is read first: a page that is refused at its first byte is told nothing.
asio::awaitable<void> Server::Inside::turn_away(Tcp::socket accepted) {
  struct Count {
    std::shared_ptr<Traffic> traffic;  // the frame may outlive the server
    explicit Count(std::shared_ptr<Traffic> counted) : traffic(std::move(counted)) {
      ++traffic->refusing;
    }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    ~Count() { --traffic->refusing; }
  } count(traffic_);
  const auto connection = std::make_shared<Connection>(std::move(accepted), door_.limits);
  connection->expect_request(refusing_time);
  connection->watch();
  std::array<char, 1024> window{};
  const auto [unread, size] =
      co_await connection->socket().async_read_some(asio::buffer(window), as_values);
  if (unread) co_return;
  const Answer given = refused(429, too_many_connections);
  if (co_await write_answer(*connection, given, false)) co_await close_gently(*connection);
}

asio::awaitable<void> Server::Inside::serve(Tcp::socket accepted, std::string peer,
                                            Addresses::Place place) {
  struct Count {
    std::shared_ptr<Traffic> traffic;
    explicit Count(std::shared_ptr<Traffic> counted) : traffic(std::move(counted)) {
      ++traffic->connections;
    }
    Count(const Count&) = delete;
    Count& operator=(const Count&) = delete;
    ~Count() { --traffic->connections; }
  } count(traffic_);
  const auto connection = std::make_shared<Connection>(std::move(accepted), door_.limits);
  connection->expect_request(door_.limits.handshake);
  connection->watch();
  beast::flat_buffer buffer(door_.limits.head + door_.limits.body);
  while (true) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(door_.limits.head));
    parser.body_limit(door_.limits.body);
    const Trouble trouble =
        co_await read_request(*connection, buffer, parser, door_.limits.handshake);
    Answer given;
    bool keep = false;
    if (trouble == http::error::header_limit || trouble == http::error::body_limit) {
      ++traffic_->refused_size;
      given = plain(trouble == http::error::body_limit ? 413 : 431, "Too large.");
    } else if (trouble &&
               trouble.category() == make_error_code(http::error::bad_target).category() &&
               trouble != http::error::end_of_stream && trouble != http::error::partial_message) {
      given = plain(400, "That is no request.");
    } else if (trouble) {
      if (connection->has_expired()) ++traffic_->closed_silent;
      co_return;
    } else {
      connection->expect_nothing();
      ++traffic_->requests;
      Request request = parser.release();
      keep = request.keep_alive();
      const Target target = read_target({request.target().data(), request.target().size()});
      Caller caller = caller_of(request, peer);
      if (!is_framed(request)) {
        keep = false;
        given = plain(400, "The only transfer coding is chunked.");
      } else if (!has_one_host(request)) {
        given = plain(400, "A request names one host.");
      } else if (target.route == Route::socket) {
        Addresses::Place held;
        auto no = refusal(request, caller, held);
        if (!no) {
          upgrade(std::move(request), std::move(connection->socket()), std::move(caller),
                  std::move(held));
          co_return;
        }
        given = *std::move(no);
      } else {
        given = co_await answer(request, target, caller);
        if (caller.is_new && given.sets_cookie)
          given.set_cookie(guests_.to_header(caller.visitor, caller.client.secure));
      }
      if (request.method() == http::verb::head) given.head_only = true;
    }
    const bool written = co_await write_answer(*connection, given, keep);
    if (connection->has_expired()) ++traffic_->closed_slow;
    if (!written || !keep) break;
    connection->expect_delivery(door_.limits.keep_alive);
  }
  if (!connection->has_expired()) co_await close_gently(*connection);
}

Server::Inside::Caller Server::Inside::caller_of(const http::fields& fields,
                                                 const std::string& peer) const {
  Caller out;
  out.client = client_of(peer, whole_field(fields, "X-Forwarded-For"),
                         whole_field(fields, "X-Forwarded-Proto"), door_.proxies);
  auto known = guests_.from_header(field(fields, http::field::cookie));
  out.is_new = !known;
  out.visitor = known ? *std::move(known) : guests_.fresh();
  out.visitor.is_new = out.is_new;
  out.visitor.address = network_of(out.client.address);
  return out;
}

bool Server::Inside::may_watch(const Client& client) const {
  if (client.direct && (client.address.starts_with("127.") || client.address == "::1")) return true;
  return std::find(door_.watchers.begin(), door_.watchers.end(), client.address) !=
         door_.watchers.end();
}

asio::awaitable<Answer> Server::Inside::answer(const Request& request, const Target& target,
                                               Caller& caller) {
  const bool reads = request.method() == http::verb::get || request.method() == http::verb::head;
  if (target.route == Route::bad) co_return plain(400, "That is no path of ours.");
  const bool api = target.route == Route::api;
  if (api || target.route == Route::page || target.route == Route::file)
    if (auto no = refusal(caller, api ? serve::Asking::api : serve::Asking::file))
      co_return *std::move(no);
  if (api) {
    if (!reads && !is_our_origin(field(request, http::field::origin),
                                 field(request, http::field::host), door_.public_origin)) {
      ++traffic_->refused_origin;
      co_return plain(403, "Another site's page may not do this.");
    }
    serve::Request asked;
    asked.method = reads ? "GET" : std::string(request.method_string());
    asked.target = std::string(request.target());
    asked.body = request.body();
    asked.visitor = caller.visitor;
    const bool leaves = target.path == "/api/me" && asked.method == "DELETE";
    if (target.path == "/api/me" && !leaves) co_return me(asked, guests_, caller.client.secure);
    serve::Response said = co_await call(*host_, std::move(asked), asio::use_awaitable);
    Answer out = from(std::move(said));
    if (leaves && out.status == 200) {
      out.set_cookie(Guests::no_cookie(caller.client.secure));
      out.sets_cookie = false;
    }
    co_return out;
  }
  if (!reads) co_return not_allowed("GET, HEAD");
  switch (target.route) {
    case Route::health:
      co_return plain(200, "alive");
    case Route::ready:
      co_return host_->ready() ? plain(200, "ready") : plain(503, "the store is away");
    case Route::metrics:
      co_return may_watch(caller.client) ? text(host_->metrics(), "text/plain; version=0.0.4")
                                         : plain(404, "There is nothing here.");
    case Route::security:
      co_return door_.contact.empty() ? plain(404, "There is nothing here.")
                                      : security_txt(door_.contact, door_.public_origin);
    default:
      break;
  }
  const File* file = site_.find(target.route == Route::page ? "/" : target.path);
  if (file == nullptr) co_return plain(404, "There is nothing here.");
  if (const auto table = table_of(target); !table.empty())
    co_return page(*file, with_preview(file->bytes, {door_.name, table, door_.public_origin}));
  co_return from(*file, field(request, http::field::if_none_match),
                 field(request, http::field::accept_encoding));
}

std::optional<Answer> Server::Inside::refusal(const Caller& caller, serve::Asking asking) {
  const auto admission = host_->admit(caller.visitor, asking);
  if (!admission.refusal) return std::nullopt;
  return refused(429, *admission.refusal);
}

// A page cannot see why its WebSocket was refused: a request without an upgrade is told the same.
std::optional<Answer> Server::Inside::refusal(const Request& request, const Caller& caller,
                                              Addresses::Place& place) {
  const bool upgrades = beast::websocket::is_upgrade(request);
  const auto admission =
      host_->admit(caller.visitor, upgrades ? serve::Asking::socket : serve::Asking::look);
  if (admission.refusal) return refused(429, *admission.refusal);
  place = (admission.vouched ? vouched_ : strangers_).enter(caller.client.address);
  if (!place) {
    ++traffic_->refused_address;
    return refused(429, too_many_connections);
  }
  if (!upgrades) {
    Answer out = plain(426, "Come by WebSocket.");
    out.headers.emplace_back("Upgrade", "websocket");
    return out;
  }
  if (field(request, http::field::sec_websocket_version) != "13") {
    Answer out = plain(426, "The version is 13.");
    out.headers.emplace_back("Sec-WebSocket-Version", "13");
    return out;
  }
  if (!is_socket_key(field(request, http::field::sec_websocket_key)))
    return plain(400, "That is no key.");
  if (!is_our_origin(field(request, http::field::origin), field(request, http::field::host),
                     door_.public_origin)) {
    ++traffic_->refused_origin;
    return plain(403, "Another site's page may not come in.");
  }
  return std::nullopt;
}

void Server::Inside::upgrade(Request request, Tcp::socket connection, Caller caller,
                             Addresses::Place place) {
  Greeting greeting;
  greeting.target = std::string(request.target());
  greeting.request = http::request<http::empty_body>(std::move(request.base()));
  greeting.visitor = std::move(caller.visitor);
  if (caller.is_new)
    greeting.set_cookie = guests_.to_header(greeting.visitor, caller.client.secure);
  const serve::Socket number = ++last_;
  auto made =
      make_socket(number, std::move(connection), std::move(place), door_.limits, *this, traffic_);
  sockets_.emplace(number, made);
  made->start(std::move(greeting));
}

Server::Server(Loop& loop, Door door, Site site, const Guests& guests)
    : inside_(std::make_unique<Inside>(loop, std::move(door), std::move(site), guests)) {}
Server::~Server() = default;
std::optional<Error> Server::open(Host& host) { return inside_->open(host); }
std::uint16_t Server::port() const { return inside_->port(); }
void Server::stop_listening() { inside_->stop_listening(); }
const Traffic& Server::traffic() const { return inside_->traffic(); }

void Server::send(serve::Socket to, std::shared_ptr<const std::string> text) {
  if (WebSocket* socket = inside_->find(to)) socket->send(std::move(text));
}
void Server::close(serve::Socket which, serve::Close code, std::string_view why) {
  if (WebSocket* socket = inside_->find(which)) socket->close(code, why);
}

}  // namespace coset::net
