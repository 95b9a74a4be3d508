#include "engine/algebra/cycles.hpp"

#include <numeric>

#include "base/reader.hpp"

namespace coset {

namespace {

// The next point, counted from 0; on up to 9 points it is one digit, so that "(123)" is a cycle
// too.
std::optional<std::size_t> read_point(Reader& in, std::size_t points) {
  std::optional<std::uint32_t> point;
  if (points > 9) {
    point = in.number(max_points);
  } else if (is_digit(in.peek())) {
    point = static_cast<std::uint32_t>(in.peek() - '0');
    in.skip();
  }
  if (!point || *point < 1 || *point > points) return std::nullopt;
  return *point - 1;
}

// One "(1 2 3)".
bool read_cycle(Reader& in, std::vector<int>& images, std::vector<bool>& moved) {
  if (!in.take('(')) return false;
  in.skip_spaces();
  std::vector<std::size_t> cycle;
  while (!in.take(')')) {
    if (!cycle.empty() && in.take(',')) in.skip_spaces();
    const auto point = read_point(in, images.size());
    if (!point) return false;
    const std::size_t place = *point;
    if (moved[place]) return false;
    moved[place] = true;
    cycle.push_back(place);
    in.skip_spaces();
  }
  for (std::size_t i = 0; i < cycle.size(); ++i)
    images[cycle[i]] = static_cast<int>(cycle[(i + 1) % cycle.size()]);
  return true;
}

}  // namespace

std::string write_cycles(const std::vector<int>& images) {
  std::string text;
  std::vector<bool> seen(images.size(), false);
  for (std::size_t start = 0; start < images.size(); ++start) {
    if (seen[start] || images[start] == static_cast<int>(start)) continue;
    std::string cycle;
    for (std::size_t i = start; !seen[i]; i = static_cast<std::size_t>(images[i])) {
      seen[i] = true;
      cycle += (cycle.empty() ? "(" : " ") + std::to_string(i + 1);
    }
    text += cycle + ")";
  }
  return text.empty() ? "()" : text;
}

std::optional<std::vector<int>> read_cycles(std::string_view text, int points) {
  CHECK(points <= max_points);
  std::vector<int> images(static_cast<std::size_t>(points));
  std::iota(images.begin(), images.end(), 0);
  std::vector<bool> moved(images.size(), false);
  Reader in(text);
  in.skip_spaces();
  do {
    if (!read_cycle(in, images, moved)) return std::nullopt;
    in.skip_spaces();
  } while (!in.done());
  return images;
}

}  // namespace coset
