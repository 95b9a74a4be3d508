#include "server/net/transfer.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>

namespace coset::net {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Body = http::span_body<const char>;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds close_timeout{2};  // for a client to close too
constexpr std::size_t max_discarded = 1 << 20;    // bytes that it may send meanwhile

// Refers to the bytes of the response, without a copy.
http::response<Body> message_of(const HttpResponse& response, bool keep_alive) {
  http::response<Body> out;
  out.version(11);
  out.result(static_cast<unsigned>(response.status));
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  out.keep_alive(keep_alive);
  out.set(http::field::date, http_date(std::chrono::system_clock::now()));
  const std::string_view body = response.bytes != nullptr ? *response.bytes : response.body;
  if (response.status != 304 && response.status != 204) {
    out.content_length(body.size());
    if (!response.head_only) out.body() = {body.data(), body.size()};
  }
  return out;
}

}  // namespace

asio::awaitable<error_code> read_request(Connection& connection, boost::beast::flat_buffer& buffer,
                                         Parser& parser, std::chrono::milliseconds within) {
  parser.eager(true);
  while (!parser.is_done()) {
    const bool begins = !parser.got_some() && buffer.size() == 0;
    const auto [ec, size] =
        co_await http::async_read_some(connection.socket(), buffer, parser, as_values);
    connection.received(size);
    if (ec) co_return ec;
    if (begins) connection.expect_request(within);
  }
  co_return error_code();
}

asio::awaitable<bool> write_response(Connection& connection, const HttpResponse& response,
                                     bool keep_alive) {
  http::response<Body> message = message_of(response, keep_alive);
  http::response_serializer<Body> serializer(message);
  connection.expect_reading();
  while (!serializer.is_done()) {
    const auto [ec, size] =
        co_await http::async_write_some(connection.socket(), serializer, as_values);
    connection.written(size);
    if (ec) co_return false;
  }
  co_return true;
}

asio::awaitable<void> close_gently(Connection& connection) {
  error_code ignored;
  connection.socket().shutdown(Connection::Socket::shutdown_send, ignored);
  connection.expect_delivery(close_timeout);
  std::array<char, 512> window{};
  for (std::size_t discarded = 0; discarded < max_discarded;) {
    const auto [ec, size] =
        co_await connection.socket().async_read_some(asio::buffer(window), as_values);
    if (ec) break;
    connection.received(size);
    discarded += size;
  }
}

}  // namespace coset::net
