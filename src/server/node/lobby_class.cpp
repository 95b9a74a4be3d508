// Tables of a class in the lobby. The class's node has stored the row of such a table, and the
// lobby reads it when a pupil joins. A pupil's token opens the seat; a bot takes one that stays
// empty.
#include "server/node/lobby.hpp"
#include "server/node/request_path.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

// A row that nobody has joined is dropped then; its seed has been swept by the next day.
constexpr Time abandoned_timeout = 12 * 3'600'000;

}  // namespace

bool Lobby::abandoned(const PendingTable& pending) const {
  return context_.now() >= pending.fill_at + abandoned_timeout;
}

bool Lobby::has_empty_seat(const PendingTable& pending) {
  return pending.participants.size() + pending.bots.size() <
         static_cast<std::size_t>(pending.setup.spec.seats());
}

std::optional<Time> Lobby::fill_deadline(const PendingTable& pending) {
  if (!pending.of_class() || !has_empty_seat(pending)) return std::nullopt;
  return pending.fill_at + (pending.participants.empty() ? abandoned_timeout : 0);
}

void Lobby::on_fill_deadline(PendingTable& pending) {
  if (pending.participants.empty())
    return cancel(pending.table, to_error(error_code("lobby.abandoned")));
  while (has_empty_seat(pending)) pending.bots.push_back(pending.fill_bot);
  persist(pending);
  broadcast(pending);
  start_if_ready(pending);
}

void Lobby::find_stored(const Sender& from, const GuestIdentity& guest, const Join& join) {
  if (!is_table_name(join.table)) return report_missing(from);
  if (finding_.size() >= max_deferred)
    return send_error(from, to_refusal(error_code("lobby.busy"), 5));
  const bool asked = std::any_of(finding_.begin(), finding_.end(), [&](const StoredJoin& each) {
    return each.join.table == join.table;
  });
  finding_.push_back({from, guest, join});
  if (asked) return;
  const GameId game = game_of(context_.deps().crypto.blake2b, join.table);
  context_.deps().players.find_pending(
      game, context_.defer(*tenure_, [this, game, table = join.table](const auto& row) {
        if (!row) return on_stored(table, row.error());
        auto pending = *row ? deserialize({game, **row}) : Restored();
        if (!pending || pending->table != table || !pending->of_class())
          return on_stored(table, Restored());
        complete(*std::move(pending),
                 [this, table](Result<Restored> found) { on_stored(table, std::move(found)); });
      }));
}

void Lobby::on_stored(const std::string& table, Result<Restored> found) {
  const bool answered = found.ok();
  Restored row = answered ? *std::move(found) : Restored();
  if (row) evict_abandoned();
  const bool is_read = answered && !(row && full());
  if (is_read && row) {
    PendingTable& here = pending_.emplace(table, *std::move(row)).first->second;
    schedule(here);
    reindex(here);
  }
  std::vector<StoredJoin> waiting;
  std::erase_if(finding_, [&](StoredJoin& each) {
    if (each.join.table != table) return false;
    waiting.push_back(std::move(each));
    return true;
  });
  for (const StoredJoin& each : waiting) {
    if (!is_read)
      send_error(each.from, to_refusal(error_code("lobby.busy"), 5));
    else if (find(table) != nullptr)
      on(each.from, each.guest, each.join);
    else
      report_missing(each.from);
  }
}

// Rows of a forgotten class are gone, and none may be written for its tables.
void Lobby::start_unless_forgotten(PendingTable& pending) {
  pending.starting = true;
  schedule(pending);
  context_.deps().players.find_pending(
      pending.game, context_.defer(*tenure_, [this, table = pending.table](const auto& row) {
        PendingTable* here = find(table);
        if (here == nullptr) return;
        if (row && !*row) return cancel_forgotten(table);
        if (row) return start_game(*here);
        here->starting = false;
        here->persist_retry_at = context_.now() + context_.config().retry_delay;
        schedule(*here);
      }));
}

void Lobby::join_class_table(PendingTable& pending, const Sender& from, const GuestIdentity& guest,
                             const Join& join) {
  const Token proof = digest(join.token);
  const auto owns = [&](const auto& each) { return protocol::same_secret(each.token, proof); };
  const auto pupil = std::find_if(pending.allowed.begin(), pending.allowed.end(), owns);
  if (pupil == pending.allowed.end())
    return send_error(from, error_code("lobby.invitation_required"));
  const Time now = context_.now();
  context_.budgets().vouch(guest.id, now);
  context_.class_sockets().prove(from.socket, holder_of(proof), ClassSockets::TokenOf::seat);
  const auto known = std::find_if(pending.participants.begin(), pending.participants.end(), owns);
  if (known != pending.participants.end()) {
    known->socket = from.socket;
    known->away_since.reset();
    return broadcast(pending);
  }
  if (pending.starting || !has_empty_seat(pending))
    return send_error(from, error_code("lobby.seats_taken"));
  std::erase(pending.watchers, from.socket);
  pending.participants.push_back(participant(from, guest, join.token));
  pending.participants.back().guest.name = pupil->name;
  if (now >= pending.fill_at && has_empty_seat(pending)) return on_fill_deadline(pending);
  persist(pending);
  broadcast(pending);
  start_if_ready(pending);
}

}  // namespace coset::node
