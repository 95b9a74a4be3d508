#include "apps/coset/cli/game_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/terminal/output.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "base/reader.hpp"
#include "engine/play/catalogue.hpp"
#include "engine/play/simulate.hpp"

namespace coset::cli {

namespace {

constexpr std::size_t max_text = std::size_t{16} << 20U;

// Reads up to one byte more than the limit.
std::string bounded_text(std::istream& in) {
  std::string out;
  std::array<char, 65536> part{};
  while (out.size() <= max_text && (in.read(part.data(), part.size()), in.gcount() > 0))
    out.append(part.data(), static_cast<std::size_t>(in.gcount()));
  return out;
}

// The line of a text in which an offset lies.
struct Place {
  std::string line;
  int number = 1;
  std::size_t offset = 0;  // in the line
};

Place place_of(const std::string& text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t start = before == std::string::npos ? 0 : before + 1;
  Place place;
  place.line = text.substr(start, text.find('\n', start) - start);
  place.number += static_cast<int>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n'));
  place.offset = offset - start;
  return place;
}

}  // namespace

Spec parse_spec(const std::string& text) {
  auto spec = find_spec(text);
  const bool one_word = text.find_first_of(" =^:") == std::string::npos;
  if (!spec && one_word)
    throw Failure(Exit::input, "There is no game " + coset::quoted(text) + "." +
                                   did_you_mean(text, game_names()) + " 'coset games' lists them.");
  if (!spec) throw Failure(Exit::input, spec.error(), text);
  return *std::move(spec);
}

std::string position_text(const Spec& spec, const std::string& typed) {
  if (typed != "canon") return typed;
  auto canon = canon_position(spec);
  if (!canon) throw Failure(Exit::input, canon.error().sentence);
  return *std::move(canon);
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
      return "no player could play or draw";
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
  const auto all_of = [&](std::istream& in) {
    std::string text = bounded_text(in);
    if (text.size() > max_text)
      throw Failure(Exit::input, (path == "-" ? std::string("The input") : "'" + path + "'") +
                                     " has more than 16 MiB, the limit.");
    return text;
  };
  if (path == "-") return all_of(std::cin);
  if (std::filesystem::is_directory(path))
    throw Failure(Exit::input, "'" + path + "' is a directory, not a file.");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure(Exit::input, "The file '" + path + "' cannot be read.");
  return all_of(file);
}

Match replay_file(const std::string& path) {
  const std::string text = read_text(path);
  auto match = Match::replay(text);
  if (match) return *std::move(match);
  const std::string_view code = match.error().code;
  const bool illegal =
      code == "move.illegal" || code == "move.seat" || code == "move.kind" || code == "move.over";
  throw failure_in(text, path, match.error(), illegal ? Exit::illegal_move : Exit::input);
}

Failure failure_in(const std::string& text, const std::string& path, Error error, Exit exit) {
  const Place place = place_of(text, error.offset);
  error.offset = place.offset;
  return Failure(exit, error, place.line,
                 (path == "-" ? "stdin" : path) + ":" + std::to_string(place.number));
}

}  // namespace coset::cli
