#include "table/log.hpp"

#include "base/hex.hpp"
#include "base/reader.hpp"

namespace coset::table {

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

// The words of the log never change; those of the protocol are protocol::EventKind's.
constexpr std::string_view kind_words[] = {"open",    "move",     "keep",  "back",
                                           "forfeit", "takeback", "finish"};
static_assert(std::size(kind_words) == enum_size<EventKind>(), "one word a kind");

template <class Enum>
std::optional<Enum> read_word(Reader& in, Words words) {
  const std::string_view text = in.take_while(is_letter);
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

std::optional<Bytes16> read_bytes(Reader& in) {
  Bytes16 out{};
  if (!read_hex(in.take_while(is_hex_digit), out)) return std::nullopt;
  return out;
}

bool read_event_header(Reader& in, EventHeader& header) {
  const auto kind = read_word<EventKind>(in, kind_words);
  if (!kind || !in.take(' ')) return false;
  const auto seat = read_seat(in);
  if (!seat) return false;
  header.kind = *kind;
  header.seat = *seat;
  while (in.take(' ')) {
    if (in.take("cause=")) {
      const auto cause = read_word<Cause>(in, words_of(Cause{}));
      if (!cause) return false;
      header.cause = *cause;
      continue;
    }
    if (in.take("entropy=")) {
      do {
        const auto bytes = read_bytes(in);
        if (!bytes || header.entropy.size() == max_seats) return false;
        header.entropy.push_back(*bytes);
      } while (in.take(','));
      continue;
    }
    const std::string_view name = in.take_while(is_letter);
    if (!in.take('=')) return false;
    const auto value = read_number(in);
    if (!value) return false;
    if (name == "at") {
      header.at = *value;
    } else if (name == "spent" && *value <= 0xffffffff) {
      header.spent = static_cast<Millis>(*value);
    } else if (name == "hint" && *value <= 9) {
      header.hint = static_cast<std::uint8_t>(*value);
    } else if (name == "lines" && *value <= 0xffffff) {
      header.lines = static_cast<std::uint32_t>(*value);
    } else {
      return false;
    }
  }
  return in.take('\n');
}

}  // namespace

std::string write_event_header(const EventHeader& header) {
  std::string out;
  out.reserve(64);
  out += kind_words[static_cast<std::size_t>(header.kind)];
  out += ' ';
  out += write_seat(header.seat);
  out += " at=";
  out += std::to_string(header.at);
  if (header.cause != Cause::none) {
    out += " cause=";
    out += word_of(header.cause);
  }
  if (header.spent != 0) {
    out += " spent=";
    out += std::to_string(header.spent);
  }
  if (header.hint != 0) out += " hint=" + std::to_string(header.hint);
  if (header.lines != 0) out += " lines=" + std::to_string(header.lines);
  for (std::size_t i = 0; i < header.entropy.size(); ++i)
    out += (i == 0 ? " entropy=" : ",") + protocol::hex(header.entropy[i]);
  out += '\n';
  return out;
}

std::string write_entry(const Match& match, const Match::Entry& entry, bool hidden) {
  const bool secret = hidden && entry.action.verb == Verb::deal && entry.seat != nobody;
  return write_seat(entry.seat) + ": " +
         match.write(secret ? Action{Verb::deal, {}, {}} : entry.action) + "\n";
}

bool judges(const Row& row) {
  if (row.body.starts_with("move ")) return false;  // most are
  Reader in(row.body);
  EventHeader header;
  if (!read_event_header(in, header)) return false;
  return header.kind == EventKind::bot_takeover ||
         (header.kind == EventKind::forfeit && header.cause != Cause::resign);
}

Result<Body> read_body(const Match& match, std::string_view text) {
  Reader in(text);
  Body out;
  if (!read_event_header(in, out.header)) return bad(in);
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

}  // namespace coset::table
