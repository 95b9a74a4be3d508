// Overloaded: several functions as one, for std::visit. One per case: a missing case does not
// compile.
#pragma once

namespace coset {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace coset
