// Whether a server answers, asked from outside of it. It waits five seconds at most.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"

namespace coset::net {

// Nothing if a GET of `path` there is answered by 200.
std::optional<Error> probe(const std::string& address, std::uint16_t port, const std::string& path);

}  // namespace coset::net
