#include "hub/table/log.hpp"

#include "base/reader.hpp"

namespace coset::hub {

namespace {

Error bad(const Reader& in) { return in.error("log.body", "This is not the body of an event."); }

// A number of up to 15 digits.
std::optional<std::int64_t> read_number(Reader& in) {
  const std::string_view digits = in.take_while(is_digit);
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : digits) out = out * 10 + (c - '0');
  return out;
}

template <class Enum>
std::optional<Enum> read_word(Reader& in) {
  const std::string_view text = in.take_while(is_letter);
  const Words words = words_of(Enum{});
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

std::optional<Seat> read_seat(Reader& in) {
  const auto number = in.number(max_seats);
  if (!number) return std::nullopt;
  return static_cast<Seat>(*number == 0 ? nobody : *number - 1);
}

std::string write_seat(Seat seat) { return seat == nobody ? "0" : std::to_string(seat + 1); }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

std::optional<Bytes16> read_bytes(Reader& in) {
  const std::string_view digits = in.take_while([](char c) { return hex_digit(c) >= 0; });
  Bytes16 out{};
  if (digits.size() != 2 * out.size()) return std::nullopt;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] =
        static_cast<std::uint8_t>(hex_digit(digits[2 * i]) << 4 | hex_digit(digits[2 * i + 1]));
  return out;
}

bool read_fact(Reader& in, Fact& fact) {
  const auto kind = read_word<EventKind>(in);
  if (!kind || !in.take(' ')) return false;
  const auto seat = read_seat(in);
  if (!seat) return false;
  fact.kind = *kind;
  fact.seat = *seat;
  while (in.take(' ')) {
    if (in.take("cause=")) {
      const auto cause = read_word<Cause>(in);
      if (!cause) return false;
      fact.cause = *cause;
      continue;
    }
    if (in.take("entropy=")) {
      do {
        const auto bytes = read_bytes(in);
        if (!bytes || fact.entropy.size() == max_seats) return false;
        fact.entropy.push_back(*bytes);
      } while (in.take(','));
      continue;
    }
    const std::string_view name = in.take_while(is_letter);
    if (!in.take('=')) return false;
    const auto value = read_number(in);
    if (!value) return false;
    if (name == "at") {
      fact.at = *value;
    } else if (name == "spent" && *value <= 0xffffffff) {
      fact.spent = static_cast<Millis>(*value);
    } else if (name == "hint" && *value <= 9) {
      fact.hint = static_cast<std::uint8_t>(*value);
    } else if (name == "lines" && *value <= 0xffffff) {
      fact.lines = static_cast<std::uint32_t>(*value);
    } else {
      return false;
    }
  }
  return in.take('\n');
}

}  // namespace

std::string write_fact(const Fact& fact) {
  std::string out;
  out.reserve(64);
  out += word_of(fact.kind);
  out += ' ';
  out += write_seat(fact.seat);
  out += " at=";
  out += std::to_string(fact.at);
  if (fact.cause != Cause::none) {
    out += " cause=";
    out += word_of(fact.cause);
  }
  if (fact.spent != 0) {
    out += " spent=";
    out += std::to_string(fact.spent);
  }
  if (fact.hint != 0) out += " hint=" + std::to_string(fact.hint);
  if (fact.lines != 0) out += " lines=" + std::to_string(fact.lines);
  for (std::size_t i = 0; i < fact.entropy.size(); ++i)
    out += (i == 0 ? " entropy=" : ",") + wire::hex(fact.entropy[i]);
  out += '\n';
  return out;
}

std::string write_entry(const Match& match, const Match::Entry& entry, bool hidden) {
  const bool secret = hidden && entry.action.verb == Verb::deal && entry.seat != nobody;
  return write_seat(entry.seat) + ": " +
         match.write(secret ? Action{Verb::deal, {}, {}} : entry.action) + "\n";
}

Result<Body> read_body(const Match& match, std::string_view text) {
  Reader in(text);
  Body out;
  if (!read_fact(in, out.fact)) return bad(in);
  while (!in.done()) {
    const auto seat = read_seat(in);
    if (!seat || !in.take(": ")) return bad(in);
    const std::string_view line = in.take_while([](char c) { return c != '\n'; });
    const auto action = match.read(line);
    if (!action) return action.error();
    if (!in.take('\n') || (action->verb == Verb::deal && action->give.empty())) return bad(in);
    out.entries.push_back({*seat, *action});
  }
  return out;
}

}  // namespace coset::hub
