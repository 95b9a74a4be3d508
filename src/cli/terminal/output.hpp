// What a command says: results on stdout, everything else on stderr, and how it ends early. A
// Failure is thrown by a command and caught once, in program.cpp. Used by one thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset::cli {

// What the program returns to its caller: a promise to scripts.
enum class Exit : int {
  done = 0,
  failure = 1,
  input = 2,
  illegal_move = 3,
  no_solution = 4,
  network = 5,
  bug = 70,
  interrupted = 130,
};

class Failure : public std::runtime_error {
 public:
  Failure(Exit exit, const std::string& sentence) : runtime_error(sentence), exit_(exit) {}
  // A text that was refused: the sentence, and below it the place. `where` goes before the
  // sentence if it is not empty: "games.txt:12".
  Failure(Exit exit, const Error& error, std::string_view text, const std::string& where = "");

  Exit exit() const { return exit_; }

 private:
  Exit exit_;
};

// "  Z2xQ9\n     ^": the text and a mark under the byte at `offset`, cut to what is near it.
std::string pointed(std::string_view text, std::size_t offset);

void print(std::string_view text);
// One line. Bytes that are not UTF-8 are replaced, never an exception.
void print_line(const nlohmann::ordered_json& json);

// How many columns a text takes, one a character; none of our names are wider.
std::size_t width(std::string_view text);
// The text, cut to so many columns with "..." at its end if it is longer.
std::string shortened(std::string_view text, std::size_t columns);
// The text and spaces up to `columns`.
std::string padded(std::string_view text, std::size_t columns);

}  // namespace coset::cli
