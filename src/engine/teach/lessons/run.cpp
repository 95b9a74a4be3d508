#include "engine/teach/lessons/run.hpp"

#include <algorithm>

namespace coset::teach {

LessonRun run_of(std::size_t items, const std::vector<bool>& clean) {
  LessonRun run;
  for (std::size_t i = 0; i < items; ++i) run.queue.push_back({i, false});
  std::vector<int> returns(items, 0);
  for (const bool good : clean) {
    if (run.done()) break;
    const Showing shown = run.queue[run.at++];
    if (good && !shown.again) ++run.right;
    if (good || returns[shown.item] == max_returns || run.queue.size() >= max_showings) continue;
    ++returns[shown.item];
    const std::size_t place = std::min(run.at + 2, run.queue.size());
    run.queue.insert(run.queue.begin() + static_cast<std::ptrdiff_t>(place), {shown.item, true});
  }
  return run;
}

}  // namespace coset::teach
