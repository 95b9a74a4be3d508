// Requests and answers on a connection, in as many pieces as they come and go. Inside net only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>

#include "net/answers.hpp"
#include "net/connection.hpp"
#include "net/request.hpp"

namespace coset::net {

using Parser = http::request_parser<http::string_body>;

// From its first byte on a request has that time to go on.
boost::asio::awaitable<boost::system::error_code> read_request(Connection& connection,
                                                               boost::beast::flat_buffer& buffer,
                                                               Parser& parser,
                                                               std::chrono::milliseconds within);

// Whether all of it was written.
boost::asio::awaitable<bool> write_answer(Connection& connection, const Answer& given, bool keep);

// Waits until the client has everything and closes too: what the system still holds of a socket
// that is closed before is given up early, and a client that has said more than was read is reset.
boost::asio::awaitable<void> close_gently(Connection& connection);

}  // namespace coset::net
