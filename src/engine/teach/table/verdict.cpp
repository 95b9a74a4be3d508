#include "engine/teach/table/verdict.hpp"

#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/teach/why/repair.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t max_repairs = 4;

template <class T>
std::vector<Element> pieces_in(const T& tally, int order) {
  std::vector<Element> out;
  for (int i = 0; i < order; ++i)
    out.insert(out.end(), static_cast<std::size_t>(tally[element(i)]), element(i));
  return out;
}

// The first piece of a word of which there are not enough.
template <class T>
std::optional<Element> missing_from(const T& tally, const Word& word) {
  for (const Element e : word)
    if (count_in(word, e) > tally[e]) return e;
  return std::nullopt;
}

std::string number(int n) { return std::to_string(n); }

// One game seen by the seat that tries a move.
template <Game G>
class Judge {
 public:
  Judge(const G& game, const typename G::State& s, Seat seat)
      : game_(game), s_(s), seat_(seat), operation_(game.operation()), names_(operation_.names()) {}

  Verdict judge(const Action& action) {
    const Turn turn = game_.turn(s_);
    if (turn.kind == Turn::Kind::over) return refuse("over", {});
    if (turn.kind == Turn::Kind::deal) return refuse("turn.deal", {});
    if (turn.seat != seat_) return refuse("turn", {{"seat", number(turn.seat + 1)}});
    if (action.verb == Verb::draw || action.verb == Verb::pass) return judge_wait(action);
    if constexpr (is_exchange_game) {
      return judge_exchange(action);
    } else {
      return judge_play(action);
    }
  }

 private:
  static constexpr bool is_exchange_game = G::style == MoveStyle::exchange;
  using Parameters = std::vector<std::pair<std::string_view, std::string>>;

  static Verdict refuse(std::string_view id, Parameters parameters) {
    return {false, {id, std::move(parameters)}, {}, {}, {}, {}, {}};
  }
  static Verdict allow(std::string_view id, Parameters parameters) {
    return {true, {id, std::move(parameters)}, {}, {}, {}, {}, {}};
  }
  const typename G::Pieces& hand() const { return game_.hand(s_, seat_); }
  std::string name(Element e) const { return names_.write(e); }

  Verdict judge_wait(const Action& action) {
    if (game_.legal(s_, action))
      return allow(action.verb == Verb::draw ? "ok.draw" : "ok.pass", {});
    if constexpr (is_exchange_game) {
      const bool any = s_.phase == G::Phase::act && game_.exchanges(s_).any;
      if (action.verb == Verb::draw)
        return refuse(s_.bag.empty() ? "draw.empty" : "draw.stuck", {});
      if (any && has_drawn()) return refuse("draw.must_exchange", {});
      if (!any) return refuse("draw.must", {});
      return refuse("pass", {});
    } else {
      if (action.verb == Verb::pass && game_.legal(s_, {Verb::draw, {}, {}}))
        return refuse("pass.draw", {});
      if (action.verb == Verb::draw && s_.deck.empty() &&
          (s_.pile.empty() || !game_.options().reshuffle))
        return refuse("draw.empty", {});
      return refuse("draw.able", {});
    }
  }
  bool has_drawn() const {
    if constexpr (requires { s_.drawn; }) {
      return s_.drawn != 0;
    } else {
      return false;
    }
  }

  Verdict judge_exchange(const Action& action) {
    const ExchangeRules& rules = game_.rules();
    const Word give = sorted(action.give);
    const Word take = sorted(action.take);
    const int most = rules.max_exchange();
    if (action.verb != Verb::exchange || s_.phase != G::Phase::act)
      return refuse("draw.or_pass", {});
    if (const auto e = missing_from(hand(), give))
      return refuse("not.in.hand", {{"piece", name(*e)}, {"n", number(hand()[*e])}});
    const bool spectrum = rules.spectrum_is_special() && give == rules.spectrum();
    const bool from_center = !spectrum || rules.spectrum_clear() == SpectrumClear::center;
    if (const auto e = missing_from(s_.center, take); e && (from_center || *e != identity)) {
      if (spectrum && *e == identity) return refuse("spectrum.center", {{"piece", name(identity)}});
      return refuse("not.in.center", {{"piece", name(*e)}, {"n", number(s_.center[*e])}});
    }
    if (give.empty()) return refuse("empty.hand", {{"most", number(most)}});
    if (take.empty()) return refuse("empty.center", {{"most", number(most)}});
    if (spectrum && !rules.is_spectrum(give, take))
      return refuse("spectrum.target", {{"piece", name(identity)}});
    if (!spectrum && give.size() > most) return refuse("count.hand", count_parameters());
    if (!spectrum && take.size() > most) return refuse("count.center", count_parameters());
    const Element made = operation_.product(give);
    const Element wanted = operation_.product(take);
    if (made != wanted) return unequal(give, take, made, wanted);
    if (!game_.legal(s_, action)) return refuse("null", {});
    Verdict out = allow(give == take                 ? "ok.null"
                        : give.size() > take.size()  ? "ok"
                        : give.size() == take.size() ? "ok.same"
                                                     : "ok.gain",
                        {});
    out.made = made;
    out.wanted = wanted;
    try_out(out, action);
    out.message.parameters.emplace_back("n",
                                        number(std::abs(out.effects->after - out.effects->before)));
    out.message.parameters.emplace_back("sum", name(made));
    return out;
  }

  Parameters count_parameters() const {
    return {{"most", number(game_.rules().max_exchange())},
            {"spectrum", write_word(operation_, text_spectrum())}};
  }
  Word text_spectrum() const {
    Word out;
    for (const Element e : names_.text_order())
      for (int i = 0; i < count_in(game_.rules().spectrum(), e); ++i) out.push(e);
    return out;
  }

  // Repairs of either side, each asked of the rules before it is offered.
  Verdict unequal(const Word& give, const Word& take, Element made, Element wanted) {
    Verdict out = refuse("sum.unequal", {});
    out.made = made;
    out.wanted = wanted;
    out.difference = difference(operation_, made, wanted);
    const int most = game_.rules().max_exchange();
    const auto offer = [&](const Word& new_give, const Word& new_take) {
      const Action action{Verb::exchange, sorted(new_give), sorted(new_take)};
      const bool known =
          std::find(out.repairs.begin(), out.repairs.end(), action) != out.repairs.end();
      if (out.repairs.size() < max_repairs && !known && game_.legal(s_, action))
        out.repairs.push_back(action);
    };
    for (const Repair& r :
         repairs(operation_, give, wanted, pieces_in(hand(), operation_.order()), most, 8))
      offer(r.word, take);
    for (const Repair& r :
         repairs(operation_, take, made, pieces_in(s_.center, operation_.order()), most, 8))
      offer(give, r.word);
    out.message.parameters = {{"give", write_word(operation_, give)},
                              {"take", write_word(operation_, take)},
                              {"made", name(made)},
                              {"wanted", name(wanted)},
                              {"difference", name(*out.difference)}};
    return out;
  }

  // What a legal move would do.
  void try_out(Verdict& out, const Action& action) {
    typename G::State after = s_;
    out.effects = apply_told(game_, after, seat_, game_.canonical(s_, action));
    out.message.parameters.emplace_back("before", number(out.effects->before));
    out.message.parameters.emplace_back("after", number(out.effects->after));
  }

  Verdict judge_play(const Action& action) {
    if constexpr (!is_exchange_game) {
      const Word& word = action.give;
      if (action.verb != Verb::play) return refuse("play.verb", {});
      if (word.empty()) return refuse("play.empty", {});
      if (const auto e = missing_from(hand(), word))
        return refuse("not.in.hand", {{"piece", name(*e)}, {"n", number(hand()[*e])}});
      const int most = game_.options().max_cards;
      if (word.size() > most) return refuse("play.count", {{"most", number(most)}});
      const Element made = operation_.product(word);
      const Element wanted = game_.target(s_);
      if (!game_.accepted(s_).contains(made)) return wrong_play(word, made, wanted);
      if (!game_.legal(s_, action)) return refuse("play.keep", {{"piece", name(s_.second)}});
      Verdict out =
          allow("ok.play", {{"word", write_word(operation_, word)}, {"made", name(made)}});
      out.made = made;
      out.wanted = wanted;
      try_out(out, action);
      return out;
    } else {
      return refuse("play.verb", {});
    }
  }

  Verdict wrong_play(const Word& word, Element made, Element wanted) {
    Verdict out = refuse("play.sum", {});
    out.made = made;
    out.wanted = wanted;
    out.difference = difference(operation_, made, wanted);
    if constexpr (!is_exchange_game) {
      const auto offer = [&](const Word& cards) {
        const Action action{Verb::play, cards, {}};
        if (out.repairs.size() < max_repairs && game_.legal(s_, action))
          out.repairs.push_back(action);
      };
      if (game_.ordered()) {
        Word cards = word;
        cards.sort();
        do {
          if (operation_.product(cards) == wanted) {
            out.message.id = "play.order";
            offer(cards);
          }
        } while (word.size() <= 5 && out.repairs.empty() && next_order(cards));
      }
      for (const Repair& r :
           repairs(operation_, word, wanted, pieces_in(hand(), operation_.order()),
                   game_.options().max_cards, 8))
        offer(r.word);
      if (game_.options().metric != Metric::exact) {
        out.message = {"play.length",
                       {{"word", write_word(operation_, word)},
                        {"made", name(made)},
                        {"length", number(game_.length(made))},
                        {"wanted", name(wanted)},
                        {"wanted_length", number(game_.length(wanted))}}};
        return out;
      }
    }
    out.message.parameters = {
        {"word", write_word(operation_, word)}, {"made", name(made)}, {"wanted", name(wanted)}};
    if (out.difference && out.message.id == "play.sum") {
      out.message.id = operation_.card_ranks() > 0 ? "play.sum.cards"
                       : order_matters(operation_) ? "play.sum.right"
                                                   : "play.sum";
      out.message.parameters.emplace_back("difference", name(*out.difference));
      if (operation_.card_ranks() > 0) add_dials(out, made, wanted);
    } else if (out.message.id == "play.sum") {
      out.message.id = "play.sum.magma";
    }
    return out;
  }

  // Which of the two dials is right, and how far the other is off.
  void add_dials(Verdict& out, Element made, Element wanted) const {
    const int suit = (index(wanted) % 4 - index(made) % 4 + 4) % 4;
    const int ranks = operation_.card_ranks();
    const int rank = (index(wanted) / 4 - index(made) / 4 + ranks) % ranks;
    out.message.parameters.emplace_back("suit", suit == 0 ? "right" : number(suit) + " short");
    out.message.parameters.emplace_back("rank", rank == 0 ? "right" : number(rank) + " short");
  }

  static bool next_order(Word& cards) {
    std::vector<Element> letters(cards.begin(), cards.end());
    const bool more = std::next_permutation(letters.begin(), letters.end());
    cards = {};
    for (const Element e : letters) cards.push(e);
    return more;
  }

  const G& game_;
  const typename G::State& s_;
  Seat seat_;
  const Operation& operation_;
  const Names& names_;
};

}  // namespace

Verdict judge(const Match& match, Seat seat, const Action& action) {
  if (match.ending() == Ending::repetition) return {false, {"over", {}}, {}, {}, {}, {}, {}};
  return judge(match.spec(), match.observe(seat), seat, action);
}

Verdict judge(const Spec& spec, const AnyView& view, Seat seat, const Action& action) {
  return std::visit(
      [&]<Game G>(const G& game) {
        Rng rng(0);  // hidden cards are imagined and not used
        const auto* seen = std::get_if<typename G::View>(&view);
        CHECK(seen != nullptr);
        const typename G::State s = game.imagine(*seen, rng);
        return Judge<G>(game, s, seat).judge(action);
      },
      spec.game());
}

std::vector<Message> describe_cancelled(const Spec& spec, const Effects& effects, bool told) {
  const Operation& operation = spec.operation();
  const bool alone = spec.game_name() == Solitaire<Tally<8>>::name;
  std::vector<Message> out;
  for (const bool exempt : {false, true}) {
    Pieces pieces;
    int kinds = 0;
    int tuples = 0;
    for (const Cancelled& gone : effects.cancelled) {
      if (gone.exempt != exempt) continue;
      ++kinds;
      tuples += gone.tuples;
      pieces.insert(pieces.end(), static_cast<std::size_t>(gone.pieces), gone.piece);
    }
    if (kinds == 0) continue;
    out.push_back({exempt  ? (told ? "told.exempt" : "then.exempt")
                   : alone ? (told ? "told.aside" : "then.aside")
                           : (told ? "told.cancel" : "then.cancel"),
                   {{"sets", write_sets(operation, pieces)},
                    {"kinds", number(kinds)},
                    {"n", number(tuples)}}});
  }
  return out;
}

Message describe_target(const Spec& spec, const Effects& effects, bool told) {
  if (effects.length)
    return {told ? "told.target.length" : "then.target.length",
            {{"length", number(*effects.length)}}};
  return {told ? "told.target" : "then.target",
          {{"piece", spec.operation().names().write(*effects.target)}}};
}

std::vector<Message> describe(const Spec& spec, const Effects& effects) {
  std::vector<Message> out;
  out.push_back(
      {"then.hand", {{"before", number(effects.before)}, {"after", number(effects.after)}}});
  for (Message& message : describe_cancelled(spec, effects, false))
    out.push_back(std::move(message));
  if (effects.target) out.push_back(describe_target(spec, effects, false));
  if (effects.ending != Ending::none) {
    out.push_back({"then.over", {}});
  } else if (effects.signal != Ending::none) {
    out.push_back(
        {effects.signal == Ending::one_piece ? "then.final.one_piece" : "then.final.stuck", {}});
  }
  return out;
}

}  // namespace coset::teach
