// A request as Beast parses it, its fields, and its validity by RFC 9112. Private to net.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <string>
#include <string_view>

#include "server/net/headers.hpp"
#include "server/net/host_name.hpp"

namespace coset::net {

namespace http = boost::beast::http;
using Request = http::request<http::string_body>;

inline std::string_view field(const http::fields& fields, http::field name) {
  const auto value = fields[name];
  return {value.data(), value.size()};
}
inline std::string_view field(const http::fields& fields, std::string_view name) {
  const auto value = fields[boost::beast::string_view(name.data(), name.size())];
  return {value.data(), value.size()};
}

// The values of all lines of that name as one list, by RFC 9110 (5.3): a proxy may add a line where
// another one appends to it.
inline std::string whole_field(const http::fields& fields, std::string_view name) {
  std::string out;
  const auto [begin, end] = fields.equal_range(boost::beast::string_view(name.data(), name.size()));
  for (auto line = begin; line != end; ++line) {
    const auto value = line->value();
    out += out.empty() ? "" : ", ";
    out.append(value.data(), value.size());
  }
  return out;
}

// The end of its body is unambiguous. Beast has rejected lengths that disagree.
inline bool is_framed(const Request& request) {
  const auto codings = request.count(http::field::transfer_encoding);
  return codings == 0 ||
         (codings == 1 && same_word(field(request, http::field::transfer_encoding), "chunked"));
}

// HTTP/1.0 does not require one.
inline bool has_one_host(const Request& request) {
  const auto hosts = request.count(http::field::host);
  if (hosts == 0) return request.version() < 11;
  return hosts == 1 && is_host(field(request, http::field::host));
}

// See host_name.hpp. HTTP/1.0 may have none.
inline bool has_local_host(const Request& request) {
  return request.count(http::field::host) == 0 || is_local_host(field(request, http::field::host));
}

}  // namespace coset::net
