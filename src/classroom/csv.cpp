#include "classroom/csv.hpp"

#include <algorithm>
#include <array>

#include "base/utc_text.hpp"

namespace coset::classroom {

namespace {

// As a spreadsheet reads it; in East Asian settings the full-width signs too.
bool is_formula(std::string_view text) {
  constexpr std::array<std::string_view, 9> signs = {"=",  "+",  "-",  "@", "\t",
                                                     "＝", "＋", "－", "＠"};
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return text.starts_with(sign); });
}

void append_cell(std::string& out, std::string_view text) {
  const bool guarded = is_formula(text);
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

// As write_event writes them: others are read to see what they are.
bool is_answer(std::string_view body) {
  return body.starts_with(R"({"type":"answered",)") || body.starts_with(R"({"type":"tried",)");
}

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

std::optional<Error> Roster::add(const Row& row) {
  if (is_answer(row.body)) return std::nullopt;
  const auto event = read_event(row.body);
  if (!event) return event.error();
  if (const auto* opened = std::get_if<Opened>(&*event)) code_ = opened->code;
  if (const auto* changed = std::get_if<CodeChanged>(&*event)) code_ = changed->code;
  if (const auto* joined = std::get_if<Joined>(&*event)) add(*joined);
  if (const auto* renamed = std::get_if<Renamed>(&*event))
    if (renamed->pupil >= 1 && renamed->pupil <= pupils_.size())
      pupils_[renamed->pupil - 1U].alias = renamed->alias;
  if (const auto* paired = std::get_if<Paired>(&*event))
    for (const PairedTable& table : paired->tables) games_.push_back(table.game);
  return std::nullopt;
}

// As in State: a number may have another token than before, and a token is the first one's.
void Roster::add(const Joined& joined) {
  if (joined.pupil == 0) return;
  if (joined.pupil > pupils_.size()) pupils_.resize(joined.pupil);
  Pupil& pupil = pupils_[joined.pupil - 1U];
  if (!(pupil.token == joined.token) && !joined.back)  // the games of before are the pupil's
    if (const auto old = holders_.find(pupil.token.bytes);
        old != holders_.end() && old->second == joined.pupil)
      holders_.erase(old);
  holders_.try_emplace(joined.token.bytes, joined.pupil);
  pupil = {joined.alias, joined.token, joined.extra};
}

const std::string* Roster::alias(PupilNumber pupil) const {
  if (pupil == 0 || pupil > pupils_.size()) return nullptr;
  const Pupil& known = pupils_[pupil - 1U];
  return known.extra || known.alias.empty() ? nullptr : &known.alias;
}

const std::string* Roster::holder(const Token& digest) const {
  const auto found = holders_.find(digest.bytes);
  return found == holders_.end() ? nullptr : &pupils_[found->second - 1U].alias;
}

std::optional<Error> append_answer(std::string& out, const Roster& roster, const Row& row) {
  if (!is_answer(row.body)) return std::nullopt;
  const auto event = read_event(row.body);
  if (!event) return event.error();
  const std::string at = utc_text(row.at / 1000);
  if (const auto* made = std::get_if<AnswerMade>(&*event)) {
    const std::string* alias = roster.alias(made->pupil);
    if (alias == nullptr) return std::nullopt;
    const std::string cells[] = {roster.code(),
                                 "",
                                 *alias,
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
    append_csv(out, cells);
  } else if (const auto* tried = std::get_if<TradeTried>(&*event)) {
    const std::string* alias = roster.alias(tried->pupil);
    if (alias == nullptr) return std::nullopt;
    const std::string cells[] = {roster.code(),
                                 tried->table,
                                 *alias,
                                 "",
                                 "trade",
                                 tried->group,
                                 "",
                                 trade_text(*tried),
                                 yes(false),
                                 "",
                                 "",
                                 "",
                                 tried->misconception,
                                 "",
                                 at};
    append_csv(out, cells);
  }
  return std::nullopt;
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
