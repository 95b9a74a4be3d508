// Health check of a server over HTTP, with a timeout of five seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace coset::net {

// Nothing if a GET of `path` there returns 200.
std::optional<Error> probe(const std::string& address, std::uint16_t port, const std::string& path);

}  // namespace coset::net
