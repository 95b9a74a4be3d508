#include "protocol/table/projections.hpp"

#include "engine/play/notation.hpp"
#include "engine/teach/table/verdict.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

std::optional<std::string> name_of(const Operation& operation, std::optional<Element> e) {
  if (!e) return std::nullopt;
  return operation.names().write(*e);
}

Verdict verdict_of(const Spec& spec, const Action& action, const teach::Verdict& verdict) {
  const Operation& operation = spec.operation();
  Verdict out;
  out.legal = verdict.legal;
  out.said = said_of(verdict.message);
  out.made = name_of(operation, verdict.made);
  out.wanted = name_of(operation, verdict.wanted);
  out.difference = name_of(operation, verdict.difference);
  for (const Action& repair : verdict.repairs)
    out.repairs.push_back(write_action(operation, repair));
  if (verdict.made) {
    add_steps(operation, Side::give, action.give, out.steps);
    if (action.verb == Verb::exchange) add_steps(operation, Side::take, action.take, out.steps);
  }
  if (verdict.effects) out.then = said_of(teach::describe(spec, *verdict.effects));
  return out;
}

Effect& add(std::vector<Effect>& out, Happening effect, Seat seat, int count) {
  Effect& added = out.emplace_back();
  added.effect = effect;
  added.seat = seat;
  added.count = count;
  return added;
}

// Pieces dealt one after the other for the same purpose are one effect.
Effect& add_deal(std::vector<Effect>& out, Dealt how, Seat seat) {
  const bool joins = !out.empty() && out.back().effect == Happening::deal &&
                     out.back().how == how && out.back().seat == seat;
  Effect& deal = joins ? out.back() : add(out, Happening::deal, seat, 0);
  deal.how = how;
  ++deal.count;
  return deal;
}

void add_effects(const Names& names, const Effects& done, bool seen, std::vector<Effect>& out) {
  if (done.dealt) {
    Effect& deal = add_deal(out, *done.dealt, done.seat);
    if (seen) deal.pieces.push_back(names.write(done.action.give[0]));
  }
  for (const Cancelled& gone : done.cancelled) {
    Effect& cancel = add(out, Happening::cancel, nobody, gone.tuples);
    cancel.pieces.push_back(names.write(gone.piece));
    cancel.exempt = gone.exempt;
  }
  for (std::size_t i = 0; i < done.clears.size(); ++i)
    if (done.clears[i] > 0) add(out, Happening::clears, static_cast<Seat>(i), done.clears[i]);
  if (done.discarded > 0)
    add(out, Happening::discard, nobody, done.discarded).pieces.push_back(names.write(identity));
  if (done.turned > 0) add(out, Happening::reshuffle, nobody, done.turned);
  if (done.signal != Ending::none)
    add(out, Happening::final_round, done.signal_seat, 0).cause = end_of(done.signal);
  for (const Seat seat : done.skipped) add(out, Happening::skip, seat, 0);
}

}  // namespace

View view_for(const Match& match, Seat reader, bool acts) {
  View out = view_of(match.spec(), match.observe(reader), reader);
  if (!acts || match.over()) out.may.clear();
  return out;
}

void show_to(View& view, const Match& match, Seat reader, bool acts) {
  CHECK(!match.spec().hands_are_hidden());
  view.you = reader;
  view.may.clear();
  if (acts && !match.over() && match.turn() == Turn{Turn::Kind::act, reader})
    view.may = verbs_of(match.spec(), match.observe(reader), reader);
}

std::vector<Effect> effects_for(const Spec& spec, std::span<const Effects> done, Seat reader,
                                bool hidden) {
  std::vector<Effect> out;
  for (const Effects& one : done) {
    const bool seen = !hidden || one.seat == nobody || one.seat == reader;
    add_effects(spec.operation().names(), one, seen, out);
  }
  return out;
}

Result<Action> action_of(const Spec& spec, const Preview& preview) {
  const MoveStyle style = spec.style();
  if (preview.move) return read_action(spec.operation(), style, *preview.move);
  Action out{style == MoveStyle::play ? Verb::play : Verb::exchange, {}, {}};
  const auto add = [&](Word& word, const std::vector<std::string>& pieces) {
    for (const std::string& piece : pieces) {
      const auto e = spec.operation().names().find(piece);
      if (!e || word.full()) return false;
      word.push(*e);
    }
    return true;
  };
  if (!add(out.give, preview.give) || !add(out.take, preview.take))
    return Error{"move.piece", 0, "There is no such piece, or there are too many."};
  return out;
}

Verdict verdict_for(const Match& match, Seat seat, const Action& action) {
  return verdict_of(match.spec(), action, teach::judge(match, seat, action));
}

Verdict verdict_for(const Spec& spec, const AnyView& seen, Seat seat, const Action& action) {
  return verdict_of(spec, action, teach::judge(spec, seen, seat, action));
}

Verdict verdict_for(const Error& error) {
  Verdict out;
  out.said.id = error.code;
  out.said.text = error.sentence;
  return out;
}

Hinted hint_for(const Spec& spec, const teach::Hint& hint, std::uint8_t level, Ply head) {
  const auto levels = static_cast<std::uint8_t>(hint.levels.size());
  constexpr std::uint8_t names_move = 4;
  Hinted out;
  out.head = head;
  out.level = std::min(level, levels);
  out.levels = levels;
  out.said = said_of(hint.levels[out.level - 1U]);
  if (out.level >= names_move || levels == 1)
    out.move = write_action(spec.operation(), hint.action);
  return out;
}

}  // namespace coset::protocol
