// A chart as lines of text: a value in each column, with its error as a band. Pure.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace coset::cli {

struct ChartPoint {
  double value = 0;
  double error = 0;  // the band reaches as far on both sides
};

struct ChartFrame {
  double low = 0;  // of the lowest row
  double high = 1;
  int rows = 11;
  int columns = 60;  // at most; of more points only some are shown, the last among them
  bool ascii = false;
  bool percent = false;  // the numbers at the side
};

// Rows from the highest to the lowest, then an axis and the numbers of the points, from
// `first_number`. Empty if there is no point. REQUIRES: high > low, rows >= 2, columns >= 1
std::vector<std::string> chart_lines(std::span<const ChartPoint> points, const ChartFrame& frame,
                                     int first_number);

}  // namespace coset::cli
