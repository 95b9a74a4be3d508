#include "hub/table/messages.hpp"

#include "hub/table/effects.hpp"
#include "hub/table/faults.hpp"
#include "play/notation.hpp"
#include "wire/table/say.hpp"

namespace coset::hub {

namespace {

std::optional<std::string> name_of(const Operation& operation, std::optional<Element> e) {
  if (!e) return std::nullopt;
  return operation.names().write(*e);
}

bool may_act(const Ledger& ledger, Seat reader) {
  return reader != nobody && ledger.by_human(reader) && !ledger.over();
}

Seat turn_of(const Match& match, bool over) {
  const Turn turn = match.turn();
  return over || turn.kind != Turn::Kind::act ? nobody : turn.seat;
}

}  // namespace

wire::View view_for(const Match& match, Seat reader, bool acts) {
  wire::View out = wire::view_of(match.spec(), match.observe(reader), reader);
  if (!acts || match.over()) out.may.clear();
  return out;
}

wire::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                      const Chain& chain, Seat reader) {
  const bool over = ledger.over() && ply == ledger.head();
  const Fact& fact = draft.fact();
  wire::Event out;
  out.ply = ply + (faulty(Fault::ply_off_by_one) ? 1 : 0);
  out.chain = chain;
  out.kind = fact.kind;
  out.seat = fact.seat;
  if (draft.id() != MoveId::none) out.id = draft.id();
  if (fact.kind == EventKind::move) out.move = after.write(draft.entries().front().action);
  out.cause = fact.cause;
  if (fact.kind == EventKind::takeback) out.lines = static_cast<int>(fact.lines);
  out.hint = fact.hint;
  out.effects = seen_by(reader, after.spec().hands_are_hidden(), draft.effects());
  out.at = fact.at;
  out.spent = fact.spent;
  out.turn = turn_of(after, over);
  out.view = view_for(after, reader, may_act(ledger, reader));
  return out;
}

wire::Snapshot snapshot_for(const Ledger& ledger, Seat reader) {
  wire::Snapshot out;
  out.ply = ledger.head();
  out.chain = ledger.chain();
  out.turn = ledger.turn();
  out.view = view_for(ledger.match(), reader, may_act(ledger, reader));
  out.record =
      faulty(Fault::full_record) ? ledger.match().full_record() : ledger.match().record(reader);
  return out;
}

wire::Over over_for(const Ledger& ledger) {
  wire::Over out;
  out.ply = ledger.head();
  out.chain = ledger.chain();
  out.ending = ledger.end();
  const Scores scores = ledger.match().scores();
  out.scores.assign(scores.points.begin(), scores.points.begin() + ledger.seats());
  out.winners = ledger.winners();
  out.record = ledger.match().full_record();
  for (Seat i = 0; i < ledger.seats(); ++i)
    if (ledger.forfeited(i)) out.record += "# seat " + std::to_string(i + 1) + " forfeited\n";
  if (ledger.end() == wire::End::agreed) out.record += "# finished by agreement\n";
  return out;
}

std::optional<wire::Clocks> clocks_for(const Ledger& ledger, Millis spent) {
  const wire::ClockRule& rule = ledger.setup().clock;
  if (rule.kind == wire::ClockKind::none) return std::nullopt;
  wire::Clocks out;
  const Seat turn = ledger.turn();
  out.running = turn != nobody && ledger.by_human(turn) ? turn : nobody;
  for (Seat i = 0; i < ledger.seats(); ++i)
    out.left.push_back(i == out.running ? left_after(rule, ledger.clocks(), i, spent)
                                        : ledger.clocks().left[i]);
  return out;
}

wire::No no_for(wire::Reason reason, Ply head, std::optional<MoveId> id) {
  constexpr std::string_view ids[] = {
      "no.bad",   "no.protocol", "no.table", "no.token", "no.hello",   "no.spectator", "no.illegal",
      "no.turn",  "no.stale",    "no.busy",  "no.over",  "no.playing", "no.kept",      "no.mine",
      "no.hints", "no.takeback", "no.offer", "no.rated", "no.rate"};
  wire::No out;
  out.id = id;
  out.reason = reason;
  out.head = head;
  out.text = teach::say({ids[static_cast<std::size_t>(reason)], {}});
  return out;
}

wire::Verdict verdict_for(const Match& match, Seat seat, const Action& action) {
  const Operation& operation = match.spec().operation();
  const teach::Verdict verdict = teach::judge(match, seat, action);
  wire::Verdict out;
  out.legal = verdict.legal;
  out.said = wire::said_of(verdict.message);
  out.made = name_of(operation, verdict.made);
  out.wanted = name_of(operation, verdict.wanted);
  out.difference = name_of(operation, verdict.difference);
  for (const Action& repair : verdict.repairs) out.repairs.push_back(match.write(repair));
  if (verdict.made) {
    wire::add_steps(operation, wire::Side::give, action.give, out.steps);
    if (action.verb == Verb::exchange)
      wire::add_steps(operation, wire::Side::take, action.take, out.steps);
  }
  if (verdict.consequence)
    for (const teach::Message& message : teach::describe(match, *verdict.consequence))
      out.then.push_back(wire::said_of(message));
  return out;
}

wire::Verdict verdict_for(const Error& error) {
  wire::Verdict out;
  out.said.id = error.code;
  out.said.text = error.sentence;
  return out;
}

wire::Hinted hint_for(const Spec& spec, const teach::Hint& hint, std::uint8_t level, Ply head) {
  const auto levels = static_cast<std::uint8_t>(hint.levels.size());
  constexpr std::uint8_t names_move = 4;
  wire::Hinted out;
  out.head = head;
  out.level = std::min(level, levels);
  out.levels = levels;
  out.said = wire::said_of(hint.levels[out.level - 1U]);
  if (out.level >= names_move || levels == 1)
    out.move = write_action(spec.operation(), hint.action);
  return out;
}

}  // namespace coset::hub
