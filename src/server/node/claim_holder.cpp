#include "server/node/claim_holder.hpp"

namespace coset::node {

namespace {

constexpr Time retry_interval = 500;        // of a renewal that failed
constexpr Time soon_interval = 200;         // between two renewals, at least
constexpr Time takeover_interval = 10'000;  // between two of one key
// With a margin for clocks that run apart, and for a write that is on its way.
constexpr Time max_renewal_age = (store::claim_timeout - store::renew_interval).count();

}  // namespace

ClaimHolder::ClaimHolder(NodeContext& context)
    : context_(context),
      clustered_(!node().empty()),
      crashed_(context.config().crashed_table),
      renewed_at_(context.now()) {
  if (clustered()) renew(context.now());
}

void ClaimHolder::acquire(GameId key, store::Takeover takeover, const LifetimeToken& owner,
                          ClaimListener* listener, Answer done) {
  if (!clustered()) return done(store::Claim{node(), 1, 0});
  Holding& holding = holdings_[key];
  if (listener != nullptr) holding = {owner.token(), listener};
  holding.asked = ++last_request_;
  holding.asking = true;
  Request request{key,           takeover,       last_request_, listener != nullptr,
                  owner.token(), std::move(done)};
  if (joined_) return send(std::move(request));
  waiting_.push_back(std::move(request));
  if (!renewing_) renew(context_.now());
}

void ClaimHolder::send(Request request) {
  const GameId key = request.key;
  const store::Takeover takeover = request.takeover;
  context_.deps().claims.acquire(
      key, takeover,
      context_.defer(lifetime_, [this, request = std::move(request)](const auto& claim) {
        on_claim(request, claim);
      }));
}

// Only the answer to the last request of a key counts; a claim that nobody wants is released.
void ClaimHolder::on_claim(const Request& request, const Result<store::Claim>& claim) {
  const bool mine = claim && claim->holder == node();
  if (mine && request.takeover == store::Takeover::always) {
    ++context_.counters().claims_taken_over;
    taken_at_[request.key] = context_.now();
  }
  const auto found = holdings_.find(request.key);
  if (found == holdings_.end()) {
    if (mine) context_.deps().claims.release(request.key, [](store::WriteResult) {});
  } else if (found->second.asked == request.number) {
    found->second.asking = false;
    found->second.epoch.reset();
    if (mine)
      found->second.epoch = claim->epoch;
    else if (request.by_listener || found->second.listener == nullptr)
      holdings_.erase(found);
    else
      lose(request.key, claim ? std::optional(claim->holder) : std::nullopt);
  }
  if (!request.owner.expired()) request.done(claim);
}

bool ClaimHolder::may_take_over(GameId key) const {
  const auto found = taken_at_.find(key);
  return found == taken_at_.end() || context_.now() - found->second >= takeover_interval;
}

std::optional<store::Epoch> ClaimHolder::epoch(GameId key) const {
  const auto found = holdings_.find(key);
  return found == holdings_.end() ? std::nullopt : found->second.epoch;
}

void ClaimHolder::release(GameId key) {
  const auto found = holdings_.find(key);
  if (found == holdings_.end()) return;
  const bool held = found->second.epoch.has_value();
  holdings_.erase(found);
  if (held) context_.deps().claims.release(key, [](store::WriteResult) {});
}

// If it fails, the next renewal says it.
void ClaimHolder::drain() {
  if (!clustered()) return;
  draining_ = true;
  context_.deps().claims.drain(
      context_.defer(lifetime_, [this](store::WriteResult) { draining_ = false; }));
}

void ClaimHolder::find_other_node(const LifetimeToken& owner,
                                  std::function<void(const std::optional<std::string>&)> done) {
  context_.deps().claims.live_nodes(
      context_.defer(owner, [this, done = std::move(done)](const auto& nodes) {
        if (!nodes || nodes->empty()) return done(std::nullopt);
        const auto any = context_.random<std::array<std::uint8_t, 1>>()[0];
        done((*nodes)[any % nodes->size()]);
      }));
}

void ClaimHolder::wake(Time now) {
  if (clustered() && !renewing_ && now >= next_renewal()) renew(now);
}

Time ClaimHolder::next_renewal() const {
  return soon_ ? std::min(renew_at_, renewal_sent_at_ + soon_interval) : renew_at_;
}

std::optional<Time> ClaimHolder::next_wake() const {
  return clustered() && !renewing_ ? std::optional(next_renewal()) : std::nullopt;
}

void ClaimHolder::renew(Time now) {
  renewing_ = true;
  soon_ = false;
  ++sent_renewals_;
  renewal_sent_at_ = now;
  renew_at_ = now + store::renew_interval.count();
  context_.deps().claims.renew(
      context_.defer(lifetime_, [this](const auto& lost) { on_renewed(lost); }));
}

// A renewal that fails changes nothing: moves need no claim, and the store compares the epoch of
// what judges.
void ClaimHolder::on_renewed(const Result<std::vector<store::LostClaim>>& lost) {
  renewing_ = false;
  const Time now = context_.now();
  if (!lost) {
    renew_at_ = std::min(renew_at_, now + retry_interval);
    for (const Request& each : std::exchange(waiting_, {})) on_claim(each, lost.error());
    return;
  }
  renewed_at_ = now;
  confirmed_renewal_ = sent_renewals_;
  std::erase_if(taken_at_,
                [&](const auto& each) { return now - each.second >= takeover_interval; });
  fresh_since_ = renewal_sent_at_;
  joined_ = true;
  if (crashed_) count_crash();
  for (Request& each : std::exchange(waiting_, {})) send(std::move(each));
  for (const store::LostClaim& each : *lost) {
    const auto found = holdings_.find(each.key);
    // What is being acquired again will be answered.
    if (found != holdings_.end() && !found->second.asking) lose(each.key, each.holder);
  }
}

void ClaimHolder::count_crash() {
  const GameId game = *std::exchange(crashed_, std::nullopt);
  context_.deps().claims.count_crash(game, context_.defer(lifetime_, [this, game](const auto& is) {
    if (!is) crashed_ = game;  // counted after the next renewal
  }));
}

void ClaimHolder::lose(GameId key, const std::optional<std::string>& holder) {
  const Holding lost = std::move(holdings_.extract(key).mapped());
  ++context_.counters().claims_lost;
  if (lost.listener != nullptr && !lost.owner.expired()) lost.listener->on_claim_lost(holder);
}

bool ClaimHolder::fresh() const {
  return !clustered() || context_.now() - fresh_since_ < max_renewal_age;
}

std::optional<Millis> ClaimHolder::renewal_age() const {
  if (!clustered()) return std::nullopt;
  return static_cast<Millis>(std::clamp<Time>(context_.now() - renewed_at_, 0, 0x7fffffff));
}

}  // namespace coset::node
