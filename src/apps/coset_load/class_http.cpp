#include "apps/coset_load/class_http.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <utility>

namespace coset::coset_load {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr unsigned http_1_1 = 11;
constexpr std::size_t max_answer = 1U << 16U;

using Post = http::request<http::string_body>;

asio::awaitable<void> post(asio::io_context& context, Endpoint endpoint, Post request,
                           std::function<void(const HttpAnswer&)> done) {
  Tcp::socket socket(context);
  boost::system::error_code ec;
  const Tcp::endpoint to(asio::ip::make_address(endpoint.address, ec), endpoint.port);
  socket.open(to.protocol(), ec);
  if (!endpoint.from.empty())
    socket.bind(Tcp::endpoint(asio::ip::make_address(endpoint.from, ec), 0), ec);
  HttpAnswer answer;
  const auto [refused] = co_await socket.async_connect(to, as_values);
  if (refused) co_return done(answer);
  const auto [not_sent, sent] = co_await http::async_write(socket, request, as_values);
  if (not_sent) co_return done(answer);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(max_answer);
  const auto [broken, size] = co_await http::async_read(socket, buffer, parser, as_values);
  if (!broken) answer = {parser.get().result_int(), std::move(parser.get().body())};
  done(answer);
}

}  // namespace

void http_post(net::EventLoop& loop, const Endpoint& endpoint, const std::string& target,
               const std::string& body, std::function<void(const HttpAnswer&)> done) {
  Post request(http::verb::post, target, http_1_1);
  request.set(http::field::host, endpoint.address + ":" + std::to_string(endpoint.port));
  request.set(http::field::content_type, "application/json");
  request.keep_alive(false);
  request.body() = body;
  request.prepare_payload();
  asio::co_spawn(loop.context(),
                 post(loop.context(), endpoint, std::move(request), std::move(done)),
                 asio::detached);
}

}  // namespace coset::coset_load
