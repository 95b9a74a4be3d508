// Overloaded: several functions as one, for std::visit. One a case: a case that is missing does not
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
