// Fast path: decodes `move` and `heartbeat`, the two most frequent messages, without building a
// JSON DOM, if they are formatted as by JSON.stringify and protocol::encode. Any other frame is
// left to protocol::decode_client. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "protocol/table/table.hpp"

namespace coset::node {

// The same message as protocol::decode_client, or nothing.
std::optional<protocol::FromClient> decode_fast(std::string_view frame);

}  // namespace coset::node
