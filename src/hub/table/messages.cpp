#include "hub/table/messages.hpp"

#include "wire/table/tell.hpp"

namespace coset::hub {

namespace {

bool may_act(const Ledger& ledger, Seat reader) {
  return reader != nobody && ledger.by_human(reader) && !ledger.over();
}

Seat turn_of(const Match& match, bool over) {
  const Turn turn = match.turn();
  return over || turn.kind != Turn::Kind::act ? nobody : turn.seat;
}

}  // namespace

wire::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                      const Chain& chain, Seat reader) {
  const bool over = ledger.over() && ply == ledger.head();
  const Fact& fact = draft.fact();
  wire::Event out;
  out.ply = ply;
  out.chain = chain;
  out.kind = fact.kind;
  out.seat = fact.seat;
  if (draft.id() != MoveId::none) out.id = draft.id();
  if (fact.kind == EventKind::move) out.move = after.write(draft.done().front().action);
  out.cause = fact.cause;
  if (fact.kind == EventKind::takeback) out.lines = static_cast<int>(fact.lines);
  out.hint = fact.hint;
  out.entropy = fact.entropy;
  const bool hidden = after.spec().hands_are_hidden();
  out.effects = wire::effects_for(after.spec(), draft.done(), reader, hidden);
  out.at = fact.at;
  out.spent = fact.spent;
  out.turn = turn_of(after, over);
  out.view = wire::view_for(after, reader, may_act(ledger, reader));
  return out;
}

wire::Snapshot snapshot_for(const Ledger& ledger, Seat reader) {
  wire::Snapshot out;
  out.ply = ledger.head();
  out.chain = ledger.chain();
  out.turn = ledger.turn();
  out.view = wire::view_for(ledger.match(), reader, may_act(ledger, reader));
  out.record = ledger.match().record(reader);
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

}  // namespace coset::hub
