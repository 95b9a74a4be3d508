#include "classroom/csv.hpp"

#include "base/utc_text.hpp"

namespace coset::classroom {

namespace {

void append_cell(std::string& out, std::string_view text) {
  constexpr std::string_view formula = "=+-@\t";
  const bool guarded = !text.empty() && formula.find(text.front()) != std::string_view::npos;
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    if (guarded) out += '\'';
    out += text;
    return;
  }
  out += '"';
  if (guarded) out += '\'';
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

// The names that the log ends with.
struct Roster {
  std::string code;
  std::vector<std::string> aliases;  // by the pupil's number; empty: the teacher's own page

  std::string& alias(PupilNumber pupil) {
    if (pupil >= aliases.size()) aliases.resize(pupil + 1U);
    return aliases[pupil];
  }
};

std::string item_of(const AnswerMade& made) {
  return made.task.substr(made.task.find(' ') + 1) + " " + std::to_string(made.item + 1);
}

std::string yes(bool value) { return value ? "true" : "false"; }

}  // namespace

void append_csv(std::string& out, std::span<const std::string> cells) {
  bool first = true;
  for (const std::string& cell : cells) {
    if (!first) out += ',';
    first = false;
    append_cell(out, cell);
  }
  out += "\r\n";
}

Result<std::string> answers_csv(std::span<const Row> log) {
  Roster roster;
  for (const Row& row : log) {
    const auto event = read_event(row.body);
    if (!event) return event.error();
    if (const auto* opened = std::get_if<Opened>(&*event)) roster.code = opened->code;
    if (const auto* code = std::get_if<CodeChanged>(&*event)) roster.code = code->code;
    if (const auto* pupil = std::get_if<Joined>(&*event))
      roster.alias(pupil->pupil) = pupil->extra ? "" : pupil->alias;
    if (const auto* pupil = std::get_if<Renamed>(&*event))
      if (!roster.alias(pupil->pupil).empty()) roster.alias(pupil->pupil) = pupil->alias;
  }
  std::string out(answers_header);
  for (const Row& row : log) {
    const auto event = read_event(row.body);
    const std::string at = utc_text(row.at / 1000);
    if (const auto* made = std::get_if<AnswerMade>(&*event)) {
      const std::string cells[] = {roster.code,
                                   "",
                                   roster.alias(made->pupil),
                                   item_of(*made),
                                   made->kind,
                                   made->group,
                                   made->prompt,
                                   made->answer,
                                   yes(made->correct),
                                   yes(made->first_try),
                                   std::to_string(made->tries),
                                   std::to_string(made->hints),
                                   made->misconception,
                                   std::to_string(made->ms),
                                   at};
      if (!cells[2].empty()) append_csv(out, cells);
    } else if (const auto* tried = std::get_if<TradeTried>(&*event)) {
      const std::string cells[] = {
          roster.code,  tried->table, roster.alias(tried->pupil), "",         "trade",
          tried->group, "",           trade_text(*tried),         yes(false), "",
          "",           "",           tried->misconception,       "",         at};
      if (!cells[2].empty()) append_csv(out, cells);
    }
  }
  return out;
}

void append_move(std::string& out, const MoveCells& move) {
  const std::string cells[] = {move.code,
                               move.table,
                               move.alias,
                               std::to_string(move.ply),
                               move.move,
                               std::to_string(move.hints),
                               std::to_string(move.ms),
                               utc_text(move.at / 1000)};
  append_csv(out, cells);
}

}  // namespace coset::classroom
