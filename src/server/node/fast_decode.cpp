#include "server/node/fast_decode.hpp"

#include "base/hex.hpp"
#include "base/reader.hpp"

namespace coset::node {

namespace {

constexpr std::size_t max_frame = 512;
constexpr std::uint32_t max_number = 999'999'999;

// A JSON string of ASCII without escapes.
std::optional<std::string_view> text_in(Reader& in) {
  if (!in.take('"')) return std::nullopt;
  const std::string_view out =
      in.take_while([](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; });
  if (!in.take('"')) return std::nullopt;
  return out;
}

std::optional<std::uint32_t> number_in(Reader& in) {
  if (in.rest().starts_with('0'))
    return in.take('0') && !is_digit(in.peek()) ? std::optional(0U) : std::nullopt;
  return in.number(max_number);
}

std::optional<protocol::MoveId> id_of(std::string_view text) {
  const auto number = parse_hex64(text);
  if (!number || *number == 0) return std::nullopt;
  return static_cast<protocol::MoveId>(*number);
}

std::optional<protocol::FromClient> decode_heartbeat(Reader in) {
  if (!in.take(R"("head":)")) return std::nullopt;
  const auto head = number_in(in);
  if (!head || !in.take("}") || !in.done()) return std::nullopt;
  return protocol::Heartbeat{*head};
}

std::optional<protocol::FromClient> decode_move(Reader in) {
  if (!in.take(R"("id":)")) return std::nullopt;
  const auto digits = text_in(in);
  const auto id = digits ? id_of(*digits) : std::nullopt;
  if (!id || !in.take(R"(,"base_ply":)")) return std::nullopt;
  const auto ply = number_in(in);
  if (!ply || !in.take(R"(,"move":)")) return std::nullopt;
  const auto move = text_in(in);
  if (!move || !in.take("}") || !in.done()) return std::nullopt;
  return protocol::Move{*id, *ply, std::string(*move)};
}

}  // namespace

std::optional<protocol::FromClient> decode_fast(std::string_view frame) {
  if (frame.size() > max_frame) return std::nullopt;
  Reader in(frame);
  if (in.take(R"({"type":"heartbeat",)")) return decode_heartbeat(in);
  if (in.take(R"({"type":"move",)")) return decode_move(in);
  return std::nullopt;
}

}  // namespace coset::node
