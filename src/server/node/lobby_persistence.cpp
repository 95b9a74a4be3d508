// Persistence of pending tables: written when they change, read when this node gets the lobby.
#include "engine/play/catalogue.hpp"
#include "protocol/table/codec.hpp"
#include "protocol/table/fields_reader.hpp"
#include "server/node/guest_data.hpp"
#include "server/node/lobby.hpp"
#include "server/node/pending_row.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr protocol::Limits limits{.text = 2400, .list = 16};
constexpr std::size_t max_body = 16'384;
constexpr int max_depth = 6;
// Then the node that had the lobby before knows it, or writes nothing because it could not renew.
constexpr Time check_delay = store::claim_timeout.count();

}  // namespace

Token Lobby::digest(const Token& token) const {
  return digest_of(context_.deps().crypto.blake2b, token);
}

GuestIdentity Lobby::with_digest_id(const GuestIdentity& guest) const {
  return {guest_digest(context_.deps().crypto.blake2b, guest.id),
          guest.name,
          guest.account,
          guest.address,
          false,
          guest.site};
}

std::string Lobby::serialize(const PendingTable& pending) {
  const table::Setup& setup = pending.setup;
  SavedTable out;
  out.table = pending.table;
  out.commitment = pending.commitment;
  out.spec = setup.spec.text();
  out.clock = setup.clock;
  out.rated = setup.rated;
  out.hints = setup.hints;
  out.timeout = setup.timeout;
  out.start = setup.start;
  out.series = setup.series;
  out.listed = pending.listed;
  out.invitation = pending.invitation;
  for (const Participant& each : pending.participants)
    out.participants.push_back({each.guest.id, each.guest.name, each.guest.account, each.token,
                                each.entropy, each.sent_ready});
  out.bots = pending.bots;
  out.allowed = pending.allowed;
  out.fill_at = pending.fill_at;
  out.fill_bot = pending.fill_bot;
  return protocol::written(out);
}

std::optional<Lobby::PendingTable> Lobby::deserialize(const store::PendingTable& from) const {
  const auto json = protocol::parse_json(from.body, max_body, max_depth);
  SavedTable saved;
  if (!json || !json->is_object() || !protocol::read(*json, saved, limits)) return std::nullopt;
  auto spec = find_spec(saved.spec);
  if (!spec || (saved.participants.empty() && saved.allowed.empty())) return std::nullopt;
  PendingTable out{.setup = {.table = "name", .spec = *std::move(spec), .seats = {}, .clock = {}}};
  out.table = std::move(saved.table);
  out.game = from.game;
  out.commitment = saved.commitment;
  out.setup.clock = saved.clock;
  out.setup.rated = saved.rated;
  out.setup.hints = saved.hints;
  out.setup.timeout = saved.timeout;
  out.setup.start = std::move(saved.start);
  out.setup.series = std::move(saved.series);
  out.listed = saved.listed;
  out.invitation = saved.invitation;
  out.bots = std::move(saved.bots);
  out.allowed = std::move(saved.allowed);
  out.fill_at = saved.fill_at;
  out.fill_bot = std::move(saved.fill_bot);
  if (saved.participants.empty() && abandoned(out)) return std::nullopt;
  for (SavedParticipant& each : saved.participants)
    out.participants.push_back({{std::move(each.digest), std::move(each.name), each.account},
                                Socket{0},
                                each.token,
                                each.entropy,
                                each.ready,
                                context_.now(),
                                each.ready});
  return out;
}

void Lobby::save(const std::string& table, store::Done<store::WriteResult> done) {
  PendingTable* here = find(table);
  if (here == nullptr) return done(store::WriteResult::unknown);
  here->persist_queued = false;
  if (here->starting) return done(store::WriteResult::unknown);
  context_.deps().players.save_pending({here->game, serialize(*here), here->of_class()},
                                       std::move(done));
}

// A lost write is repaired when participants rejoin and send their bytes again. Changes made while
// the write is queued share it.
void Lobby::persist(PendingTable& pending) {
  if (pending.from_quick_match || pending.starting || pending.persist_queued) return;
  pending.persist_queued = true;
  write(
      0,  // serialized when it is sent
      [this, table = pending.table](store::Done<store::WriteResult> done) {
        save(table, std::move(done));
      },
      [this, table = pending.table](store::WriteResult outcome) {
        if (outcome == store::WriteResult::conflict) cancel_forgotten(table);
      });
}

void Lobby::persist_entropy(PendingTable& pending) {
  pending.persist_retry_at.reset();
  const auto on_stored = [this, table = pending.table,
                          participants = pending.participants](store::WriteResult outcome) {
    PendingTable* here = find(table);
    if (here == nullptr) return;
    if (outcome == store::WriteResult::unknown) {
      here->persist_retry_at = context_.now() + context_.config().retry_delay;
      return schedule(*here);
    }
    if (outcome == store::WriteResult::conflict) return cancel_forgotten(table);
    for (const Participant& each : participants)
      for (Participant& known : here->participants)  // the token is fixed since `ready`
        if (each.sent_ready && known.token == each.token) known.ready = true;
    broadcast(*here);
    start_if_ready(*here);
  };
  if (pending.from_quick_match) return context_.defer(*tenure_, on_stored)(store::WriteResult::ok);
  write(
      0,
      [this, table = pending.table](store::Done<store::WriteResult> done) {
        save(table, std::move(done));
      },
      on_stored);
}

void Lobby::restore() {
  state_ = State::restoring;
  restore_at_.reset();
  context_.deps().players.list_pending(context_.defer(*tenure_, [this](const auto& found) {
    if (!found && found.error().code != store::damaged_code) {
      restore_at_ = context_.now() + context_.config().retry_delay;
      return;
    }
    to_restore_ = found ? *found : std::vector<store::PendingTable>{};
    restore_next();
  }));
}

void Lobby::restore_next() {
  if (to_restore_.empty()) {
    state_ = State::open;
    if (!restored_.empty()) check_at_ = context_.now() + check_delay;
    return handle_deferred();
  }
  const store::PendingTable next = to_restore_.back();
  auto pending = deserialize(next);
  const auto discard = [this, next] {
    if (may_write()) context_.deps().players.delete_pending(next.game, [](store::WriteResult) {});
    to_restore_.pop_back();
    restore_next();
  };
  if (!pending) return discard();
  // A table on a damaged page stays stored; the others are restored.
  const auto on_read_error = [this](const Error& error) {
    if (error.code != store::damaged_code) {
      restore_at_ = context_.now() + context_.config().retry_delay;
      return;
    }
    to_restore_.pop_back();
    restore_next();
  };
  complete(*std::move(pending), [this, discard, on_read_error](Result<Restored> restored) {
    if (!restored) return on_read_error(restored.error());
    Restored row = *std::move(restored);
    row ? on_restored(*std::move(row)) : discard();
  });
}

void Lobby::complete(PendingTable pending, std::function<void(Result<Restored>)> done) {
  const auto restored = std::make_shared<PendingTable>(std::move(pending));
  context_.deps().events.read(
      restored->game, ~table::Ply{0},
      context_.defer(*tenure_, [this, restored, done = std::move(done)](const auto& log) {
        if (!log) return done(log.error());
        if (*log) return done(Restored());
        context_.deps().seeds.get(
            restored->game, context_.defer(*tenure_, [this, restored, done](const auto& seed) {
              if (!seed) return done(seed.error());
              if (!*seed) return done(Restored());
              restored->seed = **seed;
              done(seed_matches_commitment(*restored) ? Restored(std::move(*restored))
                                                      : Restored());
            }));
      }));
}

// Participants know the commitment, so a game with another seed is not started.
bool Lobby::seed_matches_commitment(const PendingTable& pending) {
  const CryptoFunctions& crypto = context_.deps().crypto;
  if (fair_deal::commitment(crypto.deal, pending.game, pending.seed) == pending.commitment)
    return true;
  ++context_.counters().tables_cancelled;
  context_.commitment_mismatches().push_back(pending.table);
  return false;
}

void Lobby::on_restored(PendingTable pending) {
  const std::string table = pending.table;
  const auto [entry, inserted] = pending_.emplace(table, std::move(pending));
  if (inserted) {
    if (claims_.clustered()) restored_.push_back(table);
    schedule(entry->second);
    reindex(entry->second);
    start_if_ready(entry->second);
    mark_list_dirty();
  }
  to_restore_.pop_back();
  restore_next();
}

// One by one, as they were restored.
void Lobby::check_restored() {
  check_at_.reset();
  const auto unsettled = [this](const std::string& table) {
    const PendingTable* pending = find(table);
    return pending != nullptr && !pending->starting;
  };
  while (!restored_.empty() && !unsettled(restored_.back())) restored_.pop_back();
  if (restored_.empty()) return;
  const std::string table = restored_.back();
  context_.deps().events.read(
      find(table)->game, ~table::Ply{0},
      context_.defer(*tenure_, [this, table, unsettled](const auto& log) {
        if (!log && log.error().code != store::damaged_code) {
          check_at_ = context_.now() + context_.config().retry_delay;
          return;
        }
        restored_.pop_back();
        if (log && *log && unsettled(table) && is_own_game(**log, *find(table)))
          notify_started(table);
        check_restored();
      }));
}

}  // namespace coset::node
