#include "classroom/event.hpp"

#include "protocol/table/typed_reader.hpp"

namespace coset::classroom {

namespace {

constexpr protocol::Limits limits{.text = 4096, .list = 512};
constexpr int max_depth = 6;

std::string joined(const std::vector<std::string>& pieces) {
  std::string out;
  for (const std::string& piece : pieces) out += (out.empty() ? "" : "+") + piece;
  return out;
}

}  // namespace

std::string trade_text(const TradeTried& tried) {
  return joined(tried.give) + "=" + joined(tried.take);
}

std::string write_event(const Event& event) {
  return std::visit([](const auto& e) { return protocol::written(e); }, event);
}

Result<Event> read_event(std::string_view body) {
  return protocol::decode_typed<Event>(body, max_body, max_depth, limits);
}

}  // namespace coset::classroom
