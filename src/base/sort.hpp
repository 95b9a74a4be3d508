// Sorting where order is total, so that every way to sort gives the same. In a page the code has to
// be loaded before the first move, and the library's sort takes five times the room of a heap's.
// Pure; thread-safe.
#pragma once

#include <algorithm>
#include <functional>

namespace coset {

template <class Iterator, class Less = std::less<>>
constexpr void put_in_order(Iterator first, Iterator last, Less less = {}) {
#if defined(__wasm__)
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
#else
  std::sort(first, last, less);
#endif
}

}  // namespace coset
