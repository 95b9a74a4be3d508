// Messages to JSON and back. Writing is canonical: one message, one text, keys in the order of
// `fields`. Reading refuses what is too long, too deep, of the wrong type or out of range, with an
// Error that names the field; unknown keys are ignored, so that a later version may add some.
// Pure; thread-safe.
#pragma once

#include "wire/table/table.hpp"

namespace coset::wire {

// The largest frame that a table accepts, and how deep it may nest.
inline constexpr std::size_t max_frame = 4096;
inline constexpr int max_depth = 8;
// The largest frame that a client of ours accepts: a whole record may be in it.
inline constexpr std::size_t max_table_frame = 1U << 20U;

std::string encode(const FromClient& message);
std::string encode(const FromTable& message);
std::string encode(const View& view);
std::string encode(const Verdict& verdict);

// Several messages one after the other: the position in an event is written once, however many
// readers see the same. The messages outlive it.
class Encoder {
 public:
  // As `encode`.
  std::string operator()(const FromTable& message);

 private:
  const View* last_ = nullptr;
  std::string position_;  // of `last_`: its members, as they stand in the view
};

Result<FromClient> decode_client(std::string_view text);
Result<FromTable> decode_table(std::string_view text);
// The view of an event or a snapshot.
Result<View> decode_view(std::string_view text);
// The selection of a `try` without the rest of it.
Result<Try> decode_selection(std::string_view text);

}  // namespace coset::wire
