// The exchange that Al-Jabar and Solitaire share: which sets may change places, the Spectrum, and
// cancellation in the Center. Rules 5 and 6 of both rulebooks; rulings A1-A6, A20, A21, G1-G9, G14.
// ExchangeRules is immutable; the functions are pure.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "base/sentence.hpp"
#include "engine/algebra/operation.hpp"
#include "engine/rules/action.hpp"
#include "engine/rules/counting/subsets.hpp"
#include "engine/rules/counting/sum_counts.hpp"
#include "engine/rules/counting/tally.hpp"
#include "engine/rules/options.hpp"
#include "engine/rules/trace.hpp"

namespace coset {

// The primary pieces of an abelian group, and the orders of the factors that they generate.
struct Primaries {
  std::vector<Element> pieces;
  std::vector<int> orders;
};
// One of each factor as it is written; where the group is not written as a product of cyclic
// groups, of its factors of prime-power order, ascending (G14). REQUIRES: group.abelian()
Primaries primaries_of(const Group& group);

class ExchangeRules {
 public:
  // deal, copies, max_exchange and cancel as the group and the number of players suggest (G1-G7).
  // The n of the formulas is the number of factors unless max_exchange is set.
  static ExchangeOptions defaults(const Group& group, int players, int max_exchange);
  // Why these options cannot be played on this group with this number of seats, if they cannot.
  static std::optional<Error> refusal(const Group& group, const ExchangeOptions& options,
                                      int players);

  // REQUIRES: !refusal(...)
  ExchangeRules(Group group, const ExchangeOptions& options);

  const Group& group() const { return group_; }
  int max_exchange() const { return max_exchange_; }
  bool null_allowed() const { return null_allowed_; }
  SpectrumClear spectrum_clear() const { return spectrum_clear_; }
  // The primaries and the analogue of white, in index order.
  const Word& spectrum() const { return spectrum_; }
  // G9: a Spectrum no larger than an exchange is an ordinary one.
  bool spectrum_is_special() const { return spectrum_.size() > max_exchange_; }
  bool is_spectrum(const Word& sorted_give, const Word& take) const {
    return spectrum_is_special() && sorted_give == spectrum_ && take.size() == 1 &&
           take[0] == identity;
  }
  // How many of a piece cancel together; 0 for the identity, which never cancels (6(i)).
  int tuple_of(Element e) const { return tuple_[static_cast<std::size_t>(index(e))]; }

 private:
  Group group_;
  int max_exchange_;
  bool null_allowed_;
  SpectrumClear spectrum_clear_;
  Word spectrum_;
  std::array<std::uint16_t, Operation::max_order> tuple_{};
};

// A full bag: `copies` of every piece but the identity.
template <class T>
T full_bag(const Group& group, int copies) {
  T bag;
  for (int e = 1; e < group.order(); ++e) bag.set(element(e), copies);
  return bag;
}

inline Word sorted(Word word) {
  word.sort();
  return word;
}

template <class T>
bool spectrum_available(const ExchangeRules& rules, const T& hand, const T& center) {
  return rules.spectrum_is_special() && hand[rules.spectrum()[0]] > 0 &&
         hand[rules.spectrum().back()] > 0 && contains(hand, rules.spectrum()) &&
         (rules.spectrum_clear() != SpectrumClear::center || center[identity] > 0);
}

// Exact, in any order of letters, without enumerating.
template <class T>
bool legal_exchange(const ExchangeRules& rules, const T& hand, const T& center, const Word& give,
                    const Word& take) {
  if (give.empty() || take.empty()) return false;
  if (!contains(hand, give)) return false;
  if (rules.is_spectrum(sorted(give), take)) return spectrum_available(rules, hand, center);
  if (give.size() > rules.max_exchange() || take.size() > rules.max_exchange()) return false;
  if (!contains(center, take)) return false;
  if (rules.group().product(give) != rules.group().product(take)) return false;
  return rules.null_allowed() || sorted(give) != sorted(take);
}

__extension__ using Wide = unsigned __int128;

struct ExchangeCount {
  std::uint64_t all = 0;      // stays at its largest value rather than overflow
  bool any = false;           // some exchange is legal
  bool any_reducing = false;  // some exchange makes the hand smaller
};

// Counts (size, sum) pairs; the two forms share nothing with the listing below but the rules.
template <class T>
ExchangeCount count_exchanges(const ExchangeRules& rules, const T& hand, const T& center) {
  const Group& group = rules.group();
  const int most = rules.max_exchange();
  using Counts = SumCounts<T::capacity>;
  const Counts from_hand(group, most, [&](Element e) { return hand[e]; });
  const Counts from_center(group, most, [&](Element e) { return center[e]; });
  ExchangeCount out;
  Wide pairs = 0;
  for (int i = 0; i < group.order(); ++i) {
    const Element sum = element(i);
    pairs += static_cast<Wide>(from_hand.of_sum(sum)) * from_center.of_sum(sum);
    for (int give = 2; give <= most; ++give)
      for (int take = 1; take < give; ++take)
        out.any_reducing |= from_hand.count(give, sum) != 0 && from_center.count(take, sum) != 0;
  }
  if (!rules.null_allowed()) {  // A1: what both sides hold could be given for itself
    const Counts in_both(group, most, [&](Element e) { return std::min(hand[e], center[e]); });
    pairs -= in_both.total();
  }
  if (spectrum_available(rules, hand, center)) {
    pairs += 1;
    out.any_reducing = true;
  }
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  out.all = pairs > largest ? largest : static_cast<std::uint64_t>(pairs);
  out.any = pairs != 0;
  return out;
}

// Whether some exchange makes the hand smaller, as count_exchanges, with a fast test first.
// REQUIRES: the hand has no more than max_exchange pieces
template <class T>
bool can_reduce(const ExchangeRules& rules, const T& hand, const T& center) {
  if (spectrum_available(rules, hand, center)) return true;
  const Group& group = rules.group();
  // What the hand can give for each sum, the most pieces.
  std::array<std::int8_t, T::capacity> given;
  given.fill(-1);
  given[0] = 0;
  int largest = 0;
  for (int e = 0; e < group.order(); ++e)
    for (int copy = 0; copy < hand[element(e)]; ++copy, ++largest) {
      const auto before = given;
      for (int sum = 0; sum < group.order(); ++sum)
        if (const std::int8_t size = before[static_cast<std::size_t>(sum)]; size >= 0) {
          auto& with = given[static_cast<std::size_t>(group.product(element(sum), element(e)))];
          with = std::max<std::int8_t>(with, static_cast<std::int8_t>(size + 1));
        }
    }
  CHECK(largest <= rules.max_exchange());
  for (int e = 0; e < group.order(); ++e)
    if (center[element(e)] > 0 && given[static_cast<std::size_t>(e)] > 1) return true;
  if (largest < 3) return false;
  // Sums of exactly this many pieces of the Center.
  std::array<ElementSet, SumCounts<1>::max_size + 1> taken;
  taken[0].insert(identity);
  for (int e = 0; e < group.order(); ++e)
    for (int copy = 0; copy < std::min(center[element(e)], largest - 1); ++copy)
      for (std::size_t size = static_cast<std::size_t>(largest) - 1; size > 0; --size)
        taken[size] |= times(group, taken[size - 1], element(e));
  for (int size = 2; size < largest; ++size)
    for (const Element sum : taken[static_cast<std::size_t>(size)])
      if (given[static_cast<std::size_t>(sum)] > size) return true;
  return false;
}

// Every legal exchange up to the list's limit: by their sum, then by what is given, then by what
// is taken.
template <class T>
void list_exchanges(const ExchangeRules& rules, const T& hand, const T& center, ActionList& list) {
  const Group& group = rules.group();
  if (spectrum_available(rules, hand, center))
    list.add({Verb::exchange, rules.spectrum(), {identity}});
  const SumSampler<T> gives(group, rules.max_exchange(), hand);
  const SumSampler<T> takes(group, rules.max_exchange(), center);
  for (int sum = 0; sum < group.order() && !list.truncated(); ++sum) {
    if (takes.of_sum(element(sum)) == 0) continue;
    gives.for_each(element(sum), [&](const Word& give) {
      return takes.for_each(element(sum), [&](const Word& take) {
        if (!rules.null_allowed() && give == take) return true;
        return list.add({Verb::exchange, give, take});
      });
    });
  }
}

// The same in two steps, for groups with too many pairs to list: first what may be given ...
template <class T>
std::vector<Word> list_gives(const ExchangeRules& rules, const T& hand, const T& center,
                             std::size_t limit) {
  const Group& group = rules.group();
  const SumSampler<T> gives(group, rules.max_exchange(), hand);
  const SumCounts<T::capacity> takes(group, rules.max_exchange(),
                                     [&](Element e) { return center[e]; });
  std::vector<Word> out;
  if (limit > 0 && spectrum_available(rules, hand, center)) out.push_back(rules.spectrum());
  for (int sum = 0; sum < group.order() && out.size() < limit; ++sum)
    gives.for_each(element(sum), [&](const Word& give) {
      const bool itself = !rules.null_allowed() && contains(center, give);
      if (takes.of_sum(element(sum)) == 0) return false;
      if (takes.of_sum(element(sum)) > (itself ? 1U : 0U)) out.push_back(give);
      return out.size() < limit;
    });
  return out;
}

// ... then what may be taken for it. Nothing if `give` cannot be given.
template <class T>
std::vector<Word> list_takes(const ExchangeRules& rules, const T& hand, const T& center, Word give,
                             std::size_t limit) {
  std::vector<Word> out;
  give.sort();
  if (give.empty() || limit == 0 || !contains(hand, give)) return out;
  if (rules.is_spectrum(give, {identity})) {
    if (spectrum_available(rules, hand, center)) out.push_back({identity});
    return out;
  }
  if (give.size() > rules.max_exchange()) return out;
  const SumSampler<T> takes(rules.group(), rules.max_exchange(), center);
  takes.for_each(rules.group().product(give), [&](const Word& take) {
    if (rules.null_allowed() || take != give) out.push_back(take);
    return out.size() < limit;
  });
  return out;
}

// A legal exchange, each equally likely, by counting and not by listing; nothing if there is none.
// The samplers hold the hand and the Center; nulls() counts the sets that both hold. Where there is
// nothing but them, nothing is drawn from `rng`.
template <class Sampler, class Nulls>
bool random_exchange(const ExchangeRules& rules, bool spectrum, const Sampler& gives,
                     const Sampler& takes, Nulls nulls, Rng& rng, Action& out) {
  using Count = typename Sampler::Count;
  const int order = rules.group().order();
  const auto pairs_of = [&](int sum) -> Count {
    return static_cast<Count>(gives.of_sum(element(sum))) * takes.of_sum(element(sum));
  };
  Count pairs = spectrum ? 1 : 0;
  for (int sum = 0; sum < order; ++sum) pairs += pairs_of(sum);
  if (pairs == 0) return false;
  // The largest groups have more pairs than 64 bits count; there they are counted in blocks.
  const int shift = (pairs >> 62) == 0 ? 0 : 32;
  const Rng before = rng;
  bool first = true;
  while (true) {  // until it is not a null exchange
    auto ticket = static_cast<Count>(rng.below64(static_cast<std::uint64_t>(pairs >> shift)))
                  << shift;
    if (spectrum && ticket-- == 0) {
      out = {Verb::exchange, rules.spectrum(), {identity}};
      return true;
    }
    int sum = 0;
    for (; ticket >= pairs_of(sum); ++sum) ticket -= pairs_of(sum);
    const auto& give = gives.sample(element(sum), rng);
    const auto& take = takes.sample(element(sum), rng);
    if (rules.null_allowed() || give != take) {
      out = {Verb::exchange, give, take};
      return true;
    }
    if (first && pairs == nulls()) {
      rng = before;
      return false;
    }
    first = false;
  }
}

template <class T>
std::uint64_t count_nulls(const ExchangeRules& rules, const T& hand, const T& center) {
  return SumCounts<T::capacity>(rules.group(), rules.max_exchange(),
                                [&](Element e) { return std::min(hand[e], center[e]); })
      .total();
}

template <class T>
std::optional<Action> random_exchange(const ExchangeRules& rules, const T& hand, const T& center,
                                      Rng& rng) {
  const SumSampler<T> gives(rules.group(), rules.max_exchange(), hand);
  const SumSampler<T> takes(rules.group(), rules.max_exchange(), center);
  Action out;
  if (!random_exchange(
          rules, spectrum_available(rules, hand, center), gives, takes,
          [&] { return count_nulls(rules, hand, center); }, rng, out))
    return std::nullopt;
  return out;
}

// Moves the pieces of a legal exchange; nothing cancels yet (A3: both sides move at once).
template <class T>
void move_exchange(const ExchangeRules& rules, T& hand, T& center, const Word& give,
                   const Word& take) {
  if (give.size() == rules.spectrum().size() && rules.is_spectrum(sorted(give), take)) {
    const bool from_center =
        rules.spectrum_clear() == SpectrumClear::center ||
        (rules.spectrum_clear() == SpectrumClear::center_then_supply && center[identity] > 0);
    if (from_center) center.remove(identity);
    hand.add(identity);
  } else {
    move_word(take, center, hand);
  }
  move_word(give, hand, center);
}

inline int count_in(const Word& word, Element e) {
  return static_cast<int>(std::count(word.begin(), word.end(), e));
}

// The clears that each other seat is dealt for a legal exchange, or Solitaire's C: cancel_tuples
// without the pieces moved. `center` has a count for each piece, and nothing left to cancel. Words
// in index order.
template <class Center>
int clears_of(const ExchangeRules& rules, const Center& center, const Word& give,
              const Word& take) {
  int clears = 0;
  for (int i = 0; i < give.size(); ++i) {
    const Element e = give[i];
    if (i > 0 && e == give[i - 1]) continue;
    const int tuple = rules.tuple_of(e);
    const int given = count_in(give, e);
    if (tuple > 0 && given < tuple) clears += (center[e] - count_in(take, e) + given) / tuple;
  }
  return clears;
}

// Rule 6: takes whole tuples of a piece out of the Center and puts one clear in for each, then
// calls report(piece, tuples, exempt): exempt if `placed` itself held a tuple (6(ii), A21).
template <class T, class Placed, class Report>
void cancel_tuples(const ExchangeRules& rules, T& center, Placed placed, Report report) {
  for (int i = 1; i < rules.group().order(); ++i) {
    const Element e = element(i);
    const int tuple = rules.tuple_of(e);
    if (center[e] < tuple) continue;
    const int tuples = center[e] / tuple;
    center.remove(e, tuples * tuple);
    center.add(identity, tuples);
    report(e, tuples, placed(e) >= tuple);
  }
}

// A whole legal exchange, rules 5 and 6: the pieces change places, then tuples cancel, with
// `report` as in cancel_tuples.
template <class T, class Report>
void make_exchange(const ExchangeRules& rules, T& hand, T& center, const Action& action,
                   Report report) {
  move_exchange(rules, hand, center, action.give, action.take);
  cancel_tuples(rules, center, [&](Element e) { return count_in(action.give, e); }, report);
}

inline void note_cancelled(Trace* trace, const ExchangeRules& rules, Element e, int tuples,
                           bool exempt) {
  if (trace != nullptr) trace->cancelled.push_back({e, tuples, tuples * rules.tuple_of(e), exempt});
}

// What a position cannot have: more of a piece than the game has, or an uncancelled Center. While
// the pieces are dealt (`dealing`) none is missing either, and the Center is still empty.
template <class T, class Held>
std::optional<Error> flaw_of_pieces(const ExchangeRules& rules, const T& center, int copies,
                                    bool dealing, Held held) {
  for (int i = 1; i < rules.group().order(); ++i) {
    const Element e = element(i);
    const std::string& name = rules.group().names().write(e);
    const int total = held(e);
    if (total > copies || (dealing && total != copies))
      return error_of("position.pieces",
                      {"There are ", total, " of ", name, " here and ", copies, " in the game."});
    if (center[e] >= rules.tuple_of(e))
      return error_of("position.center", {"The Center holds ", int{center[e]}, " of ", name,
                                          ", which would have cancelled."});
  }
  if (dealing && !center.empty())
    return error_of("position.center", {"The Center is empty until the hands are dealt."});
  return std::nullopt;
}

}  // namespace coset
