// Output and exit statuses of commands: results on stdout, everything else on stderr. A command
// throws a Failure to end early; program.cpp catches it. Used by one thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset::cli {

// Exit statuses, a stable interface for scripts (coset(6)).
enum class Exit : int {
  done = 0,
  failure = 1,
  input = 2,
  illegal_move = 3,
  no_solution = 4,
  bug = 70,
  interrupted = 130,
};

class Failure : public std::runtime_error {
 public:
  Failure(Exit exit, const std::string& sentence) : runtime_error(sentence), exit_(exit) {}
  // A parse error in `text`: the sentence, and below it a mark at its offset. `where` precedes the
  // sentence if it is not empty: "games.txt:12".
  Failure(Exit exit, const Error& error, std::string_view text, const std::string& where = "");

  Exit exit() const { return exit_; }

 private:
  Exit exit_;
};

// "  Z2xQ9\n     ^": the text near `offset`, and a mark under that byte.
std::string pointed(std::string_view text, std::size_t offset);

void print(std::string_view text);
// Prints one line. Invalid UTF-8 is replaced and never throws.
void print_line(const nlohmann::ordered_json& json);

// Columns of a text, one per character; names have no wider characters.
std::size_t width(std::string_view text);
// The text; one longer than `columns` is cut and ends with "...".
std::string shortened(std::string_view text, std::size_t columns);
// The text padded with spaces to `columns`.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace coset::cli
