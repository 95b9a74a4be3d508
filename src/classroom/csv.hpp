// A class's answers and moves as CSV by RFC 4180, in UTF-8, with times by RFC 3339. A cell that a
// spreadsheet would take for a formula gets an apostrophe. Pure; thread-safe.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// What the lines of a file need of the whole log: the names that it ends with.
class Roster {
 public:
  // The next row. Answers and trades, which most are, are not looked at.
  std::optional<Error> add(const Row& row);

  const std::string& code() const { return code_; }
  // Null for the teacher's own page, and for one that never joined.
  const std::string* alias(PupilNumber pupil) const;
  // Of the pupil, or the teacher's own page, whose token has this digest.
  const std::string* holder(const Token& digest) const;
  // The tables of all rounds.
  const std::vector<protocol::GameId>& games() const { return games_; }

 private:
  struct Pupil {
    std::string alias;
    Token token;
    bool extra = false;
  };
  void add(const Joined& joined);

  std::string code_;
  std::vector<Pupil> pupils_;  // pupil n is at n - 1
  std::map<protocol::Bytes16, PupilNumber> holders_;
  std::vector<protocol::GameId> games_;
};

// Adds the line of an answer or of a trade that was not level, with the pupil's last alias. Rows of
// other events, and those of the teacher's own page, have none.
std::optional<Error> append_answer(std::string& out, const Roster& roster, const Row& row);

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
