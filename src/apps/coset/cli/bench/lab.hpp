// CPU time of taking groups apart, for `coset bench --lab`: what a page waits for.
#pragma once

#include <string>
#include <vector>

namespace coset::cli {

struct LabTime {
  std::string what;
  std::string group;
  double milliseconds = 0;  // of the best of three runs
  double limit = 0;         // what it may take on the machine of tools/budget.json
};

std::vector<LabTime> measure_lab_times();

}  // namespace coset::cli
