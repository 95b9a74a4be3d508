// Track B: how a turn of Al-Jabar goes, from the exchange to the final round.
#include <algorithm>

#include "engine/bots/bot.hpp"
#include "engine/play/notation.hpp"
#include "engine/rules/exchange.hpp"
#include "engine/teach/lessons/items_table.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

namespace {

const Message own_hint{"", {}};  // play_item finds its own

// "May you play this?", right sums and wrong ones.
std::optional<Exercise> may_play(const GameTable& table, bool yes, Rng& rng) {
  const std::vector<Action> legal = table.exchanges();
  if (legal.empty()) return std::nullopt;
  Action action = pick(rng, legal);
  if (!yes) {  // another piece in place of one, so that a misconception would answer yes
    const Pieces hand = pieces_in(table.hand);
    Pieces given = pieces_of(action.give);
    given.back() = pick(rng, hand);
    action.give = sorted(word_from(given));
  }
  const Verdict verdict = judge(table.match, 0, action);
  if (verdict.legal != yes) return std::nullopt;
  if (!verdict.legal && verdict.message.id != "sum.unequal") return std::nullopt;
  Exercise out(table.operation(), ItemType::equal,
               {"ask.may_play", {{"move", table.match.write(action)}}});
  lay_out(out, table);
  out.moves = {action};
  Misconception trap = Misconception::none;
  Message fact = verdict.message;
  for (Mistake& mistake : mistakes(table.operation(), action.give)) {
    const bool fools = verdict.legal || mistake.result == *verdict.wanted;
    if (!fools || trap != Misconception::none) continue;
    trap = mistake.misconception;
    fact = std::move(mistake.feedback);
  }
  if (!verdict.legal && trap == Misconception::none && below(rng, 4) != 0) return std::nullopt;
  add_yes_no(out, verdict.legal, fact, trap);
  out.hint = {"hint.item.equal", {}};
  out.why = {verdict.message};
  return out;
}

Exercise exchange(Rng& rng, int item) {
  const bool yes = below(rng, 2) == 0;
  return draw_item(rng, {}, [&](const GameTable& table) {
    return item % 2 == 0
               ? may_play(table, yes, rng)
               : play_item(table, {Goal::Kind::shed, item < 4 ? 1 : 2, {}},
                           {"ask.shed", {{"n", number(item < 4 ? 1 : 2)}}}, own_hint, rng);
  });
}

// How many clears a move deals.
std::optional<Exercise> clears_of(const GameTable& table, bool exempt, Rng& rng) {
  std::vector<Action> fitting;
  for (const Action& action : table.exchanges()) {
    const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
    if (exempt ? after.exempt > 0 : after.exempt == 0 && after.clears > 0)
      fitting.push_back(action);
  }
  if (fitting.empty()) return std::nullopt;
  const Action action = pick(rng, fitting);
  const Verdict verdict = judge(table.match, 0, action);
  const Outcome after = outcome_of(table.rules(), table.hand, table.center, action);
  CHECK(verdict.legal && verdict.effects->clears_due() == after.clears);
  Exercise out(table.operation(), ItemType::predict,
               {"ask.clears", {{"move", table.match.write(action)}}});
  lay_out(out, table);
  out.moves = {action};
  const Message fact{"fact.clears", {{"n", number(after.clears)}}};
  std::string own;
  for (const auto& cancelled : verdict.effects->cancelled)
    if (cancelled.exempt) own = table.operation().names().write(cancelled.piece);
  std::vector<NumberTrap> traps;
  if (after.exempt > 0)
    traps.push_back({after.clears + after.exempt,
                     Misconception::none,
                     {"fact.exempt", {{"piece", own}, {"n", number(after.clears)}}}});
  if (after.center[identity] >= 2)
    traps.push_back(
        {after.clears + after.center[identity] / 2,
         Misconception::clear_counts,
         {"mistake.clear.pair",
          {{"clear", table.operation().names().write(identity)}, {"n", number(after.clears)}}}});
  add_numbers(out, rng, after.clears, {}, traps, fact);
  out.hint = {"hint.item.clears", {}};
  out.why = describe(table.match.spec(), *verdict.effects);
  return out;
}

Exercise cancel(Rng& rng, int item) {
  return draw_item(rng, {6, 5, 1 + below(rng, 2), 5}, [&](const GameTable& table) {
    return item % 4 == 3 ? play_item(table, {Goal::Kind::clears, item < 4 ? 1 : 2, {}},
                                     {"ask.deal", {{"n", number(item < 4 ? 1 : 2)}}}, own_hint, rng)
                         : clears_of(table, false, rng);
  });
}

Exercise exempt_double(Rng& rng, int item) {
  return draw_item(rng, {6, 4, 1, 5},
                   [&](const GameTable& table) { return clears_of(table, item % 3 != 2, rng); });
}

Exercise spectrum(Rng& rng, int item) {
  const bool asked = item % 2 == 0;
  const bool want = below(rng, 2) == 0;  // as many with a Spectrum as without
  // Without one either a piece is lacking or the clear.
  const int clears = asked && !want ? below(rng, 2) : 1;
  const auto ask = [&](const GameTable& table) -> std::optional<Exercise> {
    const bool yes = spectrum_available(table.rules(), table.hand, table.center);
    const Word& all = table.rules().spectrum();
    int held = 0;
    std::string lacking;
    for (const Element e : all) {
      held += table.hand[e] > 0 ? 1 : 0;
      if (table.hand[e] == 0) lacking = table.operation().names().write(e);
    }
    if (held < 3 || yes != want) return std::nullopt;  // fewer are too easy
    Exercise out(table.operation(), ItemType::predict, {"ask.spectrum", {}});
    lay_out(out, table);
    add_yes_no(out, yes,
               yes         ? Message{"fact.spectrum", {}}
               : held == 4 ? Message{"fact.spectrum.center", {}}
                           : Message{"fact.spectrum.lacks", {{"piece", lacking}}});
    out.hint = {"hint.item.spectrum", {}};
    out.why = {out.choices[0].feedback};
    return out;
  };
  return draw_item(rng, {asked ? 6 : 7, 3, clears, 5},
                   [&](const GameTable& table) -> std::optional<Exercise> {
                     if (!asked)
                       return play_item(table, {Goal::Kind::spectrum, 0, {}},
                                        {"ask.play_spectrum", {}}, {"hint.item.spectrum", {}}, rng);
                     // Where only the clear is lacking the four are there.
                     const bool has = contains(table.hand, table.rules().spectrum());
                     if (clears == 0 && !has) return std::nullopt;
                     return ask(table);
                   });
}

// A hand that is larger than an exchange and equal to something in the Center: what a pupil finds
// who forgets the limit.
std::optional<Message> larger_equality(const Operation& colours, const Tally8& hand,
                                       const Tally8& center) {
  const Word give = word_from(pieces_in(hand));
  const Pieces there = pieces_in(center);
  for (std::size_t first = 0; first < there.size(); ++first) {
    Word take;
    for (std::size_t i = first; i < there.size(); ++i) {
      take.push(there[i]);
      if (colours.product(take) != colours.product(give)) continue;
      return Message{"fact.draw.larger",
                     {{"give", write_pieces(colours, in_text_order(colours, pieces_of(give)))},
                      {"take", write_pieces(colours, in_text_order(colours, pieces_of(take)))}}};
    }
  }
  return std::nullopt;
}

// What a turn begins with: an exchange is possible, a draw is forced, or the hand is stuck.
Exercise drawing(Rng& rng, int /*item*/) {
  const int wanted = below(rng, 3);
  const Operation colours = operation_of("Z2^3");
  const Spec spec = spec_of_tables();
  const ExchangeRules rules(*colours.group(), ExchangeRules::defaults(*colours.group(), 2, 0));
  constexpr std::string_view answers[] = {"choice.exchange", "choice.draw", "choice.final"};
  constexpr std::string_view facts[] = {"fact.exchange", "fact.draw", "fact.stuck"};
  while (true) {
    Tally8 hand;
    Tally8 center;
    const int size = wanted == 2 ? 2 + below(rng, 2) : wanted == 1 ? 4 : 3 + below(rng, 3);
    for (int i = 0; i < size; ++i) hand.add(any_piece(colours, rng));
    const int in_center = wanted == 0 ? 2 : 1 + below(rng, 2);
    while (center.size() < in_center) center.set(any_piece(colours, rng), 1);
    center.set(identity, 1);
    const ExchangeCount count = count_exchanges(rules, hand, center);
    const int found = size <= rules.max_exchange() && !count.any_reducing ? 2 : count.any ? 0 : 1;
    if (wanted == 1 && found != 1) {  // they are rare: only clears in the Center
      center = {};
      center.set(identity, 1 + below(rng, 3));
      if (count_exchanges(rules, hand, center).any) continue;
    } else if (found != wanted) {
      continue;
    }
    const Match match =
        *Match::open(spec, "hand1=" + write_tally(colours, hand) +
                               " hand2=R+Y+B+O center=" + write_tally(colours, center));
    Exercise out(colours, ItemType::predict, {"ask.turn", {}});
    out.spec = table_spec;
    out.position = match.full_position();
    out.hand = in_text_order(colours, pieces_in(hand));
    out.center = in_text_order(colours, pieces_in(center));
    out.shown = {{"show.center", {{"pieces", write_set(colours, out.center)}}},
                 {"show.hand", {{"pieces", write_set(colours, out.hand)}}}};
    Message fact{facts[wanted], {}};
    if (wanted == 0)
      fact.parameters = {
          {"move", write_action(colours, *exchange_leaving(rules, hand, center, 1000))}};
    for (int i = 0; i < 3; ++i)
      out.choices.push_back({{answers[i], {}}, {}, i == wanted, Misconception::none, fact});
    settle_answer(out);
    out.hint = {"hint.item.turn", {}};
    out.why = {fact};
    if (wanted == 1)
      if (auto larger = larger_equality(colours, hand, center)) out.why.push_back(*larger);
    return out;
  }
}

// The seats that still move once a seat has one piece.
Exercise final_round(Rng& rng, int item) {
  if (item % 2 == 1) {  // does this move begin it?
    const bool want = below(rng, 2) == 0;
    return draw_item(rng, {2 + below(rng, 2), 4, 1, 5},
                     [&](const GameTable& table) -> std::optional<Exercise> {
                       const std::vector<Action> legal = table.exchanges();
                       if (legal.empty()) return std::nullopt;
                       const Action action = pick(rng, legal);
                       const Verdict verdict = judge(table.match, 0, action);
                       const bool yes = verdict.effects->after == 1;
                       if (yes != want) return std::nullopt;
                       Exercise out(table.operation(), ItemType::predict,
                                    {"ask.final", {{"move", table.match.write(action)}}});
                       lay_out(out, table);
                       out.moves = {action};
                       const Message fact{yes ? "fact.final" : "fact.not_final",
                                          {{"n", number(verdict.effects->after)}}};
                       add_yes_no(out, yes, fact);
                       out.hint = {"hint.item.final", {}};
                       out.why = {fact};
                       return out;
                     });
  }
  const int seats = 2 + below(rng, 3);
  const int last = below(rng, seats);
  const Operation colours = operation_of("Z2^3");
  const std::string spec_text = "al-jabar Z2^3 seats=" + number(seats);
  // The seat on turn gives two pieces for their sum.
  const Word pair = any_pair(colours, rng);
  const Action action{Verb::exchange, sorted(pair), {colours.product(pair)}};
  std::string position;
  for (int i = 0; i < seats; ++i)
    position += "hand" + number(i + 1) + "=" +
                (i == last ? write_word(colours, pair) : "R^2+Y^2+B^2+C") + " ";
  position +=
      "center=C+" + colours.names().write(colours.product(pair)) + " seat=" + number(last + 1);
  Match match = *Match::open(*Spec::parse(spec_text), position);
  CHECK(!match.play(static_cast<Seat>(last), action));
  std::vector<int> movers;
  while (!match.over()) {
    if (match.turn().kind == Turn::Kind::deal) {
      match.deal(rng);
      continue;
    }
    const int seat = match.turn().seat + 1;
    if (movers.empty() || movers.back() != seat) movers.push_back(seat);
    CHECK(!match.play(match.turn().seat, match.random_action(rng)));
  }
  Exercise out(colours, ItemType::predict,
               {"ask.movers", {{"seats", number(seats)}, {"seat", number(last + 1)}}});
  out.spec = spec_text;
  out.position = position;
  out.moves = {action};
  const Message fact{"fact.movers", {{"seat", number(last + 1)}}};
  const auto add = [&](const std::vector<int>& who) {
    std::string text;
    for (const int seat : who) text += (text.empty() ? "" : ", ") + number(seat);
    Choice choice = text_choice(text, {}, who == movers, fact);
    if (who.empty()) choice.label = {"choice.nobody", {}};
    add_choice(out, std::move(choice));
  };
  std::vector<int> all;
  std::vector<int> others;
  for (int seat = 1; seat <= seats; ++seat) {
    all.push_back(seat);
    if (seat != last + 1) others.push_back(seat);
  }
  add(movers);
  add({});
  add(others);
  add(all);
  add({last + 1});
  arrange(out, rng);
  out.hint = {"hint.item.movers", {}};
  out.why = {fact};
  return out;
}

// A position and a few moves: what do the seats hold then?
Exercise record(Rng& rng, int item) {
  if (item % 4 == 3) return word_item(operation_of("Z2^3"), ItemType::spot, any_triple, rng);
  const int plies = item < 3 ? 2 : 3;
  return draw_item(rng, {6, 4, 1, 6}, [&](const GameTable& table) -> std::optional<Exercise> {
    Match match = table.match;
    std::vector<Action> moves;
    std::vector<Message> lines;
    int dealt = 0;
    const int asked = below(rng, 2);
    int held = asked == 0 ? table.hand.size() : table.next.size();
    for (int ply = 0; ply < plies; ++ply) {
      if (match.turn() != Turn{Turn::Kind::act, static_cast<Seat>(ply % 2)}) return std::nullopt;
      const Action action = match.random_action(rng);
      if (action.verb != Verb::exchange) return std::nullopt;
      Effects did;
      if (match.play(match.turn().seat, action, &did)) return std::nullopt;
      const int clears = did.clears_due();
      if (ply % 2 == asked) {
        held += action.take.size() - action.give.size();
      } else {
        held += clears;
        dealt += clears;
      }
      lines.push_back(
          {"show.move", {{"seat", number(ply % 2 + 1)}, {"move", match.write(action)}}});
      moves.push_back(action);
    }
    if (dealt == 0 && below(rng, 4) != 0) return std::nullopt;
    CHECK(match.scores().points[static_cast<std::size_t>(asked)] == held);
    Exercise out(table.operation(), ItemType::predict,
                 {"ask.record", {{"seat", number(asked + 1)}}});
    lay_out(out, table, Hands::seats);
    for (Message& line : lines) out.shown.push_back(std::move(line));
    out.moves = std::move(moves);
    const Message fact{"fact.record", {{"n", number(held)}, {"clears", number(dealt)}}};
    add_numbers(out, rng, held, {1}, {{held - dealt, Misconception::none, fact}}, fact);
    out.hint = {"hint.item.record", {}};
    out.why = {fact};
    return out;
  });
}

// Turns of a whole game between small bots: the first item is its first turn, the last is late.
Exercise first_game(Rng& rng, int item) {
  const Spec spec = spec_of_tables();
  const auto bot = bots::make_bot("greedy");
  CHECK(bot.ok());
  while (true) {
    Match match = Match::open(spec);
    std::optional<Exercise> latest;
    for (int own_turns = 0; !match.over() && own_turns <= item;) {
      if (match.turn().kind == Turn::Kind::deal) {
        match.deal(rng);
        continue;
      }
      if (const auto table = table_at(match)) {
        ++own_turns;
        const int shed =
            table->hand.size() - fewest_after(table->rules(), table->hand, table->center);
        const int clears = max_clears(table->rules(), table->hand, table->center);
        // Shed pieces in one turn, deal clears in the next.
        const bool deal = own_turns % 2 == 0 && clears > 0;
        const int n = std::min(deal ? clears : shed, 2);
        auto made = play_item(*table, {deal ? Goal::Kind::clears : Goal::Kind::shed, n, {}},
                              {deal ? "ask.deal" : "ask.shed", {{"n", number(n)}}}, own_hint, rng);
        if (n > 0 && made) latest = std::move(made);
      }
      const Seat seat = match.turn().seat;
      const Action action = (*bot)->choose(spec, match.observe(seat), {}, rng);
      CHECK(!match.play(seat, action));
    }
    if (latest) return *std::move(latest);
  }
}

constexpr Lesson lessons[] = {
    {"table.exchange", "table.exchange.goal", exchange},
    {"table.cancel", "table.cancel.goal", cancel},
    {"table.exempt", "table.exempt.goal", exempt_double},
    {"table.spectrum", "table.spectrum.goal", spectrum},
    {"table.drawing", "table.drawing.goal", drawing},
    {"table.final", "table.final.goal", final_round},
    {"table.record", "table.record.goal", record},
    {"table.first-game", "table.first-game.goal", first_game},
};

}  // namespace

std::span<const Lesson> table_lessons() { return lessons; }

}  // namespace coset::teach
