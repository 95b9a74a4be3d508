#include "teach/table/hint.hpp"

#include <algorithm>

#include "bots/bot.hpp"
#include "bots/greedy.hpp"
#include "play/notation.hpp"
#include "teach/table/verdict.hpp"

namespace coset::teach {

namespace {

constexpr int imagined_hands = 60;

std::string number(int n) { return std::to_string(n); }

Hint only(std::string_view id, const Action& action) { return {{{id, {}}}, action}; }

Word in_text_order(const Names& names, const Word& word) {
  Word out;
  for (const Element e : names.text_order())
    for (int i = 0; i < count_in(word, e); ++i) out.push(e);
  return out;
}

// How many pieces the next seat could shed at best; nothing if nobody moves after this.
template <Game G>
std::optional<int> best_answer(const G& game, const typename G::State& after, Rng& rng) {
  if (game.turn(after).kind != Turn::Kind::act) return std::nullopt;
  const auto answers = bots::candidates(game, after, 4000, rng);
  return answers.empty() ? 0 : std::max(0, answers[0].gains.reduction);
}

// The best exchange that a bot sees in a moment. Draws are left aside: they explain little.
Action best_exchange(const Spec& spec, const AnyView& view, Rng& rng) {
  const bool by_search = spec.seats() == 2;  // the others play games on, each a longer look
  const auto bot =
      bots::make_bot(by_search ? "strong:draws=0,nodes=20000" : "strong:draws=0,nodes=3000");
  return (*bot)->choose(spec, view, {}, rng);
}

template <Game G>
Hint exchange_hint(const Spec& spec, const G& game, const typename G::View& view,
                   const typename G::State& s, Rng& rng) {
  const Operation& operation = game.operation();
  const Names& names = operation.names();
  if (s.phase != G::Phase::act || !game.exchanges(s).any) {
    const Action draw{Verb::draw, {}, {}};
    return game.legal(s, draw) ? only("hint.draw", draw) : only("hint.pass", {Verb::pass, {}, {}});
  }
  Action best = best_exchange(spec, AnyView(view), rng);
  // Where it only looks ahead, or in the final round, it may want no exchange.
  if (best.verb != Verb::exchange) best = bots::greedy_action(game, s, rng);
  typename G::State after = s;
  game.apply(after, best);
  const bots::Gain gains = bots::gain(game, s, after);
  Hint out{{}, best};
  const bool spectrum = game.rules().is_spectrum(best.give, best.take);
  const std::string shed = number(gains.reduction);
  const std::string clears = number(gains.cancellations);
  out.levels.push_back(spectrum ? Message{"hint.spectrum", {}}
                       : gains.reduction <= 0
                           ? Message{"hint.keep", {{"clears", clears}}}
                           : Message{gains.cancellations > 0 ? "hint.shed.cancel" : "hint.shed",
                                     {{"shed", shed}, {"clears", clears}}});
  out.levels.push_back({"hint.sum", {{"piece", names.write(operation.product(best.take))}}});
  out.levels.push_back(
      {"hint.take", {{"pieces", write_word(operation, in_text_order(names, best.take))}}});
  out.levels.push_back({"hint.move", {{"move", write_action(operation, best)}}});
  const auto answer = best_answer(game, after, rng);
  Message why{answer ? "hint.why" : "hint.why.alone", {{"shed", shed}, {"clears", clears}}};
  if (answer) why.parameters.emplace_back("answer", number(*answer));
  out.levels.push_back(std::move(why));
  return out;
}

// In how many of a hundred imagined cases the next seat could answer.
template <class T>
int answer_chance(const MadAbel<T>& game, const typename MadAbel<T>::View& view,
                  const Action& action) {
  Rng rng(1);
  int able = 0;
  for (int i = 0; i < imagined_hands; ++i) {
    auto after = game.imagine(view, rng);
    game.apply(after, action);
    if (game.turn(after).kind == Turn::Kind::act && game.can_play(after)) ++able;
  }
  return (100 * able + imagined_hands / 2) / imagined_hands;
}

template <class T>
Hint play_hint(const MadAbel<T>& game, const typename MadAbel<T>::View& view,
               const typename MadAbel<T>::State& s, Rng& rng) {
  using G = MadAbel<T>;
  const Operation& operation = game.operation();
  const auto plays = bots::candidates(game, s, 4000, rng);
  if (plays.empty()) {
    const Action draw{Verb::draw, {}, {}};
    return game.legal(s, draw) ? only("hint.no_play", draw)
                               : only("hint.pass", {Verb::pass, {}, {}});
  }
  const int largest = plays[0].action.give.size();
  // Among the orders of the largest plays, the one that is answered least often.
  constexpr std::size_t most_tried = 30;
  const bots::Candidate<G>* best = nullptr;
  int least = 101;
  for (std::size_t i = 0;
       i < plays.size() && i < most_tried && plays[i].action.give.size() == largest; ++i) {
    const int chance = answer_chance(game, view, plays[i].action);
    if (chance >= least) continue;
    least = chance;
    best = &plays[i];
  }
  Hint out{{}, best->action};
  out.levels.push_back({"hint.can_play", {}});
  out.levels.push_back({"hint.largest", {{"n", number(largest)}}});
  out.levels.push_back({"hint.card", {{"piece", operation.names().write(best->action.give[0])}}});
  out.levels.push_back({"hint.move", {{"move", write_action(operation, best->action)}}});
  if (game.ending(best->after) == Ending::emptied) {
    out.levels.push_back({"hint.why.empties", {}});
  } else {
    out.levels.push_back({"hint.why.play",
                          {{"piece", operation.names().write(game.target(best->after))},
                           {"percent", number(least)}}});
  }
  return out;
}

}  // namespace

Hint hint(const Match& match, Seat seat) { return hint(match.spec(), match.observe(seat), seat); }

Hint hint(const Spec& spec, const AnyView& view, Seat seat) {
  return std::visit(
      [&]<Game G>(const G& game) {
        Rng rng(1);
        const auto& seen = *std::get_if<typename G::View>(&view);
        const typename G::State s = game.imagine(seen, rng);
        CHECK((game.turn(s) == Turn{Turn::Kind::act, seat}));
        if constexpr (G::hands_are_hidden) {
          return play_hint(game, seen, s, rng);
        } else {
          return exchange_hint(spec, game, seen, s, rng);
        }
      },
      spec.game());
}

}  // namespace coset::teach
