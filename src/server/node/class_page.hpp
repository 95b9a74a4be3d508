// How the log of a class is read: in pages, each of which is a piece of work. It may have sixty
// thousand rows, of which some are twenty times as long as others. Pure.
#pragma once

#include <algorithm>

#include "server/store/class_store.hpp"

namespace coset::node {

// Some five milliseconds.
inline constexpr store::LogRange log_page{1, 1000, std::size_t{64} << 10U};

// What it costs to read and fold a page, in units of Use::work.
inline int units_of(const store::LogPage& page) {
  constexpr std::size_t rows_per_unit = 10, bytes_per_unit = 1024;
  std::size_t bytes = 0;
  for (const store::ClassEvent& each : page.events) bytes += each.body.size();
  return static_cast<int>(std::max(page.events.size() / rows_per_unit, bytes / bytes_per_unit));
}

}  // namespace coset::node
