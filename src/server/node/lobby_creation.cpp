// Creation of a pending table: quotas, its name, its seed.
#include "server/node/lobby.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr int max_name_attempts = 8;
constexpr int three_word_attempts = 4;
constexpr std::size_t max_created = 10;  // by one guest
constexpr int listed_share = 4;          // people per listed table of an address

}  // namespace

bool Lobby::full() const {
  return pending_.size() + reserving_.size() >=
         static_cast<std::size_t>(context_.config().max_pending_tables);
}

void Lobby::evict_abandoned() {
  if (!full()) return;
  for (const auto& [at, table] : deadlines_)
    if (const PendingTable* pending = find(table); !pending->starting && all_away(*pending))
      return cancel(table, to_error(error_code("lobby.evicted")));
}

std::optional<Refusal> Lobby::quota_refusal(const GuestIdentity& guest, bool listed) {
  const auto is_own = [&](const PendingTable& pending) {
    return !pending.participants.empty() && pending.participants[0].guest.id == guest.id;
  };
  std::size_t created = 0;
  auto of_address = static_cast<int>(index_.listed_by(guest.address));
  for (const auto& pending : reserving_) {
    if (is_own(*pending)) ++created;
    if (pending->listed && pending->participants[0].guest.address == guest.address) ++of_address;
  }
  std::optional<std::string> abandoned;
  for (const std::string& table : index_.of_guest(guest.id)) {
    const PendingTable& pending = *find(table);
    if (!is_own(pending)) continue;
    ++created;
    if (!pending.starting && all_away(pending)) abandoned = table;
  }
  if (listed && of_address >= std::max(1, context_.config().people_per_address / listed_share))
    return Refusal{std::string(error_code("lobby.listed_limit").code),
                   "Your network lists " + std::to_string(of_address) +
                       " tables. Invite players with a link, or leave a table first.",
                   0};
  if (created < max_created) return std::nullopt;
  if (!abandoned)
    return Refusal{std::string(error_code("lobby.table_limit").code),
                   "You wait at " + std::to_string(created) + " tables. Leave one of them first.",
                   0};
  cancel(*abandoned, to_error(error_code("lobby.replaced")));
  return std::nullopt;
}

void Lobby::reserve(PendingTable pending, int attempt) {
  evict_abandoned();
  const auto refuse = [&](const protocol::ErrorCode& error, int retry_after) {
    const auto about = pending.from_quick_match ? Seek::type : CreateTable::type;
    for (const Participant& each : pending.participants)
      send_error({each.socket, each.request_id, about}, to_refusal(error, retry_after));
  };
  if (draining_) return refuse(error_code("lobby.draining"), 5);
  if (attempt >= max_name_attempts) return refuse(error_code("store.unavailable"), 5);
  if (full()) return refuse(error_code("lobby.full"), 60);
  if (context_.write_queue().full()) return refuse(error_code("lobby.busy"), 5);
  const CryptoFunctions& crypto = context_.deps().crypto;
  const auto random = context_.random<std::array<std::uint8_t, 9>>();
  const int words = attempt < three_word_attempts ? 3 : 4;
  pending.table = pending.listed ? table_name(random, words) : secret_name(random);
  pending.game = game_of(crypto.blake2b, pending.table);
  pending.seed = context_.random<Bytes32>();
  pending.invitation = context_.random<Bytes16>();
  pending.commitment = fair_deal::commitment(crypto.deal, pending.game, pending.seed);
  ++creates_in_flight_;
  const auto reserved = std::make_shared<PendingTable>(std::move(pending));
  reserving_.push_back(reserved);
  context_.write(
      reserved->seed.size(),
      [this, reserved](store::Done<store::WriteResult> done) {
        context_.deps().seeds.put(reserved->game, reserved->seed, std::move(done));
      },
      *tenure_,
      [this, reserved, attempt](store::WriteResult outcome) {
        --creates_in_flight_;
        // If the seed was stored though the result is unknown, it is an orphan.
        if (outcome == store::WriteResult::unknown) {
          std::erase(reserving_, reserved);
          context_.lose_store(context_.now());
          return reserve(std::move(*reserved), max_name_attempts);  // sends the error
        }
        if (outcome != store::WriteResult::ok) {
          std::erase(reserving_, reserved);
          return reserve(std::move(*reserved), attempt + 1);
        }
        if (reserved->from_quick_match) return on_reserved(*reserved);
        persist_new(reserved);
      });
}

// Before the creator receives the invitation, which may be sent at once.
void Lobby::persist_new(const std::shared_ptr<PendingTable>& pending) {
  ++creates_in_flight_;
  store::PendingTable row{pending->game, serialize(*pending)};
  const std::size_t size = row.body.size();
  write(
      size,
      [this, row = std::move(row)](store::Done<store::WriteResult> done) {
        context_.deps().players.save_pending(row, std::move(done));
      },
      [this, pending](store::WriteResult) {
        --creates_in_flight_;
        on_reserved(*pending);
      });
}

void Lobby::on_reserved(PendingTable pending) {
  std::erase_if(reserving_, [&](const auto& each) { return each->table == pending.table; });
  const std::string table = pending.table;
  PendingTable& here = pending_.emplace(table, std::move(pending)).first->second;
  mark_list_dirty();
  if (draining_) return cancel(here.table, to_error(error_code("lobby.draining")));
  // Participants of a quick match who have disconnected meanwhile are removed.
  if (here.from_quick_match)
    for (std::size_t i = here.participants.size(); i-- > 0 && find(table) != nullptr;)
      if (here.participants[i].away_since) remove_participant(here, i);
  if (find(table) == nullptr) return;
  broadcast(here);
  start_if_ready(here);
}

}  // namespace coset::node
