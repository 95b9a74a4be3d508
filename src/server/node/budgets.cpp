#include "server/node/budgets.hpp"

#include "base/check.hpp"

namespace coset::node {

namespace {

constexpr std::size_t max_accounts = 100'000;
constexpr Millis vouched_for = 2 * 3'600'000;
constexpr Millis illegal_memory = 20'000;
constexpr Millis minute = 60'000;
constexpr Millis sweep_every = 1000;  // at the bound, since it visits all accounts
// How much larger the vouched budget of an address is.
constexpr int vouched_share = 4;
// And that of a site, whose addresses are one customer's.
constexpr int site_share = 4;

RateLimit for_site(RateLimit limit) { return {limit.max_events * site_share, limit.window}; }

bool all_idle(const std::array<Bucket, uses>& buckets, Time now) {
  return std::all_of(buckets.begin(), buckets.end(),
                     [&](const Bucket& each) { return each.idle(now); });
}

}  // namespace

Budgets::Budgets(int people) : limits_{}, invited_{vouched_share * people, vouched_for} {
  CHECK(people > 0);
  const auto set = [&](Use use, RateLimit guest, RateLimit strangers) {
    limits_[static_cast<std::size_t>(use)] = {
        guest, strangers, {strangers.max_events * vouched_share, strangers.window}};
  };
  set(Use::lobby, {30, 30'000}, {30 * people, 30'000});
  set(Use::watch, {50, 20'000}, {50 * people, 20'000});
  set(Use::play, {100, 20'000}, {25 * people, 20'000});
  set(Use::create, {20, 10 * minute}, {3 * people, 10 * minute});
  set(Use::rematch, {60, 10 * minute}, {10 * people, 10 * minute});
  set(Use::seek, {20, minute}, {2 * people, minute});
  set(Use::report, {5, 10 * minute}, {5, 10 * minute});
  set(Use::file, {1000, minute}, {60 * people, minute});
  set(Use::request, {120, minute}, {10 * people, minute});
  // Apart from requests and from one another: a token comes with the first frame only.
  set(Use::arrival, {120, minute}, {10 * people, minute});
  set(Use::socket, {120, minute}, {20 * people, minute});
  set(Use::lookup, {32, 10 * minute}, {people, 10 * minute});
  set(Use::work, {4000, 20'000}, {10'000, 20'000});
  // Charged without a guest: an address has as many, with one guest or a hundred.
  set(Use::code, {120, minute}, {120, minute});
  set(Use::open, {10, 60 * minute}, {10, 60 * minute});
  // A token is had for nothing. All classes of a school come in at one bell.
  set(Use::join, {6, 10 * minute}, {10 * people, 10 * minute});
  // A whole class at its bell, and then six a minute.
  set(Use::door, {40, 40 * minute / 6}, {40, 40 * minute / 6});
  set(Use::pass, {5, minute}, {5, minute});
}

bool Budgets::Guest::idle(Time now) const { return vouched_until <= now && all_idle(own, now); }
bool Budgets::Address::idle(Time now) const {
  return all_idle(strangers, now) && all_idle(vouched, now) && invited.idle(now);
}

// An account held by a socket is in use.
template <class Account>
std::shared_ptr<Account> Budgets::Accounts<Account>::find(const std::string& name, Time now) {
  if (const auto found = all.find(name); found != all.end()) return found->second;
  if (all.size() >= sweep_at && (sweep_at < max_accounts || now >= swept_at + sweep_every)) {
    swept_at = now;
    std::erase_if(all, [&](const auto& each) {
      return each.second.use_count() == 1 && each.second->idle(now);
    });
    sweep_at = std::min(max_accounts, std::max<std::size_t>(1024, 2 * all.size()));
  }
  if (all.size() >= max_accounts) return nullptr;
  return all.emplace(name, std::make_shared<Account>()).first->second;
}

// Above the bound the socket alone holds its guest; the address's budget still applies.
std::shared_ptr<Budgets::Guest> Budgets::guest(const std::string& digest, Time now) {
  auto known = guests_.find(digest, now);
  return known ? known : std::make_shared<Guest>();
}

Budgets::Client Budgets::client(const std::string& digest, const std::string& address, Time now,
                                const std::string& site) {
  auto known = addresses_.find(address, now);
  return {digest.empty() ? nullptr : guest(digest, now), known ? std::move(known) : rest_,
          site.empty() ? nullptr : addresses_.find(site, now)};
}

template <class Function>
void Budgets::for_shared(const Client& client, Use use, bool vouched,
                         const Function& function) const {
  const auto index = static_cast<std::size_t>(use);
  const RateLimit limit = vouched ? limits(use).vouched : limits(use).strangers;
  const auto bucket = [&](Address& account) -> Bucket& {
    return vouched ? account.vouched[index] : account.strangers[index];
  };
  function(bucket(*client.address), limit);
  if (client.site) function(bucket(*client.site), for_site(limit));
}

Budgets::Verdict Budgets::check(const Client& client, Use use, Time now, int cost) const {
  const auto index = static_cast<std::size_t>(use);
  const bool known = vouched(client, now);
  Millis shared = 0;
  for_shared(client, use, known, [&](const Bucket& bucket, RateLimit limit) {
    shared = std::max(shared, bucket.wait(limit, now, cost));
  });
  const Millis own = client.guest ? client.guest->own[index].wait(limits(use).guest, now, cost) : 0;
  return {std::max(shared, own), own > 0, known};
}

Budgets::Verdict Budgets::try_charge(const Client& client, Use use, Time now, int cost) {
  const Verdict verdict = check(client, use, now, cost);
  if (verdict.wait == 0) charge(client, use, now, cost);
  return verdict;
}

void Budgets::charge(const Client& client, Use use, Time now, int cost) {
  const auto index = static_cast<std::size_t>(use);
  if (client.guest) client.guest->own[index].charge(limits(use).guest, now, cost);
  for_shared(client, use, vouched(client, now),
             [&](Bucket& bucket, RateLimit limit) { bucket.charge(limit, now, cost); });
}

void Budgets::charge_own(const Client& client, Use use, Time now) {
  if (client.guest) client.guest->own[static_cast<std::size_t>(use)].charge(limits(use).guest, now);
}

void Budgets::refund(const Client& client, Use use, const Verdict& paid) {
  const auto index = static_cast<std::size_t>(use);
  if (client.guest) client.guest->own[index].refund(limits(use).guest);
  for_shared(client, use, paid.vouched,
             [](Bucket& bucket, RateLimit limit) { bucket.refund(limit); });
}

void Budgets::vouch(Guest& guest, Time now) { guest.vouched_until = now + vouched_for; }
void Budgets::vouch(const std::string& digest, Time now) { vouch(*guest(digest, now), now); }
void Budgets::vouch_invited(const Client& client, Time now) const {
  if (!vouched(client, now)) {
    const RateLimit together = for_site(invited_);
    if (client.site && client.site->invited.wait(together, now) > 0) return;
    if (!client.address->invited.try_charge(invited_, now)) return;
    if (client.site) client.site->invited.charge(together, now);
  }
  vouch(*client.guest, now);
}

// The work is done before the move is known to be illegal.
void Budgets::charge_illegal(const Client& client, Time now, int cost) {
  charge(client, Use::work, now, cost);
  if (client.guest) client.guest->illegal_until = now + illegal_memory;
}

Refusal refusal(Use use, const Budgets::Verdict& verdict) {
  const auto text = [&]() -> std::pair<std::string, std::string> {
    switch (use) {
      case Use::lobby:
      case Use::watch:
      case Use::play:
        return {"rate.messages", "Too many messages"};
      case Use::create:
        return {"rate.creates", "Too many new tables"};
      case Use::rematch:
        return {"rate.rematches", "Too many rematches"};
      case Use::seek:
        return {"rate.seeks", "Too many quick matches"};
      case Use::report:
        return {"rate.reports", "Too many reports"};
      case Use::file:
      case Use::request:
      case Use::arrival:
      case Use::socket:
        return {"rate.requests", "Too many requests"};
      case Use::lookup:
        return {"rate.lookups", "Too many tables that do not exist"};
      case Use::work:
        return {"rate.work", "Too much to compute"};
      case Use::code:
        return {"rate.codes", "Too many class codes that do not exist"};
      case Use::open:
        return {"rate.classes", "Too many new classes"};
      case Use::join:
      case Use::door:
        return {"rate.joins", "Too many new pupils"};
      case Use::pass:
        return {"rate.passes", "Too many tries"};
    }
    CHECK(false);
  }();
  const int seconds = std::max(1, static_cast<int>((verdict.wait + 999) / 1000));
  return {text.first,
          text.second + (verdict.own ? "" : " from your network") + ". Try again in " +
              std::to_string(seconds) + (seconds == 1 ? " second." : " seconds."),
          seconds};
}

}  // namespace coset::node
