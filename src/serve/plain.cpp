#include "serve/plain.hpp"

#include "base/reader.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_frame = 512;
constexpr std::uint32_t most_number = 999'999'999;
constexpr std::size_t id_digits = 16;

// What stands between quotes: ASCII that needs no escape.
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
  return in.number(most_number);
}

std::optional<wire::MoveId> id_of(std::string_view text) {
  if (text.size() != id_digits) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : text) {
    const bool digit = is_digit(c);
    if (!digit && !(c >= 'a' && c <= 'f')) return std::nullopt;
    out = out << 4U | static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
  }
  if (out == 0) return std::nullopt;
  return static_cast<wire::MoveId>(out);
}

std::optional<wire::FromClient> read_beat(Reader in) {
  if (!in.take(R"("head":)")) return std::nullopt;
  const auto head = number_in(in);
  if (!head || !in.take("}") || !in.done()) return std::nullopt;
  return wire::Beat{*head};
}

std::optional<wire::FromClient> read_move(Reader in) {
  if (!in.take(R"("id":)")) return std::nullopt;
  const auto digits = text_in(in);
  const auto id = digits ? id_of(*digits) : std::nullopt;
  if (!id || !in.take(R"(,"on_ply":)")) return std::nullopt;
  const auto ply = number_in(in);
  if (!ply || !in.take(R"(,"move":)")) return std::nullopt;
  const auto move = text_in(in);
  if (!move || !in.take("}") || !in.done()) return std::nullopt;
  return wire::Move{*id, *ply, std::string(*move)};
}

}  // namespace

std::optional<wire::FromClient> read_plain(std::string_view frame) {
  if (frame.size() > most_frame) return std::nullopt;
  Reader in(frame);
  if (in.take(R"({"type":"beat",)")) return read_beat(in);
  if (in.take(R"({"type":"move",)")) return read_move(in);
  return std::nullopt;
}

}  // namespace coset::serve
