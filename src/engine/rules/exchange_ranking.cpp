#include "engine/rules/exchange_ranking.hpp"

#include <algorithm>

namespace coset {

namespace {

// Of one sum and size, if they are to be varied.
constexpr std::size_t max_of_a_sum = 4;
// Enough for any list, and a bound where nearly all are passed over.
constexpr std::uint64_t max_steps = std::uint64_t{1} << 22;
constexpr std::uint64_t max_steps_varied = 2000;

void shuffle(std::vector<PieceKind>& kinds, Rng& rng) {
  for (std::size_t i = kinds.size(); i > 1; --i)
    std::swap(kinds[i - 1], kinds[rng.below(static_cast<std::uint32_t>(i))]);
}

// A piece is on both sides, and each side has another one too.
bool reducible(const Word& give, const Word& take) {
  int common = 0;
  for (const Element *a = give.begin(), *b = take.begin(); a != give.end() && b != take.end();) {
    if (*a == *b) ++common;
    const bool forth = *a <= *b;
    const bool too = *b <= *a;
    a += forth ? 1 : 0;
    b += too ? 1 : 0;
  }
  return common > 0 && common < give.size() && common < take.size();
}

}  // namespace

void ExchangeRanking::begin(Rng* rng) {
  // A seat whose piece completes a tuple in the Center deals a clear, unless it placed all of the
  // tuple (6(ii), A21).
  for (PieceKind& kind : hand_) {
    const int tuple = rules_.tuple_of(kind.piece);
    const int held = center_[kind.piece];
    for (int taken = 1; taken <= kind.copies; ++taken)
      kind.worth[static_cast<std::size_t>(taken)] =
          tuple > 0 && taken < tuple && held + taken >= tuple ? 1 : 0;
  }
  first_sum_ = 0;
  if (rng != nullptr) {
    shuffle(hand_, *rng);
    shuffle(kinds_, *rng);
    first_sum_ = static_cast<int>(rng->below(static_cast<std::uint32_t>(rules_.group().order())));
  }
  gives_.reset(hand_, rules_.max_exchange());
  takes_.reset(kinds_, rules_.max_exchange());
}

void ExchangeRanking::list(const Wish& wish, std::vector<Found>& out) {
  out.clear();
  wish_ = wish;
  out_ = &out;
  if (wish.limit == 0) return;
  const int most = rules_.max_exchange();
  int max_clears = 0;
  for (int size = 1; size <= most; ++size) {
    best_[static_cast<std::size_t>(size)] = gives_.best(size);
    max_clears = std::max(max_clears, gives_.best(size));
  }
  if (wish.by == By::shed) {
    if (spectrum_) add_spectrum();  // no other sheds as many
    for (int shed = most - 1; shed > -most; --shed)
      for (int clears = max_clears; clears >= 0; --clears)
        if (!add_class(shed, clears)) return;
    return;
  }
  const int spectrum = spectrum_ ? rules_.spectrum().size() - 1 +
                                       clears_of(rules_, center_, rules_.spectrum(), {identity})
                                 : -most;
  for (int both = std::max(spectrum, most - 1 + max_clears); both > -most; --both) {
    if (both == spectrum) add_spectrum();
    for (int shed = most - 1; shed > -most; --shed)
      if (both - shed >= 0 && both - shed <= max_clears && !add_class(shed, both - shed)) return;
  }
}

void ExchangeRanking::add_spectrum() {
  const Word take{identity};
  if (out_->size() < wish_.limit)
    out_->push_back({rules_.spectrum(), take, rules_.spectrum().size() - 1,
                     clears_of(rules_, center_, rules_.spectrum(), take)});
}

// Every exchange that sheds `shed` and deals `clears`; false once there are enough.
bool ExchangeRanking::add_class(int shed, int clears) {
  const int most = rules_.max_exchange();
  const int order = rules_.group().order();
  for (int give = std::max(1, 1 + shed); give <= std::min(most, most + shed); ++give) {
    if (best_[static_cast<std::size_t>(give)] < clears) continue;
    work_ += static_cast<std::uint64_t>(order);
    for (int i = 0; i < order; ++i) {
      const Element sum = element((i + first_sum_) % order);
      if (takes_.best(give - shed, sum) < 0 || gives_.best(give, sum) < clears) continue;
      if (!add_pairs(give, give - shed, sum, clears)) return false;
    }
  }
  return out_->size() < wish_.limit;
}

// A take can only lower the clears of a give.
bool ExchangeRanking::add_pairs(int give_size, int take_size, Element sum, int clears) {
  const std::size_t enough =
      wish_.varied ? std::min(wish_.limit, out_->size() + max_of_a_sum) : wish_.limit;
  const std::uint64_t end =
      gives_.work() + takes_.work() + (wish_.varied ? max_steps_varied : max_steps);
  const auto left = [&] {
    const std::uint64_t now = gives_.work() + takes_.work();
    return end > now ? end - now : 0;
  };
  gives_.for_each(give_size, sum, clears, left(), [&](const Word& give, int) {
    takes_.for_each(take_size, sum, 0, left(), [&](const Word& take, int) {
      if (!rules_.null_allowed() && give == take) return true;
      if (clears_of(rules_, center_, give, take) != clears) return true;
      if (wish_.varied && reducible(give, take)) return true;
      out_->push_back({give, take, give_size - take_size, clears});
      return out_->size() < enough;
    });
    return out_->size() < enough && left() > 0;
  });
  return out_->size() < wish_.limit;
}

}  // namespace coset
