// The messages of a class to JSON and back, as strictly as those of a table. Pure; thread-safe.
#pragma once

#include "protocol/classroom/class.hpp"

namespace coset::protocol::classroom {

// The largest frame that a class accepts, and the largest that it sends.
inline constexpr std::size_t max_frame = 4096;
inline constexpr std::size_t max_class_frame = 1U << 16U;

std::string encode(const FromClient& message);
std::string encode(const FromClass& message);
Result<FromClient> decode_client(std::string_view text);
Result<FromClass> decode_class(std::string_view text);

// The id of a request; none for a hello and a heartbeat.
MoveId id_of(const FromClient& message);

}  // namespace coset::protocol::classroom
