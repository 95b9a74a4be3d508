// Mad Abel with one pack on a cyclic group: hidden hands are imagined again and again, as far as
// they fit what their owners could not play, and each candidate is played on in the same imagined
// deals, the better ones in more of them.
#include "base/sort.hpp"
#include "engine/bots/bandit.hpp"
#include "engine/bots/search.hpp"
#include "engine/play/playout_cards.hpp"

namespace coset::bots {

namespace {

using Cards = std::uint64_t;
using Game = MadAbel<CardSet>;

constexpr Cards bit(int e) { return Cards{1} << e; }

// Which sums the cards of a hand can make, the empty one included: bit i is place i.
COSET_INLINE Cards reach(const SubsetSums& sums, int order, Cards hand) {
  const Cards all = order == 64 ? ~Cards{0} : bit(order) - 1;
  Cards out = 1;
  for (; hand != 0; hand &= hand - 1) {
    const int place = sums.place(element(std::countr_zero(hand)));
    if (place != 0) out |= ((out << place) | (out >> (order - place))) & all;
  }
  return out;
}

struct Play {
  Cards cards = 0;
  int second = -1;  // -1: one card alone
  int top = 0;
};

class CardTable {
 public:
  // The static value of a play. A seat that leaves a target that all the rest of its hand makes
  // wins if the others do not play; until there is such a play, more cards in the hand make one
  // likelier, so few are played. Found by measuring.
  static constexpr int at_all = 200;
  static constexpr int each_card = -4;
  static constexpr int rest_makes = 2;  // the target that is left
  static constexpr int whole_makes = 60;
  static constexpr int wins_at_once = 1000;

  CardTable(const Game& game, const CardRules& rules)
      : rules_(rules), sums_(CardRules::sums(game)) {}

  const CardRules& rules() const { return rules_; }
  SubsetSums& sums() { return sums_; }
  int place(int e) const { return sums_.place(element(e)); }
  int target(const CardState& s) const { return sum(s.second, s.top); }
  int sum(int a, int b) const {
    const int out = place(a) + place(b);
    return out >= rules_.order ? out - rules_.order : out;
  }
  bool makes(Cards hand, int target) const {
    if (target != 0) return (reach(sums_, rules_.order, hand) >> target & 1) != 0;
    // The empty set makes the identity too, and is no play.
    for (Cards left = hand; left != 0; left &= left - 1) {
      const int e = std::countr_zero(left);
      const int rest = place(e) == 0 ? 0 : rules_.order - place(e);
      if ((reach(sums_, rules_.order, (left & (left - 1))) >> rest & 1) != 0) return true;
    }
    return false;
  }

  // What a player with little foresight does. Plain: the most cards, any of the equals. Smart: what
  // is worth most at a glance.
  bool choose(const CardState& s, bool smart, Rng& rng, Play& out) {
    const Cards hand = s.hands[static_cast<std::size_t>(s.seat)];
    // So large a hand can be played; which way hardly matters in a game that is only imagined.
    Cards looked_at = hand;
    while (std::popcount(looked_at) > 9) looked_at &= looked_at - 1;
    if (sums_.find(looked_at, target(s)) == 0) return false;
    const std::uint64_t noise = rng.next();
    int best = -1;
    std::uint32_t equals = 0;
    // The n-th of equals takes the place with chance 1 in n, near enough.
    const auto better = [&](int score) {
      if (score < best) return false;
      if (score > best) equals = 0;
      best = score;
      ++equals;
      return equals == 1 || ((noise >> (equals * 7 & 31)) & 0xffff) * equals < 0x10000;
    };
    sums_.for_each([&](Cards cards) {
      const int size = std::popcount(cards);
      if (!smart || cards == hand) {
        if (better(cards == hand ? wins_at_once : size)) out = {cards, -2, 0};
        return;
      }
      const Left left = left_by(hand ^ cards);
      if (size == 1) {
        const int card = std::countr_zero(cards);
        if (better(at_all + each_card + left.worth(sum(s.top, card)))) out = {cards, -1, card};
        return;
      }
      for (Cards a = cards; a != 0; a &= a - 1)
        for (Cards b = a & (a - 1); b != 0; b &= b - 1) {
          const int i = std::countr_zero(a);
          const int j = std::countr_zero(b);
          if (better(at_all + each_card * size + left.worth(sum(i, j)))) out = {cards, i, j};
        }
    });
    if (out.second == -2) complete(noise, out);
    return true;
  }
  // Any two of the cards on top.
  static void complete(std::uint64_t noise, Play& out) {
    const auto size = static_cast<std::uint32_t>(std::popcount(out.cards));
    if (size == 1) {
      out.second = -1;
      out.top = std::countr_zero(out.cards);
      return;
    }
    const std::uint32_t i = static_cast<std::uint32_t>(noise >> 32 & 0xffff) % size;
    const std::uint32_t j = static_cast<std::uint32_t>(noise >> 48) % (size - 1);
    out.second = lanes::nth_bit<lanes::Baseline>(out.cards, i);
    out.top = lanes::nth_bit<lanes::Baseline>(out.cards, j + (j >= i ? 1 : 0));
  }
  int total(Cards cards) const {
    int out = 0;
    for (; cards != 0; cards &= cards - 1) out += place(std::countr_zero(cards));
    return out % rules_.order;
  }

  // What the rest of a hand can do about a target.
  struct Left {
    Cards makes;
    int whole;  // what all of it makes

    int worth(int target) const {
      return ((makes >> target & 1) != 0 ? rest_makes : 0) + (target == whole ? whole_makes : 0);
    }
  };
  Left left_by(Cards rest) const { return {reach(sums_, rules_.order, rest), total(rest)}; }

  void apply(CardState& s, const Play& play) const {
    cards::play(rules_, s, play.cards, play.second, play.top, false);
  }

  // The share of the victory that `seat` gets.
  double play_on(CardState& s, int seat, bool smart, Rng& rng) {
    const int last = s.turns + 60 * rules_.seats;
    for (; s.ending == Ending::none && s.turns < last; ++turns_) {
      Play play;
      if (choose(s, smart, rng, play)) {
        apply(s, play);
      } else {
        cards::draw_or_pass<lanes::Baseline>(rules_, s, rng);
      }
    }
    int fewest = 64;
    int sharing = 0;
    for (int i = 0; i < rules_.seats; ++i) {
      const int size = std::popcount(s.hands[static_cast<std::size_t>(i)]);
      if (size < fewest) sharing = 0;
      fewest = std::min(fewest, size);
      sharing += size == fewest ? 1 : 0;
    }
    const bool wins = std::popcount(s.hands[static_cast<std::size_t>(seat)]) == fewest;
    return wins ? 1.0 / sharing : 0;
  }

  // In all games that were played on.
  std::uint64_t turns() const { return turns_; }

 private:
  CardRules rules_;
  SubsetSums sums_;
  std::uint64_t turns_ = 0;
};

// Hands that fit a view.
class Belief {
 public:
  Belief(const Game& game, const Game::View& view, bool refusals, CardTable& table)
      : game_(game), view_(view), refusals_(refusals), table_(table) {}

  CardState imagine(Rng& rng) {
    CardState s;
    s.deck = view_.urn.bits();
    s.pile = view_.pile.bits();
    s.second = index(view_.second);
    s.top = index(view_.top);
    s.seat = view_.seat;
    s.idle = view_.idle;
    s.turns = view_.turns;
    for (int i = 0; i < game_.seats(); ++i) {
      const auto seat = static_cast<std::size_t>(i);
      if (i == view_.viewer) {
        s.hands[seat] = view_.hand.bits();
        continue;
      }
      s.hands[seat] = hand_of(seat, s.deck, rng);
      s.deck &= ~s.hands[seat];
    }
    return s;
  }

 private:
  // A seat that drew held no play then: two cards fewer, unless the deck ran out. Where a draw is
  // taken on the player's word it may not be so, and after many vain tries it is not insisted on.
  Cards hand_of(std::size_t seat, Cards deck, Rng& rng) {
    const int size = view_.sizes[seat];
    const int refused = refusals_ ? view_.refusals.count[seat] : 0;
    const int oldest = std::min(refused, (size - 1) / 2);
    const bool on_word = game_.options().inability == Inability::honour;
    const int tries = on_word ? 12 : 40;
    Cards hand = 0;
    for (int attempt = 0; attempt < tries; ++attempt) {
      Cards left = deck;
      hand = 0;
      for (int i = size - 2 * oldest; i > 0; --i) hand |= cards::draw<lanes::Baseline>(left, rng);
      bool fits = true;
      for (int k = oldest; k > 0; --k) {
        const Element target = view_.refusals.targets[seat][static_cast<std::size_t>(refused - k)];
        fits = fits && !table_.makes(hand, table_.place(index(target)));
        for (int i = 0; i < 2; ++i) hand |= cards::draw<lanes::Baseline>(left, rng);
      }
      if (fits) break;
    }
    return hand;
  }

  const Game& game_;
  Game::View view_;
  bool refusals_;
  CardTable& table_;
};

class CardSearch final : public Search {
 public:
  struct Style {
    std::uint64_t samples = 0;  // for each candidate; 0: the better ones get more of `budget`
    std::uint64_t budget = 6000;
    std::size_t width = 24;
    std::size_t seen = 100000;  // how many random plays are considered
    bool smart = true;
    bool belief = true;
  };

  CardSearch(const Game& game, const CardRules& rules, const Game::View& view, const Style& style,
             Rng& rng)
      : style_(style),
        table_(game, rules),
        belief_(game, view, style.belief, table_),
        seat_(view.viewer),
        otherwise_(game.otherwise(game.imagine(view, rng))),
        rng_(rng.next()) {
    list_plays(view);
    bandit_.emplace(plays_.size(), style.budget);
  }

  bool step() override {
    if (plays_.size() < 2 || used() >= max_units) return false;
    const CardState deal = belief_.imagine(rng_);
    const std::uint64_t seed = rng_.next();
    const std::size_t alive = style_.samples > 0 ? plays_.size() : bandit_->alive();
    for (std::size_t i = 0; i < alive; ++i) {
      Rng rng(seed);
      CardState s = deal;
      const std::size_t play = bandit_->candidate(i);
      table_.apply(s, plays_[play]);
      bandit_->add(play, table_.play_on(s, seat_, style_.smart, rng));
    }
    if (style_.samples > 0) return ++done_ < style_.samples;
    return bandit_->next();
  }
  // A game that is played on is a unit, and so are two turns.
  std::uint64_t used() const override { return std::max(bandit_->used(), table_.turns() / 2); }
  Action best() const override {
    if (plays_.empty()) return otherwise_;
    const Play& play = plays_[bandit_->best()];
    Action out{Verb::play, {}, {}};
    for (Cards left = play.cards; left != 0; left &= left - 1) {
      const int e = std::countr_zero(left);
      if (e != play.second && e != play.top) out.give.push(element(e));
    }
    if (play.second >= 0) out.give.push(element(play.second));
    out.give.push(element(play.top));
    return out;
  }

 private:
  void list_plays(const Game::View& view) {
    const Cards hand = view.hand.bits();
    const int target = table_.sum(index(view.second), index(view.top));
    table_.sums().find(hand, target);
    struct Ranked {
      int rank;
      Play play;
    };
    std::vector<Ranked> ranked;
    table_.sums().for_each([&](Cards cards) {
      const int size = std::popcount(cards);
      const CardTable::Left left = table_.left_by(hand ^ cards);
      if (size == 1) {
        const int card = std::countr_zero(cards);
        ranked.push_back({CardTable::each_card + left.worth(table_.sum(index(view.top), card)),
                          {cards, -1, card}});
        return;
      }
      for (Cards a = cards; a != 0; a &= a - 1)
        for (Cards b = a & (a - 1); b != 0; b &= b - 1) {
          const int i = std::countr_zero(a);
          const int j = std::countr_zero(b);
          const int rank = (cards == hand ? CardTable::wins_at_once : 0) +
                           CardTable::each_card * size + left.worth(table_.sum(i, j));
          ranked.push_back({rank, {cards, i, j}});
          ranked.push_back({rank, {cards, j, i}});
        }
    });
    for (std::size_t i = 0; i < ranked.size(); ++i)  // equals in a random order
      std::swap(ranked[i], ranked[i + rng_.below(static_cast<std::uint32_t>(ranked.size() - i))]);
    ranked.resize(std::min(ranked.size(), style_.seen));
    std::vector<std::size_t> order(ranked.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    put_in_order(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return ranked[a].rank != ranked[b].rank ? ranked[a].rank > ranked[b].rank : a < b;
    });
    for (std::size_t i = 0; i < order.size() && i < style_.width; ++i)
      plays_.push_back(ranked[order[i]].play);
  }

  Style style_;
  CardTable table_;
  Belief belief_;
  int seat_;
  Action otherwise_;
  Rng rng_;
  std::vector<Play> plays_;
  std::optional<Bandit> bandit_;
  std::uint64_t done_ = 0;
};

std::unique_ptr<Search> card_search(const Game& game, const Game::View& view,
                                    const CardSearch::Style& style, Rng& rng) {
  const auto rules = CardRules::of(game);
  if (!rules || view.hand.size() > std::min(SubsetSums::max_cards, rules->max_cards))
    return nullptr;
  return std::make_unique<CardSearch>(game, *rules, view, style, rng);
}

}  // namespace

std::unique_ptr<Search> strong_search(const Game& game, const Game::View& view,
                                      const Settings& settings, Rng& rng) {
  CardSearch::Style style;
  if (settings.nodes > 0) style.budget = settings.nodes;
  if (settings.width > 0) style.width = static_cast<std::size_t>(settings.width);
  if (settings.seen > 0) style.seen = static_cast<std::size_t>(settings.seen);
  style.belief = settings.belief != 0;
  return card_search(game, view, style, rng);
}

std::unique_ptr<Search> plain_monte_carlo(const Game& game, const Game::View& view,
                                          const Settings& settings, Rng& rng) {
  CardSearch::Style style;
  style.width = 48;
  style.samples = settings.samples > 0 ? static_cast<std::uint64_t>(settings.samples) : 400;
  style.smart = false;
  style.belief = false;
  return card_search(game, view, style, rng);
}

}  // namespace coset::bots
