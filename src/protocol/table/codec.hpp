// Messages to JSON and back. Writing is canonical: one message, one text, keys in the order of
// `fields`. Reading rejects a message that is too long or too deep, or a field of the wrong type or
// out of range, with an Error that names it; unknown keys are ignored: a later version may add
// some. Pure; thread-safe.
#pragma once

#include "protocol/table/table.hpp"

namespace coset::protocol {

// The largest frame that a table accepts, and how deep it may nest.
inline constexpr std::size_t max_frame = 4096;
inline constexpr int max_depth = 8;
// The largest frame that our clients accept: it can hold a whole record.
inline constexpr std::size_t max_table_frame = 1U << 20U;

std::string encode(const FromClient& message);
std::string encode(const FromTable& message);
std::string encode(const View& view);
std::string encode(const Verdict& verdict);

// Encodes several messages: the position in an event is written once for all readers that see the
// same. The messages outlive it.
class Encoder {
 public:
  // As `encode`.
  std::string operator()(const FromTable& message);

 private:
  const View* last_ = nullptr;
  std::string position_;  // the members of `last_`, as written in the view
};

Result<FromClient> decode_client(std::string_view text);
Result<FromTable> decode_table(std::string_view text);
// The view of an event or a snapshot.
Result<View> decode_view(std::string_view text);
// The selection of a `preview` without its other fields.
Result<Preview> decode_selection(std::string_view text);

}  // namespace coset::protocol
