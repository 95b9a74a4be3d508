#include "teach/table/verdict.hpp"

#include <algorithm>

#include "play/notation.hpp"
#include "teach/why/repair.hpp"

namespace coset::teach {

namespace {

constexpr std::size_t most_repairs = 4;

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
    out.consequence = exchange_consequence({Verb::exchange, give, take});
    out.message.parameters = {
        {"before", number(out.consequence->before)},
        {"after", number(out.consequence->after)},
        {"n", number(std::abs(out.consequence->after - out.consequence->before))},
        {"sum", name(made)}};
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
      if (out.repairs.size() < most_repairs && !known && game_.legal(s_, action))
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

  Consequence exchange_consequence(const Action& action) {
    Consequence out;
    typename G::Pieces own = hand();
    auto center = s_.center;
    move_exchange(game_.rules(), own, center, action.give, action.take);
    cancel_tuples(
        game_.rules(), center, [&](Element e) { return count_in(action.give, e); },
        [&](Element e, int tuples, bool exempt) {
          out.cancelled.push_back({e, tuples, tuples * game_.rules().tuple_of(e), exempt});
          out.clears += exempt ? 0 : tuples;
        });
    out.before = hand().size();
    out.after = own.size();
    typename G::State after = s_;
    game_.apply(after, action);
    if constexpr (requires { after.signal; })
      if (s_.signal == Ending::none) out.signal = after.signal;
    out.ending = game_.ending(after);
    return out;
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
      Verdict out = allow("ok.play", {});
      out.made = made;
      out.wanted = wanted;
      out.consequence = play_consequence(action);
      out.message.parameters = {{"word", write_word(operation_, word)},
                                {"made", name(made)},
                                {"before", number(out.consequence->before)},
                                {"after", number(out.consequence->after)}};
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
        if (out.repairs.size() < most_repairs && game_.legal(s_, action))
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

  // Which of the two dials stands right, and how far the other has to go.
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

  Consequence play_consequence(const Action& action) {
    Consequence out;
    typename G::State after = s_;
    game_.apply(after, action);
    out.before = hand().size();
    if constexpr (!is_exchange_game) {
      out.after = after.hands[seat_].size();
      out.target = game_.target(after);
      if (game_.options().metric != Metric::exact) out.length = game_.length(*out.target);
    }
    out.ending = game_.ending(after);
    return out;
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
  // Only what the seat may know is looked at; what it may not know is made up and not used.
  const AnyView view = match.observe(seat);
  return std::visit(
      [&]<Game G>(const G& game) {
        Rng rng(0);
        const typename G::State s = game.imagine(*std::get_if<typename G::View>(&view), rng);
        return Judge<G>(game, s, seat).judge(action);
      },
      match.spec().game());
}

std::vector<Message> describe_cancelled(const Match& match, const Consequence& consequence,
                                        bool told) {
  const Operation& operation = match.spec().operation();
  const bool alone = match.spec().game_name() == Solitaire<Tally<8>>::name;
  std::vector<Message> out;
  for (const bool exempt : {false, true}) {
    Pieces pieces;
    int kinds = 0;
    int tuples = 0;
    for (const Consequence::Cancelled& cancelled : consequence.cancelled) {
      if (cancelled.exempt != exempt) continue;
      ++kinds;
      tuples += cancelled.tuples;
      pieces.insert(pieces.end(), static_cast<std::size_t>(cancelled.pieces), cancelled.piece);
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

Message describe_target(const Match& match, const Consequence& consequence, bool told) {
  if (consequence.length)
    return {told ? "told.target.length" : "then.target.length",
            {{"length", number(*consequence.length)}}};
  return {told ? "told.target" : "then.target",
          {{"piece", match.spec().operation().names().write(*consequence.target)}}};
}

std::vector<Message> describe(const Match& match, const Consequence& consequence) {
  std::vector<Message> out;
  out.push_back({"then.hand",
                 {{"before", number(consequence.before)}, {"after", number(consequence.after)}}});
  for (Message& message : describe_cancelled(match, consequence, false))
    out.push_back(std::move(message));
  if (consequence.target) out.push_back(describe_target(match, consequence, false));
  if (consequence.ending != Ending::none) {
    out.push_back({"then.over", {}});
  } else if (consequence.signal != Ending::none) {
    out.push_back(
        {consequence.signal == Ending::one_piece ? "then.final.one_piece" : "then.final.stuck",
         {}});
  }
  return out;
}

}  // namespace coset::teach
