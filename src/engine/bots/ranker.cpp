#include "engine/bots/ranker.hpp"

#include "base/sort.hpp"
#include "engine/rules/fast/multisets.hpp"

namespace coset::bots {

namespace {

constexpr std::size_t few_multisets = 512;
constexpr std::uint64_t max_listed = 4000;
constexpr std::size_t max_listed_greedily = 20000;
constexpr int max_cards_listed = 16;  // of a hand whose plays are listed
constexpr int max_cards_seen = 64;    // of a hand at all
constexpr int short_words = 3;        // where order matters, all plays up to this length are listed
constexpr int words_looked_at = 20000;

// What a listed action costs, in nanoseconds.
constexpr std::uint64_t listed_cost = 100;

// What candidates are sorted by.
struct Rank {
  Gain gains;
  std::uint64_t ticket;  // random: the order among equals
  std::size_t place;     // in the list: no two are equal, so every platform sorts alike
};

// The one that gains least; of equals, the first in the order of actions.
const Candidate& least(const std::vector<Candidate>& candidates) {
  const auto worse = [](const Candidate& a, const Candidate& b) {
    return a.gains != b.gains ? a.gains < b.gains : a.action < b.action;
  };
  return *std::min_element(candidates.begin(), candidates.end(), worse);
}

}  // namespace

void sort_greedily(std::vector<Candidate>& candidates, By by, std::size_t limit, Rng& rng) {
  std::vector<Rank> ranks;
  ranks.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    const Gain& gains = candidate.gains;
    ranks.push_back(
        {by == By::shed ? gains : Gain{gains.reduction + gains.cancellations, gains.reduction},
         rng.next(), ranks.size()});
  }
  put_in_order(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
    if (a.gains != b.gains) return a.gains > b.gains;
    return std::pair(a.ticket, a.place) < std::pair(b.ticket, b.place);
  });
  ranks.resize(std::min(ranks.size(), limit));
  std::vector<Candidate> out;
  out.reserve(ranks.size());
  for (const Rank& rank : ranks) out.push_back(candidates[rank.place]);
  candidates = std::move(out);
}

// Exchanges

template <Game G>
ExchangeRanker<G>::ExchangeRanker(const G& game)
    : game_(game),
      ranking_(game.rules()),
      few_(MultisetTable::count(game.operation().order(), game.rules().max_exchange()) <=
           few_multisets) {}

template <Game G>
std::uint64_t ExchangeRanker<G>::kinds_in(const typename G::Pieces& pieces) const {
  std::uint64_t out = 0;
  for (int e = 0; e < game_.operation().order(); ++e) out += pieces[element(e)] > 0 ? 1U : 0U;
  return out;
}

template <Game G>
void ExchangeRanker<G>::list(const State& s, std::vector<Candidate>& out) {
  ActionList list(max_listed);
  list_exchanges(game_.rules(), hand(s), s.center, list);
  out.reserve(list.size());
  for (const Action& action : list)
    out.push_back({action,
                   {action.give.size() - action.take.size(),
                    clears_of(game_.rules(), s.center, action.give, action.take)}});
  work_ += list.size() * listed_cost;
}

template <Game G>
std::vector<Candidate> ExchangeRanker<G>::best(const State& s, std::size_t limit, Rng& rng, By by) {
  std::vector<Candidate> out;
  cut_ = false;
  if (s.phase != G::Phase::act) return out;
  if (few_ && game_.exchanges(s).all <= max_listed) {
    list(s, out);
    cut_ = out.size() > limit;
    sort_greedily(out, by, limit, rng);
    return out;
  }
  ranking_.reset(hand(s), s.center, &rng);
  ranking_.list({by, limit, true}, found_);
  cut_ = found_.size() == limit;
  out.reserve(found_.size());
  for (const ExchangeRanking::Found& found : found_)
    out.push_back({{Verb::exchange, found.give, found.take}, {found.shed, found.clears}});
  work_ += found_.size() * listed_cost;
  return out;
}

template <Game G>
std::vector<Candidate> ExchangeRanker<G>::any(const State& s, std::size_t count, Rng& rng) {
  constexpr std::size_t tries = 8;  // for each that is wanted
  std::vector<Candidate> out;
  cut_ = false;
  if (s.phase != G::Phase::act) return out;
  const ExchangeRules& rules = game_.rules();
  const auto& held = hand(s);
  using Sampler = SumSampler<typename G::Pieces>;
  const Sampler gives(rules.group(), rules.max_exchange(), held);
  const Sampler takes(rules.group(), rules.max_exchange(), s.center);
  const bool spectrum = spectrum_available(rules, held, s.center);
  work_ += sampling_cost(s);
  Action action;
  for (std::size_t i = 0; i < tries * count && out.size() < count; ++i) {
    if (!random_exchange(
            rules, spectrum, gives, takes, [&] { return count_nulls(rules, held, s.center); }, rng,
            action))
      break;
    work_ += listed_cost + static_cast<std::uint64_t>(rules.group().order());
    if (std::any_of(out.begin(), out.end(), [&](const auto& c) { return c.action == action; }))
      continue;
    out.push_back({action,
                   {action.give.size() - action.take.size(),
                    clears_of(rules, s.center, action.give, action.take)}});
  }
  sort_greedily(out, By::shed, count, rng);
  return out;
}

template <Game G>
std::uint64_t ExchangeRanker<G>::sampling_cost(const State& s) const {
  const int cells = (game_.rules().max_exchange() + 1) * game_.operation().order();
  return 2 * (kinds_in(hand(s)) + kinds_in(s.center)) * static_cast<std::uint64_t>(cells);
}

template <Game G>
Action ExchangeRanker<G>::random(const State& s, Rng& rng) {
  work_ += sampling_cost(s);
  ActionList scratch(0);
  return game_.random_action(s, scratch, rng);
}

template <Game G>
Action ExchangeRanker<G>::greedy(const State& s, Rng& rng) {
  const auto found = best(s, 1, rng);
  if ((found.empty() || found[0].gains < Gain{}) && may_rest(s)) return {Verb::pass, {}, {}};
  return found.empty() ? otherwise(s) : found[0].action;
}

template <Game G>
Action ExchangeRanker<G>::weakest(const State& s) {
  std::vector<Candidate> all;
  if constexpr (std::is_same_v<typename G::Options, AlJabarOptions>) {
    const Action draw{Verb::draw, {}, {}};
    const bool may_draw = game_.legal(s, draw);
    if (may_draw && s.drawn == 0) return draw;
    if (const Action pass{Verb::pass, {}, {}}; game_.legal(s, pass)) return pass;
    list(s, all);
    if (may_draw && !all.empty() && least(all).gains.reduction > 1) return draw;
  } else {
    list(s, all);
  }
  return all.empty() ? otherwise(s) : least(all).action;
}

template <Game G>
bool ExchangeRanker<G>::may_rest(const State& s) const {
  if constexpr (std::is_same_v<typename G::Options, AlJabarOptions>) {
    return game_.final_round(s) && game_.legal(s, {Verb::pass, {}, {}});
  } else {
    return false;
  }
}

template <Game G>
Action ExchangeRanker<G>::otherwise(const State& s) const {
  if constexpr (requires { game_.random_without_exchange(s); }) {
    return game_.random_without_exchange(s);
  } else {
    return {Verb::draw, {}, {}};
  }
}

// A small hand at the start of a turn is asked whether it can be reduced.
template <Game G>
void ExchangeRanker<G>::apply(State& s, const Action& action) {
  game_.apply(s, action);
  const auto order = static_cast<std::uint64_t>(game_.operation().order());
  work_ += order;
  const Turn turn = game_.turn(s);
  if (turn.kind == Turn::Kind::over ||
      (turn.kind == Turn::Kind::act &&
       game_.hand(s, turn.seat).size() <= game_.rules().max_exchange()))
    work_ += order * 16;
}

// Plays

template <class T>
Ranker<MadAbel<T>>::Ranker(const G& game) : game_(game), ranking_(game.operation()) {}

// A random subset of a hand with too many cards.
template <class T>
auto Ranker<MadAbel<T>>::part_of(const State& s, Rng& rng) const -> State {
  State out = s;
  if (s.hands[s.seat].size() <= max_cards_seen) return out;
  T& part = out.hands[s.seat];
  T rest = part;
  part = T{};
  for (int i = 0; i < max_cards_seen; ++i) {
    const Element card = draw_from(rest, rng);
    rest.remove(card);
    part.add(card);
  }
  return out;
}

template <class T>
bool Ranker<MadAbel<T>>::list(const State& s, std::size_t most, std::vector<Candidate>& out) {
  const int cards = s.hands[s.seat].size();
  if (game_.ordered() ? game_.options().max_cards > short_words : cards > max_cards_listed)
    return false;
  ActionList list(most);
  game_.actions(s, list);
  const auto order = static_cast<std::uint64_t>(game_.operation().order());
  const auto n = static_cast<std::uint64_t>(cards);
  work_ += list.size() * listed_cost + n * order * 2 + (game_.ordered() ? n * n * n * 4 : 0);
  if (list.truncated()) return false;
  for (const Action& action : list)
    if (action.verb == Verb::play) out.push_back({action, {action.give.size(), 0}});
  return true;
}

template <class T>
void Ranker<MadAbel<T>>::rank(const State& s, std::size_t limit, Rng& rng,
                              std::vector<Candidate>& out) {
  constexpr int orders = 4;  // of the same cards
  const T& hand = s.hands[s.seat];
  const int most = game_.options().max_cards;
  ranking_.list(kinds_of(hand, game_.operation().order(), most), most, game_.accepted(s), limit,
                &rng, words_);
  for (const Word& word : words_) {
    if (out.size() >= limit) break;
    const std::size_t first = out.size();
    for (int i = 0; i < (game_.ordered() ? 1 : orders) && out.size() < limit; ++i) {
      const Action action = game_.ordered() ? Action{Verb::play, word, {}}
                                            : Chooser<G>::play_in_order(game_, s, word, rng);
      const bool known = std::any_of(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                                     [&](const auto& c) { return c.action == action; });
      if (!known) out.push_back({action, {action.give.size(), 0}});
    }
    work_ += listed_cost * orders;
  }
}

template <class T>
std::vector<Candidate> Ranker<MadAbel<T>>::found(const State& s, std::size_t max_found,
                                                 std::size_t limit, Rng& rng) {
  const State part = part_of(s, rng);
  std::vector<Candidate> out;
  cut_ = !list(part, max_found, out);
  if (!cut_) {
    cut_ = out.size() > limit;
    sort_greedily(out, By::shed, limit, rng);
  } else {
    rank(part, limit, rng, out);
  }
  return out;
}

template <class T>
std::vector<Candidate> Ranker<MadAbel<T>>::best(const State& s, std::size_t limit, Rng& rng, By) {
  return found(s, max_listed, limit, rng);
}

template <class T>
Action Ranker<MadAbel<T>>::greedy(const State& s, Rng& rng) {
  const auto plays = found(s, max_listed_greedily, 1, rng);
  return plays.empty() ? otherwise(s, rng) : plays[0].action;
}

template <class T>
Action Ranker<MadAbel<T>>::weakest(const State& s) {
  const Action none = game_.otherwise(s);
  if (game_.legal(s, none)) return none;
  std::vector<Candidate> plays;
  if (list(s, max_listed, plays) && !plays.empty()) return least(plays).action;
  Rng rng(0);  // too many to list: any of them
  return random(s, rng);
}

template <class T>
std::vector<Candidate> Ranker<MadAbel<T>>::any(const State& s, std::size_t count, Rng& rng) {
  constexpr std::size_t tries = 4;  // for each that is wanted
  std::vector<Candidate> out;
  for (std::size_t i = 0; i < tries * count && out.size() < count; ++i) {
    const Action action = random(s, rng);
    if (action.verb != Verb::play) break;
    if (std::none_of(out.begin(), out.end(), [&](const auto& c) { return c.action == action; }))
      out.push_back({action, {action.give.size(), 0}});
  }
  sort_greedily(out, By::shed, count, rng);
  return out;
}

template <class T>
Action Ranker<MadAbel<T>>::random(const State& s, Rng& rng) {
  constexpr std::size_t longer_words = 60;  // samples one of this many
  const State part = part_of(s, rng);
  if (game_.ordered() && game_.options().max_cards > short_words) {
    std::vector<Candidate> plays;
    rank(part, longer_words, rng, plays);
    if (plays.empty()) return otherwise(s, rng);
    return plays[rng.below(static_cast<std::uint32_t>(plays.size()))].action;
  }
  if (!chooser_) chooser_.emplace(game_);
  const auto n = static_cast<std::uint64_t>(part.hands[s.seat].size());
  const auto order = static_cast<std::uint64_t>(game_.operation().order());
  const auto rows =
      std::min<std::uint64_t>(n, static_cast<std::uint64_t>(game_.options().max_cards));
  work_ += game_.ordered() ? n * n * n * 4 : 2 * n * order * rows;
  const Action action = (*chooser_)(game_, part, s.seat, rng);
  return action.verb == Verb::play ? action : otherwise(s, rng);
}

template <class T>
Action Ranker<MadAbel<T>>::otherwise(const State& s, Rng& rng) {
  const Action none = game_.otherwise(s);
  const bool in_part = game_.ordered() ? game_.options().max_cards > short_words ||
                                             s.hands[s.seat].size() > max_cards_seen
                                       : s.hands[s.seat].size() > max_cards_seen;
  if (!in_part) return none;
  // What was not seen in part may be there, and where inability is checked it must be played.
  if (!game_.ordered()) {
    if (!chooser_) chooser_.emplace(game_);
    return (*chooser_)(game_, s, s.seat, rng);
  }
  const bool checked = game_.options().inability == Inability::checked;
  if (checked && game_.legal(s, none)) return none;
  const int most = checked ? WordSearch<T>::max_words : words_looked_at;
  WordSearch<T> search(game_.operation(), s.hands[s.seat], game_.accepted(s), most);
  const auto word = search.find(game_.options().max_cards);
  work_ += static_cast<std::uint64_t>(search.looked()) * 4;
  return word ? Action{Verb::play, *word, {}} : none;
}

template <class T>
void Ranker<MadAbel<T>>::apply(State& s, const Action& action) {
  game_.apply(s, action);
  work_ += static_cast<std::uint64_t>(game_.operation().order());
}

template <class T>
bool Ranker<MadAbel<T>>::can_play(const State& s) {
  const T& hand = s.hands[s.seat];
  if (!game_.ordered()) {
    const auto n = static_cast<std::uint64_t>(hand.size());
    const auto most = static_cast<std::uint64_t>(game_.options().max_cards);
    work_ += n * static_cast<std::uint64_t>(game_.operation().order()) * (most < n ? most : 1);
    return game_.can_play(s);
  }
  WordSearch<T> search(game_.operation(), hand, game_.accepted(s), words_looked_at);
  const bool out = search.exists(game_.options().max_cards);
  work_ += static_cast<std::uint64_t>(search.looked()) * 4;
  return out;
}

template class ExchangeRanker<AlJabar<Tally<8>>>;
template class ExchangeRanker<AlJabar<MiddleTally>>;
template class ExchangeRanker<Solitaire<Tally<8>>>;
template class ExchangeRanker<Solitaire<MiddleTally>>;
template class Ranker<MadAbel<CardSet>>;
template class Ranker<MadAbel<MiddleTally>>;
#if !defined(__wasm__)
template class ExchangeRanker<AlJabar<Tally<256>>>;
template class ExchangeRanker<Solitaire<Tally<256>>>;
template class Ranker<MadAbel<Tally<256>>>;
#endif

}  // namespace coset::bots
