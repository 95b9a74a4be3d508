// A saved game: "# key value" lines, which a reader of records takes for comments, and the record.
#include <charconv>
#include <map>

#include "tui/session.hpp"

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

}  // namespace

std::string Session::saved() const {
  std::string out(first_line);
  out += "\n# seats";
  for (const std::string& who : plan_.seats) out += " " + who;
  out += "\n# seed " + std::to_string(plan_.seed);
  if (!plan_.daily.empty()) out += "\n# daily " + plan_.daily;
  if (plan_.goal) out += "\n# goal " + std::to_string(*plan_.goal);
  out += "\n# hints " + std::to_string(hints_used_);
  out += "\n# back " + std::to_string(taken_back_);
  return out + "\n" + match_.full_record();
}

Result<Session> Session::resume(std::string_view saved) {
  std::string_view rest = saved;
  if (take_line(rest) != first_line) return damaged("it does not begin with '# coset-game 1'");
  std::map<std::string, std::string, std::less<>> values;
  while (rest.starts_with("# ")) {
    const std::string_view line = take_line(rest).substr(2);
    const std::size_t space = std::min(line.find(' '), line.size());
    values[std::string(line.substr(0, space))] = line.substr(std::min(space + 1, line.size()));
  }
  const auto record = Match::replay(rest);
  if (!record) return record.error();
  Plan plan;
  plan.spec = record->spec().text();
  for (std::string_view seats = values["seats"]; !seats.empty();) {
    const std::size_t end = std::min(seats.find(' '), seats.size());
    plan.seats.emplace_back(seats.substr(0, end));
    seats.remove_prefix(std::min(end + 1, seats.size()));
  }
  const auto seed = number_in<std::uint64_t>(values["seed"]);
  if (!seed) return damaged("its seed is no number");
  plan.seed = *seed;
  plan.daily = values["daily"];
  if (values.contains("goal")) plan.goal = number_in<int>(values["goal"]);
  auto opened = open(std::move(plan));
  if (!opened) return opened.error();
  Session session = *std::move(opened);
  for (const Match::Entry& entry : record->moves())
    if (auto error = session.enter(entry.seat, entry.action)) return *error;
  if (session.match().turn().kind != Turn::Kind::deal) session.flush_deals();
  session.hints_used_ = number_in<int>(values["hints"]).value_or(0);
  session.taken_back_ = number_in<int>(values["back"]).value_or(0);
  return session;
}

}  // namespace coset::tui
