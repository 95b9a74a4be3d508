#include "teach/say.hpp"

#include <algorithm>

#include "play/notation.hpp"

namespace coset::teach {

namespace {

struct Template {
  std::string_view id;
  std::string_view text;
};

constexpr Template english[] = {
    {"step.cancel", "Cancel: {gone} {count:vanishes|vanish}, which leaves {left}."},
    {"step.cancel.none", "Cancel: nothing to cancel."},
    {"step.replace", "Replace by primaries: {before} is {after}."},
    {"step.replace.none", "Replace by primaries: nothing to replace."},
    {"step.cancel_again", "Cancel again: {gone} {count:vanishes|vanish}, which leaves {left}."},
    {"step.cancel_again.none", "Cancel again: nothing to cancel."},
    {"step.one_piece", "One piece: {before} is {after}."},
    {"step.one_piece.none", "One piece: {after} is left."},
    {"step.dial.suit", "Suits, mod 4: {values} = {total}, which is {name}."},
    {"step.dial.rank", "Ranks, mod {modulus}: {values} = {total}, which is {name}."},
    {"step.multiply", "{left} * {right} = {made}."},
    {"step.multiply.order", "{left} * {right} = {made}, but the other way round it is {other}."},
    {"sum", "{word} makes {sum}."},
    {"sum.miss", "{word} makes {made}, not {wanted}: off by {difference}."},
    {"sum.miss.right", "{word} makes {made}, not {wanted}: {difference} is missing on the right."},
    {"sum.miss.magma", "{word} makes {made}, not {wanted}."},
    {"equal", "Both sides make {sum}: they may be exchanged."},
    {"repair.add", "Add {piece}: {word} makes {wanted}."},
    {"repair.swap", "Use {piece} in place of {old}: {word} makes {wanted}."},
    {"repair.drop", "Leave {piece} out: {word} makes {wanted}."},
    // Verdicts on an exchange.
    {"ok", "Both sides make {sum}. Your hand goes from {before} to {after}."},
    {"ok.same", "Both sides make {sum}, but your hand stays at {after}."},
    {"ok.gain",
     "Both sides make {sum}, but you gain {n}: your hand goes from {before} to {after}."},
    {"ok.null", "Nothing changes; these rules allow it."},
    {"null", "Nothing would change: a turn must change something."},
    {"sum.unequal", "{give} makes {made}, but {take} makes {wanted}: off by {difference}."},
    {"empty.hand", "Choose 1 to {most} pieces from your hand."},
    {"empty.center", "Choose 1 to {most} pieces from the Center."},
    {"count.hand", "At most {most} pieces may be given. More only for the Spectrum {spectrum}."},
    {"count.center", "At most {most} pieces may be taken."},
    {"not.in.hand", "Not enough {piece} in your hand: you hold {n}."},
    {"not.in.center", "Not enough {piece} in the Center: it holds {n}."},
    {"spectrum.target", "The Spectrum is exchanged for exactly one {piece}."},
    {"spectrum.center", "The Spectrum takes one {piece} from the Center, and there is none."},
    // Verdicts on drawing and passing.
    {"ok.draw", "You may draw."},
    {"ok.pass", "You may pass."},
    {"draw.must", "No exchange is possible: draw until one is."},
    {"draw.must_exchange", "After drawing you must exchange."},
    {"draw.empty", "There is nothing left to draw."},
    {"draw.stuck", "Your hand is stuck in the final round: no drawing now."},
    {"draw.or_pass", "You have exchanged already: draw, or pass to end your turn."},
    {"draw.able", "You can play: look again, or take a hint."},
    {"pass", "You may pass only in the final round."},
    {"pass.draw", "Who cannot play draws."},
    // Verdicts on a play.
    {"ok.play", "{word} makes {made}. Your hand goes from {before} to {after}."},
    {"play.empty", "Choose at least one card."},
    {"play.verb", "Cards are played here, not exchanged."},
    {"play.count", "At most {most} {most:card|cards} may be played at once."},
    {"play.sum", "{word} makes {made}, not {wanted}: off by {difference}."},
    {"play.sum.cards",
     "{word} makes {made}, not {wanted}: suit {suit}, rank {rank}; off by {difference}."},
    {"play.sum.right", "{word} makes {made}, not {wanted}: {difference} is missing on the right."},
    {"play.sum.magma", "{word} makes {made}, not {wanted}."},
    {"play.length", "{word} makes {made} of length {length}; {wanted} has length {wanted_length}."},
    {"play.order",
     "{word} makes {made}, not {wanted}: the order matters, and another one is right."},
    {"play.keep",
     "Only {piece}, the lower of the two cards, may be kept under a single card here."},
    // Verdicts on the moment.
    {"turn", "Seat {seat} is to move."},
    {"turn.deal", "A piece is to be dealt first."},
    {"over", "The game is over."},
    // Hints, in the order of their levels.
    {"hint.spectrum", "A move of four pieces exists."},
    {"hint.shed", "You can shed {shed} {shed:piece|pieces}."},
    {"hint.shed.cancel",
     "You can shed {shed} {shed:piece|pieces} and cancel {clears} {clears:set|sets} besides."},
    {"hint.keep",
     "No exchange makes your hand smaller now; look for one that keeps it or cancels."},
    {"hint.sum", "Look for two sets that make {piece}."},
    {"hint.take", "Take {pieces} from the Center."},
    {"hint.move", "Play {move}."},
    {"hint.why",
     "It sheds {shed} and cancels {clears}; the next seat can then shed {answer} at best."},
    {"hint.why.alone", "It sheds {shed} and cancels {clears}."},
    {"hint.draw", "No exchange is possible: draw."},
    {"hint.pass", "There is nothing to do but pass."},
    {"hint.no_play", "No play exists: draw."},
    {"hint.can_play", "A play exists."},
    {"hint.largest", "The largest play has {n} {n:card|cards}."},
    {"hint.card", "{piece} is in it."},
    {"hint.why.play",
     "It leaves {piece} to make, which the next seat can do in about {percent} of 100 cases."},
    {"hint.why.empties", "It empties your hand: you win."},
    // What a move leads to.
    {"then.hand", "Your hand: {before} to {after}."},
    {"then.cancel",
     "{n} {n:set|sets} of {piece} {n:cancels|cancel}: every other seat draws {n} "
     "{n:clear|clears}."},
    {"then.aside", "{n} {n:set|sets} of {piece} {n:cancels and is|cancel and are} set aside."},
    {"then.exempt",
     "{piece} cancels, but you placed all of it yourself: nobody draws a clear for it."},
    {"then.target", "The next seat has to make {piece}."},
    {"then.final.one_piece", "The final round begins: you have one piece left."},
    {"then.final.stuck", "The final round begins: a small hand cannot be reduced."},
    {"then.over", "The game is over."},
    // Why a table refuses a message.
    {"no.bad", "This message cannot be read."},
    {"no.protocol", "This table speaks another version of the protocol."},
    {"no.table", "This is another table."},
    {"no.token", "No seat here has this token."},
    {"no.hello", "Say hello first."},
    {"no.spectator", "Only who has a seat may do this."},
    {"no.illegal", "The rules do not allow this move."},
    {"no.turn", "It is not your turn."},
    {"no.stale", "Something else came first."},
    {"no.busy", "Something is just happening. Try again after it."},
    {"no.over", "The game is over for you."},
    {"no.playing", "The game is not over yet."},
    {"no.kept", "A bot keeps your seat: take it back first."},
    {"no.mine", "Your seat is your own already."},
    {"no.hints", "There are no hints at this table."},
    {"no.takeback", "Your last move cannot be taken back now."},
    {"no.offer", "Nobody has asked for this."},
    {"no.rated", "Not in a rated game."},
    {"no.rate", "Too many messages. Slow down a little."},
};

const Template& find(std::string_view id) {
  const auto place = std::find_if(std::begin(english), std::end(english),
                                  [&](const Template& t) { return t.id == id; });
  CHECK(place != std::end(english));
  return *place;
}

// "R·R and C" would do in print; here plainly "R+R and C".
std::string write_gone(const Operation& operation, const Pieces& pieces) {
  std::string out;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    while (end < pieces.size() && pieces[end] == pieces[i]) ++end;
    if (!out.empty()) out += end == pieces.size() ? " and " : ", ";
    out += write_pieces(operation, Pieces(pieces.begin() + static_cast<std::ptrdiff_t>(i),
                                          pieces.begin() + static_cast<std::ptrdiff_t>(end)));
    i = end;
  }
  return out;
}

int kinds(const Pieces& pieces) {
  Pieces sorted = pieces;
  std::sort(sorted.begin(), sorted.end());
  return static_cast<int>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

Message describe_cancel(const Operation& operation, const Step& step, std::string_view id,
                        std::string_view none) {
  if (step.idle) return {none, {}};
  return {id,
          {{"gone", write_gone(operation, step.moved)},
           {"count", std::to_string(kinds(step.moved) == 1 && step.moved.size() == 1 ? 1 : 2)},
           {"left", write_pieces(operation, step.after)}}};
}

Message describe_dial(const Operation& operation, const Step& step) {
  std::string values;
  int total = 0;
  for (const int value : step.values) {
    values += (values.empty() ? "" : " + ") + std::to_string(value);
    total += value;
  }
  const int stand = step.stands.back();
  std::string shown = std::to_string(total);
  if (total != stand) shown += " = " + std::to_string(stand);
  // The suit or rank is what a card with this one coordinate is called: a heart, or of rank zero.
  const bool suit = step.coordinate == 0;
  const std::string& name = operation.names().write(element(suit ? stand : 4 * stand));
  return {suit ? "step.dial.suit" : "step.dial.rank",
          {{"modulus", std::to_string(step.modulus)},
           {"values", values},
           {"total", shown},
           {"name", suit ? name.substr(0, 1) : name.substr(1)}}};
}

Message describe_multiply(const Operation& operation, const Step& step) {
  const Element left = step.before[0];
  const Element right = step.moved[0];
  Message out{step.commutes ? "step.multiply" : "step.multiply.order",
              {{"left", operation.names().write(left)},
               {"right", operation.names().write(right)},
               {"made", operation.names().write(step.after[0])}}};
  if (!step.commutes)
    out.parameters.emplace_back("other", operation.names().write(operation.product(right, left)));
  return out;
}

}  // namespace

std::vector<std::string_view> message_ids() {
  std::vector<std::string_view> out;
  for (const Template& each : english) out.push_back(each.id);
  return out;
}

std::string say(const Message& message) {
  const std::string_view text = find(message.id).text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') {
      out += text[i];
      continue;
    }
    const std::size_t end = text.find('}', i);
    std::string_view inside = text.substr(i + 1, end - i - 1);
    const std::size_t colon = inside.find(':');
    const std::string_view name = inside.substr(0, colon);
    const auto value = std::find_if(message.parameters.begin(), message.parameters.end(),
                                    [&](const auto& parameter) { return parameter.first == name; });
    CHECK(value != message.parameters.end());
    if (colon == std::string_view::npos) {
      out += value->second;
    } else {
      inside.remove_prefix(colon + 1);
      const std::size_t bar = inside.find('|');
      out += value->second == "1" ? inside.substr(0, bar) : inside.substr(bar + 1);
    }
    i = end;
  }
  return out;
}

std::string write_pieces(const Operation& operation, const Pieces& pieces) {
  std::string out;
  for (const Element e : pieces)
    out += (out.empty() ? "" : order_matters(operation) ? "*" : "+") + operation.names().write(e);
  return out.empty() ? "nothing" : out;
}

Message describe(const Operation& operation, const Step& step) {
  switch (step.kind) {
    case Step::Kind::cancel:
      return describe_cancel(operation, step, "step.cancel", "step.cancel.none");
    case Step::Kind::cancel_again:
      return describe_cancel(operation, step, "step.cancel_again", "step.cancel_again.none");
    case Step::Kind::replace:
    case Step::Kind::one_piece: {
      const bool one = step.kind == Step::Kind::one_piece;
      const std::string after = write_pieces(operation, step.after);
      if (step.idle)
        return one ? Message{"step.one_piece.none", {{"after", after}}}
                   : Message{"step.replace.none", {}};
      return {one ? "step.one_piece" : "step.replace",
              {{"before", write_pieces(operation, step.before)}, {"after", after}}};
    }
    case Step::Kind::dial:
      return describe_dial(operation, step);
    case Step::Kind::multiply:
      return describe_multiply(operation, step);
  }
  CHECK(false);
}

Message describe_sum(const Operation& operation, const Word& word, Element sum) {
  return {"sum", {{"word", write_word(operation, word)}, {"sum", operation.names().write(sum)}}};
}

Message describe_miss(const Operation& operation, const Word& word, Element made, Element wanted) {
  const auto missing = difference(operation, made, wanted);
  Message out{!missing                   ? "sum.miss.magma"
              : order_matters(operation) ? "sum.miss.right"
                                         : "sum.miss",
              {{"word", write_word(operation, word)},
               {"made", operation.names().write(made)},
               {"wanted", operation.names().write(wanted)}}};
  if (missing) out.parameters.emplace_back("difference", operation.names().write(*missing));
  return out;
}

}  // namespace coset::teach
