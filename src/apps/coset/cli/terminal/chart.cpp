#include "apps/coset/cli/terminal/chart.hpp"

#include <algorithm>
#include <cmath>

#include "base/check.hpp"

namespace coset::cli {

namespace {

std::string side(double value, bool percent) {
  std::string out = std::to_string(std::lround(percent ? 100 * value : value));
  if (percent) out += "%";
  return std::string(out.size() < 5 ? 5 - out.size() : 0, ' ') + out + " ";
}

// Which points are shown: evenly spread, the last among them.
std::vector<std::size_t> shown(std::size_t points, std::size_t columns) {
  std::vector<std::size_t> out;
  const std::size_t count = std::min(points, columns);
  for (std::size_t i = 1; i <= count; ++i) out.push_back(i * points / count - 1);
  return out;
}

}  // namespace

std::vector<std::string> chart_lines(std::span<const ChartPoint> points, const ChartFrame& frame,
                                     int first_number) {
  CHECK(frame.high > frame.low && frame.rows >= 2 && frame.columns >= 1);
  std::vector<std::string> out;
  if (points.empty()) return out;
  const std::string mark = frame.ascii ? "*" : "●";
  const std::string band = frame.ascii ? ":" : "░";
  const auto places = shown(points.size(), static_cast<std::size_t>(frame.columns));
  const double step = (frame.high - frame.low) / (frame.rows - 1);
  const auto row_of = [&](double value) {
    return std::clamp(static_cast<int>(std::lround((value - frame.low) / step)), 0, frame.rows - 1);
  };
  for (int row = frame.rows - 1; row >= 0; --row) {
    const bool labelled = row % 5 == 0 || row == frame.rows - 1;
    std::string line = labelled ? side(frame.low + row * step, frame.percent) : "      ";
    line += frame.ascii ? "|" : "│";
    for (const std::size_t place : places) {
      const ChartPoint& point = points[place];
      const bool inside =
          row >= row_of(point.value - point.error) && row <= row_of(point.value + point.error);
      line += row == row_of(point.value) ? mark : inside ? band : " ";
    }
    out.push_back(std::move(line));
  }
  std::string axis = "      " + std::string(frame.ascii ? "+" : "└");
  std::string numbers(7, ' ');
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int number = first_number + static_cast<int>(places[i]);
    const std::string text = std::to_string(number);
    axis += frame.ascii ? "-" : "─";
    // A number stands under its column, where there is room for it.
    const bool tenth = number % 10 == 0 || i == 0 || i + 1 == places.size();
    if (tenth && numbers.size() <= 7 + i && (i == 0 || numbers.back() == ' ')) {
      numbers += std::string(7 + i - numbers.size(), ' ') + text + " ";
    }
  }
  out.push_back(std::move(axis));
  while (!numbers.empty() && numbers.back() == ' ') numbers.pop_back();
  out.push_back(std::move(numbers));
  return out;
}

}  // namespace coset::cli
