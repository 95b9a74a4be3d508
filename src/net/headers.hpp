// The values of a few headers of HTTP, read and written. Pure; thread-safe.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace coset::net {

// But for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view b);

// Whether the value of Accept-Encoding takes an encoding, by RFC 9110.
bool takes_encoding(std::string_view accepted, std::string_view encoding);
// Whether the value of Host can be one, by RFC 9110 and RFC 3986.
bool is_host(std::string_view value);
// Whether the value of Sec-WebSocket-Key can be one, by RFC 6455: 16 bytes in base64.
bool is_socket_key(std::string_view value);
// The value of Date: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(std::chrono::system_clock::time_point when);

}  // namespace coset::net
