// Parses and formats the values of a few HTTP headers. Pure; thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace coset::net {

// Equal but for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

// Whether the value of Accept-Encoding accepts an encoding, by RFC 9110.
bool accepts_encoding(std::string_view accepted, std::string_view encoding);
// Whether a value is valid for Host, by RFC 9110 and RFC 3986.
bool is_host(std::string_view value);
// Whether a value is valid for Sec-WebSocket-Key, by RFC 6455: 16 bytes in base64.
bool is_socket_key(std::string_view value);
// The value of Date: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(std::chrono::system_clock::time_point when);

}  // namespace coset::net
