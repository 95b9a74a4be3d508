// Messages for the steps of an explanation and for sums: what say.hpp makes sentences of. Pure;
// thread-safe.
#pragma once

#include "teach/why/explain.hpp"
#include "teach/words/say.hpp"

namespace coset::teach {

// What happens in a step.
Message describe(const Operation& operation, const Step& step);
// "G+O makes P."
Message describe_sum(const Operation& operation, const Word& word, Element sum);
// "G+O makes P, not W: the gap is Y."
Message describe_miss(const Operation& operation, const Word& word, Element made, Element wanted);

}  // namespace coset::teach
