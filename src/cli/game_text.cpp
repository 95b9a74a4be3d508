#include "cli/game_text.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/reader.hpp"
#include "cli/terminal/output.hpp"
#include "play/catalogue.hpp"

namespace coset::cli {

Spec parse_spec(const std::string& text) {
  auto spec = find_spec(text);
  const bool one_word = text.find_first_of(" =^:") == std::string::npos;
  if (!spec && one_word)
    throw Failure(Exit::input,
                  "There is no game " + coset::quoted(text) + ". 'coset games' lists them.");
  if (!spec) throw Failure(Exit::input, spec.error(), text);
  return *std::move(spec);
}

bool is_solitaire(const Spec& spec) { return spec.game_name() == Solitaire<Tally<8>>::name; }

std::string_view ending_sentence(Ending ending) {
  switch (ending) {
    case Ending::none:
      return "the game is not over";
    case Ending::one_piece:
      return "a hand was reduced to one piece";
    case Ending::stuck:
      return "a small hand could not be reduced";
    case Ending::emptied:
      return "a hand was emptied";
    case Ending::blocked:
      return "nobody could play or draw";
    case Ending::bag_empty:
      return "no exchange was possible and the bag was empty";
    case Ending::limit:
      return "the last turn that the rules allow was taken";
    case Ending::repetition:
      return "a position occurred for the third time";
  }
  CHECK(false);
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> out{};
  std::snprintf(out.data(), out.size(), "%.*f", decimals, value);
  return out.data();
}

std::string read_text(const std::string& path) {
  const auto all_of = [](std::istream& in) {
    return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  };
  if (path == "-") return all_of(std::cin);
  if (std::filesystem::is_directory(path))
    throw Failure(Exit::input, "'" + path + "' is a directory, not a file.");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure(Exit::input, "The file '" + path + "' cannot be read.");
  return all_of(file);
}

}  // namespace coset::cli
