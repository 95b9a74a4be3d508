// The input chooses a game, its options, a position and then action after action. In every state:
// the list holds each legal action once and in canonical form, legal() agrees with the list on
// mutated actions, and whatever is applied leads to a state without a flaw.
#include <algorithm>
#include <vector>

#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

constexpr std::size_t list_limit = 600;
constexpr int max_decisions = 60;
constexpr int max_deals = 250;

struct Choice {
  std::string_view name;
  std::vector<std::string_view> values;  // one byte each, beginning with "leave it out"
};

const std::vector<std::string_view>& groups(bool exchange) {
  static const std::vector<std::string_view> products = {
      "Z2^3", "Z2^2", "Z3^2", "Z2xZ4", "Z5", "Z2^4", "Z4^2", "Z2xZ2xZ3", "Z2", "Z2^5", "Z3^3"};
  static const std::vector<std::string_view> any = {"Z4xZ5", "Z4xZ7",         "S3",           "Q8",
                                                    "D4",    "Z2^3",          "Z7:Z3",        "Z1",
                                                    "S3xZ2", "table:0,1/1,0", "magma:1,0/1,1"};
  return exchange ? products : any;
}

const std::vector<Choice>& choices(int game) {
  static const std::vector<Choice> exchange = {
      {"deal", {"", "1", "2", "5"}},
      {"copies", {"", "2", "4", "255"}},
      {"max_exchange", {"", "2", "3", "5"}},
      {"null_exchange", {"", "allow"}},
      {"spectrum_clear", {"", "supply", "center_then_supply"}},
      {"cancel", {"", "exponent", "element_order"}}};
  static const std::vector<Choice> al_jabar = [] {
    std::vector<Choice> out = exchange;
    out.insert(out.end(), {{"seats", {"", "2", "3", "4"}},
                           {"draw_timing", {"", "both"}},
                           {"recycle_discards", {"", "yes"}},
                           {"stuck_check", {"", "also_after"}},
                           {"stuck_signal", {"", "optional"}},
                           {"stuck_move", {"", "optional", "forced"}},
                           {"final_stuck", {"", "void"}},
                           {"end_rule", {"", "immediate", "one_more_each"}},
                           {"final_pass", {"", "no"}},
                           {"max_rounds", {"", "1", "3"}}});
    return out;
  }();
  static const std::vector<Choice> solitaire = [] {
    std::vector<Choice> out = exchange;
    out.insert(out.end(),
               {{"black_to_bag", {"", "no"}}, {"score", {"", "plus_R"}}, {"max_turns", {"", "3"}}});
    return out;
  }();
  static const std::vector<Choice> mad_abel = {{"seats", {"", "1", "3", "7"}},
                                               {"deal", {"", "1", "3", "9"}},
                                               {"copies", {"", "1", "3"}},
                                               {"decks", {"", "2"}},
                                               {"single_card", {"", "choose"}},
                                               {"inability", {"", "checked"}},
                                               {"max_cards", {"", "1", "2", "4"}},
                                               {"reshuffle", {"", "no"}},
                                               {"metric", {"", "lee", "rep", "euclid"}},
                                               {"max_turns", {"", "2", "6"}}};
  return game == 0 ? al_jabar : game == 1 ? solitaire : mad_abel;
}

std::string spec_text(fuzz::Bytes& in) {
  const int game = in.below(3);
  std::string out = game == 0 ? "al-jabar " : game == 1 ? "solitaire " : "mad-abel ";
  const auto& known = groups(game != 2);
  out += known[static_cast<std::size_t>(in.below(static_cast<int>(known.size())))];
  for (const Choice& choice : choices(game)) {
    const auto value = static_cast<std::size_t>(in.below(static_cast<int>(choice.values.size())));
    if (value > 0) out += " " + std::string(choice.name) + "=" + std::string(choice.values[value]);
  }
  return out;
}

// Up to 15 pieces.
template <class T>
T some_pieces(int order, fuzz::Bytes& in) {
  T out;
  for (int left = in.below(16); left > 0; --left) {
    const Element e = element(in.below(order));
    if (out[e] < T::max_copies) out.add(e);
  }
  return out;
}

// A position made of the input, as text, so that only what read_position accepts is played.
template <Game G>
std::string position_text(const G& game, fuzz::Bytes& in) {
  using T = typename G::Pieces;
  const Operation& operation = game.operation();
  const auto pieces = [&] {
    return write_tally(operation, some_pieces<T>(operation.order(), in)) + " ";
  };
  const auto maybe = [&](std::string_view field, int most) {
    const int value = in.below(most + 1);
    return value == 0 ? "" : std::string(field) + "=" + std::to_string(value) + " ";
  };
  std::string out;
  if constexpr (requires(typename G::State s) { s.fresh; }) {
    out = "hand=" + pieces() + "center=" + pieces() + maybe("turns", 4) + maybe("cancellations", 4);
    if (in.below(4) == 1) out += "bag=" + pieces();
    return out;
  }
  for (int i = 1; i <= game.seats(); ++i) out += "hand" + std::to_string(i) + "=" + pieces();
  out += maybe("seat", game.seats());
  if constexpr (G::hands_are_hidden) {
    out += "second=" + operation.names().write(element(in.below(operation.order())));
    out += " top=" + operation.names().write(element(in.below(operation.order()))) + " ";
    if (in.below(4) == 1) out += "pile=" + pieces();
    return out + maybe("turns", 3) + maybe("idle", 3);
  } else {
    out += "center=" + pieces();
    if (in.below(4) == 1) out += "bag=" + pieces();
    out += maybe("round", 4);
    const int more = in.next();
    if ((more & 7) == 1) out += "drawn=yes ";
    if ((more & 7) == 2) out += "stuck=may_signal ";
    if ((more & 7) == 3) out += "stuck=moving ";
    if ((more & 8) != 0) out += "signal=stuck " + maybe("signal_seat", game.seats());
    if ((more & 16) != 0) out += "phase=after ";
    return out;
  }
}

// A listed action with some of its letters changed, mostly to others of the game, or its sides.
Action mutated(Action action, int order, fuzz::Bytes& in) {
  const auto letter = [&] {
    const int e = in.next();
    return element(e < 240 ? e % order : e);
  };
  const auto change = [&](Word& word) {
    Word out;
    const int place = word.empty() ? 0 : in.below(word.size());
    const int how = in.below(5);
    for (int i = 0; i < word.size(); ++i)
      if (how != 0 || i != place) out.push(how == 1 && i == place ? letter() : word[i]);
    if (how == 2 && !out.full()) out.push(letter());
    if (how == 3) {  // turned around
      Word reversed;
      for (int i = out.size(); i-- > 0;) reversed.push(out[i]);
      out = reversed;
    }
    word = out;
  };
  const int what = in.next();
  if ((what & 1) != 0) change(action.give);
  if ((what & 2) != 0) change(action.take);
  if ((what & 12) == 4) action.take = action.give;
  if ((what & 12) == 8) std::swap(action.give, action.take);
  if ((what & 48) == 16) action.verb = static_cast<Verb>(in.below(5));
  return action;
}

template <Game G>
void expect_agreement(const G& game, const typename G::State& s, const Action& a,
                      const std::vector<Action>& sorted) {
  const bool legal = game.legal(s, a);
  const auto listed = [&](const Action& x) {
    return std::binary_search(sorted.begin(), sorted.end(), x);
  };
  if (a.verb == Verb::deal) {
    expect(!listed(a), "a deal is not listed");
    const bool fits = game.turn(s).kind == Turn::Kind::deal && a.give.size() == 1 &&
                      a.take.empty() && index(a.give[0]) < game.operation().order() &&
                      game.urn(s)[a.give[0]] > 0;
    expect(legal == fits, "a deal is legal if the urn holds the piece");
  } else if (legal) {
    expect(listed(game.canonical(s, a)), "the canonical form of a legal action is listed");
  } else {
    expect(!listed(a), "what is listed is legal");
  }
}

template <Game G>
void expect_list(const G& game, const typename G::State& s, const ActionList& list,
                 std::vector<Action>& sorted) {
  sorted.assign(list.begin(), list.end());
  std::sort(sorted.begin(), sorted.end());
  expect(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
         "an action is listed once");
  for (const Action& a : list) {
    expect(game.legal(s, a), "a listed action is legal");
    expect(game.canonical(s, a) == a, "a listed action is canonical");
  }
}

template <Game G>
void play(const G& game, typename G::State s, fuzz::Bytes& in) {
  Rng rng(static_cast<std::uint64_t>(in.next()));
  ActionList list(list_limit);
  std::vector<Action> sorted;
  int decisions = 0;
  for (int deals = 0; deals < max_deals && decisions < max_decisions;) {
    expect(!game.flaw(s), "play leads to no flaw");
    const Turn turn = game.turn(s);
    list.clear();
    game.actions(s, list);
    expect(list.empty() == (turn.kind != Turn::Kind::act), "who is on turn has an action");
    if (turn.kind == Turn::Kind::over) {
      expect((game.ending(s) != Ending::none), "a game that is over has an ending");
      return;
    }
    expect_list(game, s, list, sorted);
    if (turn.kind == Turn::Kind::deal) {
      ++deals;
      const Action deal = deal_of(draw_from(game.urn(s), rng));
      expect_agreement(game, s, deal, sorted);
      game.apply(s, deal);
      continue;
    }
    if (in.done()) return;
    ++decisions;
    const auto high = static_cast<std::size_t>(in.next());
    const auto low = static_cast<std::size_t>(in.next());
    const Action action = list[(high << 8 | low) % list.size()];
    if (!list.truncated())
      for (int i = in.below(4); i > 0; --i)
        expect_agreement(game, s, mutated(action, game.operation().order(), in), sorted);
    game.apply(s, action);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 1024) return 0;
  fuzz::Bytes in(data, size);
  const auto spec = Spec::parse(spec_text(in));
  if (!spec) return 0;
  std::visit(
      [&]<Game G>(const G& game) {
        if (in.below(2) == 0) return play(game, game.start(), in);
        const auto state = read_position(game, position_text(game, in));
        if (state) play(game, *state, in);
      },
      spec->game());
  return 0;
}
