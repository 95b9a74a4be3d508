#include "serve/budgets.hpp"

#include "base/check.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_accounts = 100'000;
constexpr Millis vouched_for = 2 * 3'600'000;
constexpr Millis wrong_for = 20'000;
constexpr Millis minute = 60'000;
constexpr Millis sweep_every = 1000;  // at the bound: it goes through all of them
// How many times as much those have together who are vouched for.
constexpr int vouched_share = 4;

bool all_idle(const std::array<Bucket, uses>& buckets, Time now) {
  return std::all_of(buckets.begin(), buckets.end(),
                     [&](const Bucket& each) { return each.idle(now); });
}

}  // namespace

Budgets::Budgets(int people) : limits_{}, invited_{vouched_share * people, vouched_for} {
  CHECK(people > 0);
  const auto set = [&](Use use, RateLimit guest, RateLimit strangers) {
    limits_[static_cast<std::size_t>(use)] = {
        guest, strangers, {strangers.most * vouched_share, strangers.within}};
  };
  set(Use::lobby, {30, 30'000}, {30 * people, 30'000});
  set(Use::watch, {50, 20'000}, {50 * people, 20'000});
  set(Use::play, {100, 20'000}, {25 * people, 20'000});
  set(Use::make, {20, 10 * minute}, {3 * people, 10 * minute});
  set(Use::rematch, {60, 10 * minute}, {10 * people, 10 * minute});
  set(Use::seek, {20, minute}, {2 * people, minute});
  set(Use::report, {5, 10 * minute}, {5, 10 * minute});
  set(Use::file, {1000, minute}, {60 * people, minute});
  set(Use::request, {120, minute}, {10 * people, minute});
  set(Use::lookup, {32, 10 * minute}, {people, 10 * minute});
  set(Use::work, {4000, 20'000}, {10'000, 20'000});
}

bool Budgets::Guest::idle(Time now) const { return vouched_until <= now && all_idle(own, now); }
bool Budgets::Address::idle(Time now) const {
  return all_idle(strangers, now) && all_idle(vouched, now) && invited.idle(now);
}

// What a socket holds is in use.
template <class Account>
std::shared_ptr<Account> Budgets::Accounts<Account>::find(const std::string& name, Time now) {
  if (const auto found = all.find(name); found != all.end()) return found->second;
  if (all.size() >= sweep_at && (sweep_at < most_accounts || now >= swept_at + sweep_every)) {
    swept_at = now;
    std::erase_if(all, [&](const auto& each) {
      return each.second.use_count() == 1 && each.second->idle(now);
    });
    sweep_at = std::min(most_accounts, std::max<std::size_t>(1024, 2 * all.size()));
  }
  if (all.size() >= most_accounts) return nullptr;
  return all.emplace(name, std::make_shared<Account>()).first->second;
}

// Beyond the bound a socket's guest is the socket's own: its address pays for whoever comes anew.
std::shared_ptr<Budgets::Guest> Budgets::guest(const std::string& who, Time now) {
  auto known = guests_.find(who, now);
  return known ? known : std::make_shared<Guest>();
}

Budgets::Client Budgets::client(const std::string& who, const std::string& address, Time now) {
  auto known = addresses_.find(address, now);
  return {who.empty() ? nullptr : guest(who, now), known ? std::move(known) : rest_};
}

Budgets::Verdict Budgets::ask(const Client& client, Use use, Time now, int cost) const {
  const auto place = static_cast<std::size_t>(use);
  const Limits& most = limits(use);
  const bool known = vouched(client, now);
  const Millis shared = known ? client.address->vouched[place].wait(most.vouched, now, cost)
                              : client.address->strangers[place].wait(most.strangers, now, cost);
  const Millis own = client.guest ? client.guest->own[place].wait(most.guest, now, cost) : 0;
  return {std::max(shared, own), own > 0, known};
}

Budgets::Verdict Budgets::take(const Client& client, Use use, Time now, int cost) {
  const Verdict verdict = ask(client, use, now, cost);
  if (verdict.wait == 0) charge(client, use, now, cost);
  return verdict;
}

void Budgets::charge(const Client& client, Use use, Time now, int cost) {
  const auto place = static_cast<std::size_t>(use);
  const Limits& most = limits(use);
  if (client.guest) client.guest->own[place].charge(most.guest, now, cost);
  if (vouched(client, now))
    client.address->vouched[place].charge(most.vouched, now, cost);
  else
    client.address->strangers[place].charge(most.strangers, now, cost);
}

void Budgets::charge_own(const Client& client, Use use, Time now) {
  if (client.guest) client.guest->own[static_cast<std::size_t>(use)].charge(limits(use).guest, now);
}

void Budgets::give_back(const Client& client, Use use, const Verdict& paid) {
  const auto place = static_cast<std::size_t>(use);
  const Limits& most = limits(use);
  if (client.guest) client.guest->own[place].give_back(most.guest);
  if (paid.vouched)
    client.address->vouched[place].give_back(most.vouched);
  else
    client.address->strangers[place].give_back(most.strangers);
}

void Budgets::vouch(Guest& guest, Time now) { guest.vouched_until = now + vouched_for; }
void Budgets::vouch(const std::string& who, Time now) { vouch(*guest(who, now), now); }
void Budgets::vouch_invited(const Client& client, Time now) const {
  if (vouched(client, now) || client.address->invited.take(invited_, now))
    vouch(*client.guest, now);
}

// Judging it has been done when it turns out to be wrong.
void Budgets::charge_wrong(const Client& client, Time now, int cost) {
  charge(client, Use::work, now, cost);
  if (client.guest) client.guest->wrong_until = now + wrong_for;
}

Refusal refusal(Use use, const Budgets::Verdict& verdict) {
  const auto said = [&]() -> std::pair<std::string, std::string> {
    switch (use) {
      case Use::lobby:
      case Use::watch:
      case Use::play:
        return {"rate.messages", "Too many messages"};
      case Use::make:
        return {"rate.makes", "Too many new tables"};
      case Use::rematch:
        return {"rate.rematches", "Too many rematches"};
      case Use::seek:
        return {"rate.seeks", "Too many quick matches"};
      case Use::report:
        return {"rate.reports", "Too many reports"};
      case Use::file:
      case Use::request:
        return {"rate.requests", "Too many requests"};
      case Use::lookup:
        return {"rate.lookups", "Too many tables that do not exist"};
      case Use::work:
        return {"rate.work", "Too much to compute"};
    }
    CHECK(false);
  }();
  const int seconds = std::max(1, static_cast<int>((verdict.wait + 999) / 1000));
  return {said.first,
          said.second + (verdict.own ? "" : " from your network") + ". Try again in " +
              std::to_string(seconds) + (seconds == 1 ? " second." : " seconds."),
          seconds};
}

}  // namespace coset::serve
