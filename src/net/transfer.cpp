#include "net/transfer.hpp"

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
using Trouble = boost::system::error_code;
using Body = http::span_body<const char>;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds closing_time{2};  // for a client to close too
constexpr std::size_t most_unread = 1 << 20;     // bytes that it may say meanwhile

// It has the bytes of the answer, and no copy.
http::response<Body> response_of(const Answer& given, bool keep) {
  http::response<Body> out;
  out.version(11);
  out.result(static_cast<unsigned>(given.status));
  for (const auto& [name, value] : given.headers) out.insert(name, value);
  out.keep_alive(keep);
  out.set(http::field::date, http_date(std::chrono::system_clock::now()));
  const std::string_view body = given.bytes != nullptr ? *given.bytes : given.body;
  if (given.status != 304) {
    out.content_length(body.size());
    if (!given.head_only) out.body() = {body.data(), body.size()};
  }
  return out;
}

}  // namespace

asio::awaitable<Trouble> read_request(Connection& connection, boost::beast::flat_buffer& buffer,
                                      Parser& parser, std::chrono::milliseconds within) {
  parser.eager(true);
  while (!parser.is_done()) {
    const bool begins = !parser.got_some() && buffer.size() == 0;
    const auto [trouble, size] =
        co_await http::async_read_some(connection.socket(), buffer, parser, as_values);
    connection.received(size);
    if (trouble) co_return trouble;
    if (begins) connection.expect_request(within);
  }
  co_return Trouble();
}

asio::awaitable<bool> write_answer(Connection& connection, const Answer& given, bool keep) {
  http::response<Body> response = response_of(given, keep);
  http::response_serializer<Body> serializer(response);
  connection.expect_reading();
  while (!serializer.is_done()) {
    const auto [trouble, size] =
        co_await http::async_write_some(connection.socket(), serializer, as_values);
    connection.written(size);
    if (trouble) co_return false;
  }
  co_return true;
}

asio::awaitable<void> close_gently(Connection& connection) {
  Trouble ignored;
  connection.socket().shutdown(Connection::Socket::shutdown_send, ignored);
  connection.expect_delivery(closing_time);
  std::array<char, 512> window{};
  for (std::size_t unread = 0; unread < most_unread;) {
    const auto [ended, size] =
        co_await connection.socket().async_read_some(asio::buffer(window), as_values);
    if (ended) break;
    connection.received(size);
    unread += size;
  }
}

}  // namespace coset::net
