// CPU time of this thread, so that other programs do not count.
#pragma once

#include <ctime>

namespace coset::cli {

inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace coset::cli
