// A class's answers and moves as CSV by RFC 4180, in UTF-8, with times by RFC 3339. A cell that a
// spreadsheet would take for a formula gets an apostrophe. Pure; thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "classroom/event.hpp"

namespace coset::classroom {

// The byte order mark, for those who ask for one.
inline constexpr std::string_view utf8_bom = "\xEF\xBB\xBF";
inline constexpr std::string_view answers_header =
    "class,table,alias,item,kind,group,prompt,answer,correct,first_try,tries,hints,misconception,"
    "ms,at\r\n";
inline constexpr std::string_view moves_header = "class,table,alias,ply,move,hints,ms,at\r\n";

// Adds a line and its end.
void append_csv(std::string& out, std::span<const std::string> cells);

// Every answer and every trade that was not level, in the order of the log, with the pupils' last
// aliases; the header first. Those of the teacher's own page are left out.
Result<std::string> answers_csv(std::span<const Row> log);

// One move of a table of the class.
struct MoveCells {
  std::string code;  // of the class
  std::string table;
  std::string alias;  // or the bot's name
  std::uint32_t ply = 0;
  std::string move;
  std::uint8_t hints = 0;
  Millis ms = 0;
  Time at = 0;
};
void append_move(std::string& out, const MoveCells& move);

}  // namespace coset::classroom
