#include "serve/plain.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_frame = 512;
constexpr std::size_t most_digits = 9;
constexpr std::size_t id_digits = 16;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  // What stands between quotes: ASCII that needs no escape.
  std::optional<std::string_view> text() {
    if (!take("\"")) return std::nullopt;
    std::size_t size = 0;
    while (size < rest_.size() && rest_[size] >= 0x20 && rest_[size] < 0x7f && rest_[size] != '"' &&
           rest_[size] != '\\')
      ++size;
    if (size == rest_.size() || rest_[size] != '"') return std::nullopt;
    const std::string_view out = rest_.substr(0, size);
    rest_.remove_prefix(size + 1);
    return out;
  }
  std::optional<std::uint32_t> number() {
    std::size_t size = 0;
    std::uint32_t out = 0;
    while (size < rest_.size() && rest_[size] >= '0' && rest_[size] <= '9' && size <= most_digits)
      out = out * 10 + static_cast<std::uint32_t>(rest_[size++] - '0');
    if (size == 0 || size > most_digits || (size > 1 && rest_[0] == '0')) return std::nullopt;
    rest_.remove_prefix(size);
    return out;
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

std::optional<wire::MoveId> id_of(std::string_view text) {
  if (text.size() != id_digits) return std::nullopt;
  std::uint64_t out = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) return std::nullopt;
    out = out << 4U | static_cast<std::uint64_t>(digit ? c - '0' : c - 'a' + 10);
  }
  if (out == 0) return std::nullopt;
  return static_cast<wire::MoveId>(out);
}

std::optional<wire::FromClient> read_beat(Scanner in) {
  if (!in.take(R"("head":)")) return std::nullopt;
  const auto head = in.number();
  if (!head || !in.take("}") || !in.done()) return std::nullopt;
  return wire::Beat{*head};
}

std::optional<wire::FromClient> read_move(Scanner in) {
  if (!in.take(R"("id":)")) return std::nullopt;
  const auto digits = in.text();
  const auto id = digits ? id_of(*digits) : std::nullopt;
  if (!id || !in.take(R"(,"on_ply":)")) return std::nullopt;
  const auto ply = in.number();
  if (!ply || !in.take(R"(,"move":)")) return std::nullopt;
  const auto move = in.text();
  if (!move || !in.take("}") || !in.done()) return std::nullopt;
  return wire::Move{*id, *ply, std::string(*move)};
}

}  // namespace

std::optional<wire::FromClient> read_plain(std::string_view frame) {
  if (frame.size() > most_frame) return std::nullopt;
  Scanner in(frame);
  if (in.take(R"({"type":"beat",)")) return read_beat(in);
  if (in.take(R"({"type":"move",)")) return read_move(in);
  return std::nullopt;
}

}  // namespace coset::serve
