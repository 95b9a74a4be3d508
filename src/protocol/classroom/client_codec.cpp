// What only clients need; a server links none of it.
#include "protocol/classroom/codec.hpp"
#include "protocol/table/typed_reader.hpp"

namespace coset::protocol::classroom {

namespace {

constexpr int max_depth = 8;
constexpr Limits class_limits{.text = 4096, .list = 64};

}  // namespace

std::string encode(const FromClient& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

Result<FromClass> decode_class(std::string_view text) {
  return decode_typed<FromClass>(text, max_class_frame, max_depth, class_limits);
}

}  // namespace coset::protocol::classroom
