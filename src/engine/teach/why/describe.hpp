// Messages for the steps of an explanation and for sums, which say.hpp turns into sentences. Pure;
// thread-safe.
#pragma once

#include "engine/teach/why/explain.hpp"
#include "engine/teach/words/say.hpp"

namespace coset::teach {

// What happens in a step.
Message describe(const Operation& operation, const Step& step);
// "G+O makes P."
Message describe_sum(const Operation& operation, const Word& word, Element sum);
// "G+O makes P, not W: the gap is Y."
Message describe_miss(const Operation& operation, const Word& word, Element made, Element wanted);

}  // namespace coset::teach
