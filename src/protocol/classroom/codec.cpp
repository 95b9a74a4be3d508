#include "protocol/classroom/codec.hpp"

#include "protocol/table/typed_reader.hpp"

namespace coset::protocol::classroom {

namespace {

constexpr int max_depth = 8;
constexpr Limits client_limits{.text = 1200, .list = 64};

}  // namespace

std::string encode(const FromClass& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

Result<FromClient> decode_client(std::string_view text) {
  return decode_typed<FromClient>(text, max_frame, max_depth, client_limits);
}

MoveId id_of(const FromClient& message) {
  return std::visit(
      [](const auto& m) {
        if constexpr (requires { m.id; }) return m.id;
        return MoveId::none;
      },
      message);
}

}  // namespace coset::protocol::classroom
