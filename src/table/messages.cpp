#include "table/messages.hpp"

#include "protocol/table/projections.hpp"

namespace coset::table {

namespace {

bool may_act(const Ledger& ledger, Seat reader) {
  return reader != nobody && ledger.by_human(reader) && !ledger.over();
}

Seat turn_of(const Match& match, bool over) {
  const Turn turn = match.turn();
  return over || turn.kind != Turn::Kind::act ? nobody : turn.seat;
}

}  // namespace

protocol::Event event_for(const Ledger& ledger, const Draft& draft, const Match& after, Ply ply,
                          const Chain& chain, Seat reader) {
  const bool over = ledger.over() && ply == ledger.head();
  const EventHeader& header = draft.header();
  protocol::Event out;
  out.ply = ply;
  out.chain = chain;
  out.kind = header.kind;
  out.seat = header.seat;
  if (draft.id() != MoveId::none) out.id = draft.id();
  if (header.kind == EventKind::move) out.move = after.write(draft.done().front().action);
  out.cause = header.cause;
  if (header.kind == EventKind::takeback) out.lines = static_cast<int>(header.lines);
  out.hint = header.hint;
  out.entropy = header.entropy;
  const bool hidden = after.spec().hands_are_hidden();
  out.effects = protocol::effects_for(after.spec(), draft.done(), reader, hidden);
  out.at = header.at;
  out.spent = header.spent;
  out.turn = turn_of(after, over);
  out.view = protocol::view_for(after, reader, may_act(ledger, reader));
  return out;
}

protocol::Event event_for(const protocol::Event& other, const Ledger& ledger, const Match& after,
                          Seat reader) {
  protocol::Event out = other;
  protocol::show_to(out.view, after, reader, may_act(ledger, reader));
  return out;
}

protocol::Snapshot snapshot_for(const Ledger& ledger, Seat reader) {
  protocol::Snapshot out;
  out.ply = ledger.head();
  out.chain = ledger.chain();
  out.turn = ledger.turn();
  out.view = protocol::view_for(ledger.match(), reader, may_act(ledger, reader));
  out.record = ledger.match().record(reader);
  return out;
}

protocol::GameOver game_over_for(const Ledger& ledger) {
  protocol::GameOver out;
  out.ply = ledger.head();
  out.chain = ledger.chain();
  out.ending = ledger.end();
  const Scores scores = ledger.match().scores();
  out.scores.assign(scores.points.begin(), scores.points.begin() + ledger.seats());
  out.winners = ledger.winners();
  out.record = ledger.match().full_record();
  for (Seat i = 0; i < ledger.seats(); ++i)
    if (ledger.forfeited(i)) out.record += "# seat " + std::to_string(i + 1) + " forfeited\n";
  for (const Ledger::HintUse& use : ledger.hints())
    out.record += "# seat " + std::to_string(use.seat + 1) + " took a hint of level " +
                  std::to_string(use.level) + " for line " + std::to_string(use.line) + "\n";
  if (ledger.end() == protocol::End::agreed) out.record += "# finished by agreement\n";
  return out;
}

std::optional<protocol::Clocks> clocks_for(const Ledger& ledger, Millis spent) {
  const protocol::ClockRule& rule = ledger.setup().clock;
  if (rule.kind == protocol::ClockKind::none) return std::nullopt;
  protocol::Clocks out;
  const Seat turn = ledger.turn();
  out.running = turn != nobody && ledger.by_human(turn) ? turn : nobody;
  for (Seat i = 0; i < ledger.seats(); ++i)
    out.left.push_back(i == out.running ? left_after(rule, ledger.clocks(), i, spent)
                                        : ledger.clocks().left[i]);
  return out;
}

protocol::TableError error_for(protocol::Reason reason, Ply head, std::optional<MoveId> id) {
  return error_for(protocol::error_of(reason), head, id);
}

protocol::TableError error_for(const protocol::ErrorCode& error, Ply head,
                               std::optional<MoveId> id) {
  protocol::TableError out;
  out.id = id;
  out.code = error.code;
  out.head = head;
  out.message = error.message;
  return out;
}

}  // namespace coset::table
