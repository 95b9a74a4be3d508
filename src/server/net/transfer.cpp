#include "server/net/transfer.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <charconv>

namespace coset::net {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Body = http::span_body<const char>;

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::seconds close_timeout{2};  // for a client to close too
constexpr std::size_t max_discarded = 1 << 20;    // bytes that it may send meanwhile

template <class Message>
void fill_head(Message& out, const HttpResponse& response, bool keep_alive) {
  out.version(11);
  out.result(static_cast<unsigned>(response.status));
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  out.keep_alive(keep_alive);
  out.set(http::field::date, http_date(std::chrono::system_clock::now()));
}

// Refers to the bytes of the response, without a copy.
http::response<Body> message_of(const HttpResponse& response, bool keep_alive) {
  http::response<Body> out;
  fill_head(out, response, keep_alive);
  const std::string_view body = response.bytes != nullptr ? *response.bytes : response.body;
  if (response.status != 304 && response.status != 204) {
    out.content_length(body.size());
    if (!response.head_only) out.body() = {body.data(), body.size()};
  }
  return out;
}

using Part = std::optional<node::BodyStream::Part>;

// Completes with the next part.
template <class Token>
auto next_part(node::BodyStream& rest, Handler& handler, Token&& token) {
  return asio::async_initiate<Token, void(Part)>(
      [&rest, &handler](auto completion) {
        auto held = std::make_shared<decltype(completion)>(std::move(completion));
        handler.begin_event();
        rest.next([held](Part part) {
          // Never inside of the call: the caller does not wait yet.
          asio::post(
              asio::get_associated_executor(*held),
              [held, part = std::move(part)]() mutable { std::move (*held)(std::move(part)); });
        });
        handler.pump();
      },
      token);
}

asio::awaitable<bool> write_all(Connection& connection, std::string_view text) {
  while (!text.empty()) {
    const auto [ec, size] = co_await connection.socket().async_write_some(
        asio::buffer(text.data(), text.size()), as_values);
    connection.written(size);
    if (ec) co_return false;
    text.remove_prefix(size);
  }
  co_return true;
}

std::string chunk_of(const node::BodyStream::Part& part) {
  std::array<char, 16> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), part.text.size(), 16).ptr;
  std::string out;
  if (!part.text.empty())  // which would be the end
    out.append(digits.data(), end).append("\r\n").append(part.text).append("\r\n");
  return part.last ? out + "0\r\n\r\n" : out;
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

asio::awaitable<bool> write_parts(Connection& connection, const HttpResponse& response,
                                  bool keep_alive, bool chunked, Handler& handler) {
  http::response<http::empty_body> head;
  fill_head(head, response, keep_alive);
  head.chunked(chunked);
  http::response_serializer<http::empty_body> serializer(head);
  serializer.split(true);
  connection.expect_reading();
  const auto [ec, size] =
      co_await http::async_write_header(connection.socket(), serializer, as_values);
  connection.written(size);
  if (ec) co_return false;
  if (response.head_only) co_return true;
  Part part = node::BodyStream::Part{response.body, false};
  while (true) {
    if (!co_await write_all(connection, chunked ? chunk_of(*part) : part->text)) co_return false;
    if (part->last) co_return true;
    connection.expect_nothing();
    part = co_await next_part(*response.rest, handler, asio::use_awaitable);
    if (!part) {
      // Nobody takes what there is for all of it.
      error_code ignored;
      if (!chunked) connection.socket().set_option(Connection::Socket::linger(true, 0), ignored);
      if (!chunked) connection.socket().close(ignored);
      co_return false;
    }
    connection.expect_reading();
  }
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
