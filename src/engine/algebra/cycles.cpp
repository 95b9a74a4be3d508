#include "engine/algebra/cycles.hpp"

#include <numeric>

#include "base/reader.hpp"

namespace coset {

namespace {

// One "(1 2 3)": each point is one digit, so that "(123)" is a cycle too.
bool read_cycle(Reader& in, std::vector<int>& images, std::vector<bool>& moved) {
  if (!in.take('(')) return false;
  in.skip_spaces();
  std::vector<std::size_t> cycle;
  while (!in.take(')')) {
    if (!cycle.empty() && in.take(',')) in.skip_spaces();
    if (!is_digit(in.peek())) return false;
    const int point = in.peek() - '1';
    if (point < 0 || point >= static_cast<int>(images.size())) return false;
    const auto place = static_cast<std::size_t>(point);
    if (moved[place]) return false;
    moved[place] = true;
    cycle.push_back(place);
    in.skip();
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
  CHECK(points <= 9);
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
