// A saved game: "# key value" lines, which are comments in a record, and the record.
#include <charconv>
#include <map>

#include "apps/coset/tui/session.hpp"

namespace coset::tui {

namespace {

constexpr std::string_view first_line = "# coset-game 1";

template <class T>
std::optional<T> number_in(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Error damaged(const std::string& what) {
  return {"session.saved", 0, "The saved game is damaged: " + what + "."};
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Names are separated by spaces; spaces in a program's command are written as %20.
std::string one_word(const std::string& who) {
  std::string out;
  for (const char c : who) {
    if (c == ' ' || c == '%' || c == '\n') {
      constexpr std::string_view digits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += digits[byte >> 4U];
      out += digits[byte & 15U];
    } else {
      out += c;
    }
  }
  return out;
}

std::string of_one_word(std::string_view word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    unsigned byte = 0;
    const char* digits = word.data() + i + 1;
    if (word[i] == '%' && i + 2 < word.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      out += word[i];
    }
  }
  return out;
}

using Values = std::map<std::string, std::string, std::less<>>;

// Parses and removes the "# key value" lines at the beginning.
Values take_values(std::string_view& text) {
  Values out;
  while (text.starts_with("# ")) {
    const std::string_view line = take_line(text).substr(2);
    const std::size_t space = std::min(line.find(' '), line.size());
    out[std::string(line.substr(0, space))] = line.substr(std::min(space + 1, line.size()));
  }
  return out;
}

std::vector<std::string> seats_in(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    out.push_back(of_one_word(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string Session::saved() const {
  std::string out(first_line);
  out += "\n# seats";
  for (const std::string& who : plan_.seats) out += " " + one_word(who);
  out += "\n# seed " + std::to_string(plan_.seed);
  if (!plan_.daily.empty()) out += "\n# daily " + plan_.daily;
  if (!plan_.series.empty()) out += "\n# series " + plan_.series;
  if (plan_.first) out += "\n# first yes";
  if (plan_.goal) out += "\n# goal " + std::to_string(*plan_.goal);
  out += "\n# hints " + std::to_string(hints_used_);
  out += "\n# back " + std::to_string(taken_back_);
  return out + "\n" + match_.full_record();
}

std::vector<std::string> Session::saved_seats(std::string_view saved) {
  return seats_in(take_values(saved)["seats"]);
}

Result<Session> Session::resume(std::string_view saved, const Invite& invite) {
  std::string_view rest = saved;
  if (take_line(rest) != first_line) return damaged("it does not begin with '# coset-game 1'");
  Values values = take_values(rest);
  const auto record = Match::replay(rest);
  if (!record) return record.error();
  Plan plan;
  plan.spec = record->spec().text();
  plan.seats = seats_in(values["seats"]);
  const auto seed = number_in<std::uint64_t>(values["seed"]);
  if (!seed) return damaged("its seed is not a number");
  plan.seed = *seed;
  plan.daily = values["daily"];
  plan.series = values["series"];
  plan.first = values["first"] == "yes";
  if (values.contains("goal")) plan.goal = number_in<int>(values["goal"]);
  auto opened = open(std::move(plan), invite);
  if (!opened) return opened.error();
  Session session = *std::move(opened);
  session.match_ = record->first(0);
  for (const Match::Entry& entry : record->moves())
    if (auto error = session.enter(entry.seat, entry.action)) return *error;
  if (session.match().turn().kind != Turn::Kind::deal) session.flush_deals();
  session.hints_used_ = number_in<int>(values["hints"]).value_or(0);
  session.taken_back_ = number_in<int>(values["back"]).value_or(0);
  return session;
}

}  // namespace coset::tui
