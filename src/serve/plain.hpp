// The two messages that nearly all frames are, `move` and `beat`, read without a tree of JSON: in
// the form in which they are written by JSON.stringify and by wire::encode. Whatever is not plainly
// that is nothing here, and wire::decode_client judges it. Pure; thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "wire/table/table.hpp"

namespace coset::serve {

// Nothing, or what wire::decode_client makes of the frame.
std::optional<wire::FromClient> read_plain(std::string_view frame);

}  // namespace coset::serve
