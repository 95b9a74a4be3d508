// Pieces in the order in which they are spoken of. Plain values.
#pragma once

#include <vector>

#include "engine/algebra/operation.hpp"

namespace coset::teach {

using Pieces = std::vector<Element>;

}  // namespace coset::teach
