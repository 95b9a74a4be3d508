#include "engine/algebra/operation.hpp"

namespace coset {

Element Operation::product(const Word& word) const {
  CHECK(!word.empty());
  Element result = word[0];
  for (int i = 1; i < word.size(); ++i) result = product(result, word[i]);
  return result;
}

int Operation::coordinate(Element e, int i) const {
  int rest = index(e);
  for (int factor = 0; factor < i; ++factor)
    rest /= data_->moduli[static_cast<std::size_t>(factor)];
  return rest % data_->moduli[static_cast<std::size_t>(i)];
}

std::optional<Group> Operation::group() const {
  if (data_->inverse.empty()) return std::nullopt;
  return Group(data_);
}

Operation Operation::renamed(Names names) const {
  auto data = std::make_shared<Data>(*data_);
  data->names = std::move(names);
  return Operation(std::move(data));
}

}  // namespace coset
