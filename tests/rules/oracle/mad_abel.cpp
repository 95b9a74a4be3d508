#include "mad_abel.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace oracle {

MadAbel::MadAbel(const Params& params) : params_(params), abelian_(is_abelian(params.table)) {
  require(params_.seats >= 1 && params_.seats <= 7, "Mad Abel seats 1-7");
  require(params_.deal >= 1, "a hand is dealt at least one card");
  require(params_.deal * params_.seats + 2 <= params_.copies * params_.table.order,
          "the deck is too small for the deal");  // M10
  if (params_.metric != Metric::exact) {
    require(params_.table == cyclic_product(params_.moduli),
            "a metric needs a product of cyclic groups");  // M14
  }
}

MadAbel::State MadAbel::start() const {
  const std::size_t order = static_cast<std::size_t>(params_.table.order);
  State s;
  s.hands.assign(static_cast<std::size_t>(params_.seats), Counts(order, 0));
  s.deck.assign(order, params_.copies);
  s.buried.assign(order, 0);
  return s;
}

void MadAbel::deal(State& s, int card) const {
  require(is_deal(s), "nothing is to be dealt");
  const std::size_t e = static_cast<std::size_t>(card);
  require(s.deck.at(e) > 0, "the deck has no such card");
  --s.deck[e];
  switch (s.phase) {
    case Phase::deal_hand:
      ++hand(s)[e];
      if (total(hand(s)) < params_.deal) break;
      if (s.seat + 1 < params_.seats) {
        ++s.seat;
      } else {
        s.seat = 0;
        s.phase = Phase::deal_second;
      }
      break;
    case Phase::deal_second:  // M11
      s.second = card;
      s.phase = Phase::deal_top;
      break;
    case Phase::deal_top:
      s.top = card;
      s.phase = Phase::act;
      break;
    case Phase::deal_draw:
      ++hand(s)[e];
      --s.draws_left;
      go_on_drawing(s);
      break;
    case Phase::act:
    case Phase::over:
      break;
  }
}

int MadAbel::target(const State& s) const { return product_of(params_.table, {s.second, s.top}); }

int MadAbel::length(int element) const {
  if (params_.metric == Metric::exact) return element;
  const std::vector<int> x = coordinates(element, params_.moduli);
  int sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {  // M14
    const int around = std::min(x[i], params_.moduli[i] - x[i]);
    if (params_.metric == Metric::lee) sum += around;
    if (params_.metric == Metric::rep) sum += x[i];
    if (params_.metric == Metric::euclid) sum += around * around;
  }
  return sum;
}

bool MadAbel::fits(const State& s, const Word& word) const {
  return length(product_of(params_.table, word)) == length(target(s));
}

std::vector<Action> MadAbel::legal(const State& s) const {
  if (s.phase != Phase::act) return {};
  std::vector<Action> out;
  for (const Word& word : words(s)) {
    out.push_back({Kind::play, word, {}});
    const bool choice = params_.single_card == SingleCard::choose && s.second != s.top;
    if (word.size() == 1 && choice) out.push_back({Kind::play, word, {s.second}});  // M1
  }
  if (out.empty() || params_.inability == Inability::honour) {  // M3
    out.push_back({can_draw(s) ? Kind::draw : Kind::pass});
  }
  return out;
}

std::vector<Word> MadAbel::words(const State& s) const {
  return abelian_ ? words_by_multiset(s) : words_by_order(s);
}

// The order does not matter to the product: take a multiset that fits, then each ordered pair of
// its cards as (second, top) and bury the rest in ascending order. M2
std::vector<Word> MadAbel::words_by_multiset(const State& s) const {
  std::vector<Word> out;
  for (const Word& cards : sub_multisets(hand(s), params_.max_cards)) {
    if (!fits(s, cards)) continue;
    if (cards.size() == 1) {
      out.push_back(cards);
      continue;
    }
    std::set<std::pair<int, int>> tops;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      for (std::size_t j = 0; j < cards.size(); ++j) {
        if (i != j) tops.insert({cards[i], cards[j]});
      }
    }
    for (const auto& [second, top] : tops) {
      Word word = cards;
      word.erase(std::find(word.begin(), word.end(), second));
      word.erase(std::find(word.begin(), word.end(), top));
      word.push_back(second);
      word.push_back(top);
      out.push_back(word);
    }
  }
  return out;
}

namespace {

void extend(Counts& hand, int largest, Word& word, std::vector<Word>& out) {
  if (!word.empty()) out.push_back(word);
  if (static_cast<int>(word.size()) == largest) return;
  for (std::size_t e = 0; e < hand.size(); ++e) {
    if (hand[e] == 0) continue;
    --hand[e];
    word.push_back(static_cast<int>(e));
    extend(hand, largest, word, out);
    word.pop_back();
    ++hand[e];
  }
}

std::vector<Word> all_words(Counts hand, int largest) {
  std::vector<Word> out;
  Word word;
  extend(hand, largest, word, out);
  return out;
}

}  // namespace

// Every word that fits; of those that differ only in how the buried part is arranged, the
// lexicographically smallest. M13
std::vector<Word> MadAbel::words_by_order(const State& s) const {
  std::map<std::tuple<Word, int, int>, Word> smallest;
  for (const Word& word : all_words(hand(s), params_.max_cards)) {
    if (!fits(s, word)) continue;
    Word below = word;
    const int top = below.back();
    below.pop_back();
    int second = -1;
    if (!below.empty()) {
      second = below.back();
      below.pop_back();
    }
    std::sort(below.begin(), below.end());
    const auto [at, is_new] = smallest.insert({{below, second, top}, word});
    if (!is_new && word < at->second) at->second = word;
  }
  std::vector<Word> out;
  for (const auto& [key, word] : smallest) out.push_back(word);
  return out;
}

bool MadAbel::is_legal(const State& s, const Action& action) const {
  if (s.phase != Phase::act) return false;
  if (action.kind == Kind::play) {
    const Word& word = action.give;
    if (word.empty() || static_cast<int>(word.size()) > params_.max_cards) return false;  // M9, M5
    if (!contains(hand(s), word) || !fits(s, word)) return false;
    if (action.take.empty()) return true;
    return params_.single_card == SingleCard::choose && word.size() == 1 && s.second != s.top &&
           action.take == Word{s.second};  // M1
  }
  if (!action.give.empty() || !action.take.empty()) return false;
  if (action.kind == Kind::exchange) return false;
  if ((action.kind == Kind::draw) != can_draw(s)) return false;
  return params_.inability == Inability::honour || !play_exists(s);  // M3
}

// Not by the lister's means when abelian: which (number of cards, product) can be made at all.
bool MadAbel::play_exists(const State& s) const {
  if (!abelian_) return !words_by_order(s).empty();
  std::set<std::pair<int, int>> made;
  for (const int card : pieces(hand(s))) {
    std::set<std::pair<int, int>> more = made;
    more.insert({1, card});
    for (const auto& [cards, product] : made) {
      more.insert({cards + 1, product_of(params_.table, {product, card})});
    }
    made = more;
  }
  for (const auto& [cards, product] : made) {
    if (cards <= params_.max_cards && length(product) == length(target(s))) return true;
  }
  return false;
}

bool MadAbel::can_draw(const State& s) const {
  if (total(s.deck) > 0) return true;
  return params_.reshuffle && total(s.buried) > 0;  // M6
}

void MadAbel::apply(State& s, const Action& action) const {
  require(is_legal(s, action), "the action is not legal");
  if (action.kind == Kind::play) {
    s.idle = 0;
    play(s, action);
    end_turn(s);
  } else if (action.kind == Kind::draw) {
    s.idle = 0;
    s.draws_left = 2;
    go_on_drawing(s);
  } else {
    ++s.idle;
    end_turn(s);
  }
}

void MadAbel::play(State& s, const Action& action) const {
  const Word& word = action.give;
  const auto bury = [&s](int card) { ++s.buried[static_cast<std::size_t>(card)]; };
  for (const int card : word) --hand(s)[static_cast<std::size_t>(card)];
  if (word.size() == 1) {
    if (action.take.empty()) {  // M1: pile order
      bury(s.second);
      s.second = s.top;
    } else {  // M1: the old second stays
      bury(s.top);
    }
    s.top = word[0];
    return;
  }
  bury(s.second);
  bury(s.top);
  for (std::size_t i = 0; i + 2 < word.size(); ++i) bury(word[i]);
  s.second = word[word.size() - 2];
  s.top = word[word.size() - 1];
}

// Asks for the next card of a draw, or ends the turn when two are drawn or none is to be had.
void MadAbel::go_on_drawing(State& s) const {
  if (s.draws_left == 0 || !can_draw(s)) {
    s.draws_left = 0;
    end_turn(s);  // M4
    return;
  }
  if (total(s.deck) == 0) {  // M6
    s.deck = s.buried;
    s.buried.assign(s.buried.size(), 0);
  }
  s.phase = Phase::deal_draw;
}

void MadAbel::end_turn(State& s) const {
  ++s.turns;
  if (total(hand(s)) == 0) {
    s.cause = Cause::emptied;  // M8
  } else if (s.idle == params_.seats) {
    s.cause = Cause::blocked;  // M7
  } else if (s.turns >= params_.max_turns) {
    s.cause = Cause::max_turns;  // M16
  }
  if (s.cause != Cause::none) {
    s.phase = Phase::over;
    return;
  }
  s.seat = (s.seat + 1) % params_.seats;
  s.phase = Phase::act;
}

std::vector<int> MadAbel::scores(const State& s) const {
  std::vector<int> out;
  for (const Counts& one : s.hands) out.push_back(total(one));
  return out;
}

// An emptied hand is the only one with no cards, so fewest covers that case as well.
std::vector<int> MadAbel::winners(const State& s) const {
  const std::vector<int> score = scores(s);
  const int fewest = *std::min_element(score.begin(), score.end());
  std::vector<int> out;
  for (int seat = 0; seat < params_.seats; ++seat) {
    if (score[static_cast<std::size_t>(seat)] == fewest) out.push_back(seat);
  }
  return out;
}

}  // namespace oracle
