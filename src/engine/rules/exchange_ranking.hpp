// ExchangeRanking: the exchanges of a position by value, the best first, without visiting the
// others. Where there are too many to list, it selects those listed. A
// workspace: it allocates while it grows to its largest position. It counts its work: additions and
// steps, not time.
#pragma once

#include <vector>

#include "engine/rules/counting/ranked_sums.hpp"
#include "engine/rules/exchange.hpp"

namespace coset {

class ExchangeRanking {
 public:
  explicit ExchangeRanking(const ExchangeRules& rules)
      : rules_(rules), gives_(rules.group()), takes_(rules.group()) {}

  // With an Rng, equals come in a random order, else in a fixed one.
  template <class T>
  void reset(const T& hand, const T& center, Rng* rng = nullptr) {
    const int order = rules_.group().order();
    const int most = rules_.max_exchange();
    hand_ = kinds_of(hand, order, most);
    kinds_ = kinds_of(center, order, most);
    for (int e = 0; e < order; ++e)
      center_.count[static_cast<std::size_t>(e)] = static_cast<std::uint16_t>(center[element(e)]);
    spectrum_ = spectrum_available(rules_, hand, center);
    begin(rng);
  }

  enum class By : std::uint8_t {
    shed,  // the pieces that the hand loses, then the clears that are dealt
    both,  // their sum
  };
  struct Wish {
    By by = By::shed;
    std::size_t limit = 0;
    // Few of each sum, and none with a piece on both sides that equals the one without it: for
    // callers that want different exchanges and not all.
    bool varied = false;
  };
  struct Found {
    Word give;
    Word take;
    int shed;
    int clears;
  };
  // At most `limit` of them.
  void list(const Wish& wish, std::vector<Found>& out);

  std::uint64_t work() const { return work_ + gives_.work() + takes_.work(); }

 private:
  struct Center {
    std::array<std::uint16_t, Operation::max_order> count{};
    int operator[](Element e) const { return count[static_cast<std::size_t>(index(e))]; }
  };

  void begin(Rng* rng);
  bool add_class(int shed, int clears);
  bool add_pairs(int give_size, int take_size, Element sum, int clears);
  void add_spectrum();

  const ExchangeRules& rules_;
  RankedSums gives_;
  RankedSums takes_;
  std::vector<PieceKind> hand_;
  std::vector<PieceKind> kinds_;  // in the Center
  Center center_;
  std::array<int, ExchangeOptions::exchange_limit + 1> best_{};  // clears, by the size of a give
  bool spectrum_ = false;
  int first_sum_ = 0;
  Wish wish_;
  std::vector<Found>* out_ = nullptr;
  std::uint64_t work_ = 0;
};

// Every legal exchange as list_exchanges has them or, where they are more than the list holds,
// those that shed most and then deal most clears, the best first. REQUIRES: the list is empty
template <class T>
void list_best_exchanges(const ExchangeRules& rules, const T& hand, const T& center,
                         ActionList& list) {
  list_exchanges(rules, hand, center, list);
  if (!list.truncated()) return;
  ExchangeRanking ranking(rules);
  ranking.reset(hand, center);
  std::vector<ExchangeRanking::Found> found;
  ranking.list({ExchangeRanking::By::shed, list.limit(), false}, found);
  list.clear();
  for (const auto& one : found) list.add({Verb::exchange, one.give, one.take});
  list.truncate();
}

}  // namespace coset
