// Which node has the lobby. It is a claim like a table's; a node that does not have it asks from
// time to time, so that pending tables are never without a node for long.
#include "server/node/lobby.hpp"

namespace coset::node {

namespace {

constexpr Time check_interval = 5000;  // by a node that does not have the lobby
constexpr Time recent_check = 1000;    // for a client that comes meanwhile

}  // namespace

Lobby::Lobby(NodeContext& context, ClaimHolder& claims) : context_(context), claims_(claims) {
  acquire(store::Takeover::if_free);
}

void Lobby::on_open(std::string_view asked) {
  if (state_ != State::elsewhere || stopped_) return;
  if (asked != holder_ && context_.now() < checked_at_ + recent_check) return;
  asked_ = asked;
  state_ = State::acquiring;
  acquire(store::Takeover::if_free);
}

std::optional<std::string> Lobby::elsewhere() const {
  return state_ == State::elsewhere ? std::optional(holder_) : std::nullopt;
}

void Lobby::acquire(store::Takeover takeover) {
  acquire_at_.reset();
  if (acquiring_ || stopped_) return;
  acquiring_ = true;
  claims_.acquire(store::lobby_claim, takeover, lifetime_, this,
                  [this](const Result<store::Claim>& claim) { on_claim(claim); });
}

void Lobby::on_claim(const Result<store::Claim>& claim) {
  acquiring_ = false;
  if (stopped_) return;
  if (!claim) {
    acquire_at_ = context_.now() + context_.config().retry_delay;
    return;
  }
  const std::string asked = std::exchange(asked_, {});
  if (claim->holder == claims_.node()) return restore();
  // It lives, but the router sent here a client that had asked for it.
  if (claim->holder == asked) return acquire(store::Takeover::always);
  leave_to(claim->holder);
}

void Lobby::on_claim_lost(const std::optional<std::string>& holder) {
  cancel_quick_matches();
  forget();
  if (holder) return leave_to(*holder);
  // Pending tables are restored without their sockets: the clients come back.
  departure_ = claims_.node();
  state_ = State::acquiring;
  acquire(store::Takeover::if_free);
}

void Lobby::leave_to(const std::string& holder) {
  if (state_ != State::elsewhere) departure_ = holder;
  state_ = State::elsewhere;
  holder_ = holder;
  deferred_.clear();
  checked_at_ = context_.now();
  acquire_at_ = checked_at_ + check_interval;
}

void Lobby::forget() {
  tenure_ = std::make_unique<LifetimeToken>();
  // The node that has the lobby next looks up what became of their games.
  for (const auto& [table, pending] : pending_) context_.mark_resolved(pending.game);
  pending_.clear();
  index_.clear();
  reserving_.clear();
  deadlines_.clear();
  seeks_.clear();
  list_subscribers_.clear();
  list_dirty_ = false;
  creates_in_flight_ = 0;
  restore_at_.reset();
  to_restore_.clear();
  restored_.clear();
  check_at_.reset();
  deferred_.clear();
  finding_.clear();
  missing_.clear();
}

bool Lobby::may_write() const { return is_here() && claims_.fresh() && !stopped_; }

void Lobby::handle_deferred() {
  if (deferred_.empty()) return;
  for (const DeferredMessage& each : std::exchange(deferred_, {}))
    on_message(each.from, each.guest, each.frame);
}

void Lobby::report_missing(const Sender& from) {
  if (!claims_.clustered()) return send_error(from, error_code("lobby.not_found"));
  if (missing_.size() >= max_deferred)
    return send_error(from, to_refusal(error_code("lobby.busy"), 5));
  missing_.push_back({from, claims_.renew_soon()});
}

void Lobby::settle_missing() {
  while (missing_is_settled()) {
    send_error(missing_.front().from, error_code("lobby.not_found"));
    missing_.pop_front();
  }
}

}  // namespace coset::node
