// Reads requests and writes responses on a connection, piece by piece. Private to net.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include "server/net/connection.hpp"
#include "server/net/handler.hpp"
#include "server/net/http_response.hpp"
#include "server/net/request.hpp"

namespace coset::net {

using Parser = http::request_parser<http::string_body>;

// After its first byte a request has `within` for each further piece.
boost::asio::awaitable<boost::system::error_code> read_request(Connection& connection,
                                                               boost::beast::flat_buffer& buffer,
                                                               Parser& parser,
                                                               std::chrono::milliseconds within);

// Whether all of it was written. REQUIRES: the response has no further parts
boost::asio::awaitable<bool> write_response(Connection& connection, const HttpResponse& response,
                                            bool keep_alive);

// Likewise of a response with further parts, each of which is made when the client has taken the
// one before. They are chunks, or, for HTTP/1.0, the end of the connection is that of the body.
boost::asio::awaitable<bool> write_parts(Connection& connection, const HttpResponse& response,
                                         bool keep_alive, bool chunked, Handler& handler);

// Waits until the client has everything and closes too: the kernel discards what it still holds for
// a socket that is closed earlier, and resets a client that has sent more than was read.
boost::asio::awaitable<void> close_gently(Connection& connection);

}  // namespace coset::net
