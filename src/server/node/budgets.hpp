// Budgets: rate limits per guest and per address. A request is charged to its guest and to its
// address. Guests who hold a seat or came by an invitation are vouched for and share a larger
// budget of the address, which strangers cannot exhaust. Budgets belong to guests and addresses,
// not to sockets, so reconnecting resets nothing. Memory is bounded: idle budgets are evicted;
// above the bound new guests are tracked only while connected, and new addresses share one budget.
// Belongs to one Node.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>

#include "server/node/node_deps.hpp"
#include "server/node/rate_limit.hpp"

namespace coset::node {

enum class Use : std::uint8_t {
  lobby,    // a message to the lobby
  watch,    // a message of a client without a seat
  play,     // a message of a seated client
  create,   // a new table
  rematch,  // the next game of a table
  seek,     // a quick match
  report,   // of a player name
  file,     // of the web client, over HTTP
  request,  // to /api
  arrival,  // to open a socket, without a cookie of this server
  socket,   // to open a socket, with one
  lookup,   // of a table that does not exist
  work,     // units of computation, about 50 microseconds each
  code,     // a class code that does not exist
  open,     // a new class
  join,     // a new pupil of a class
  door,     // a new pupil of one class from one address
  pass,     // letters of a pass that are wrong
};
inline constexpr std::size_t uses = 18;

class Budgets {
 public:
  // `people`: how many people an address stands for.
  explicit Budgets(int people);

  struct Guest {
    std::array<Bucket, uses> own;
    Time vouched_until = 0;
    Time illegal_until = 0;  // an illegal move of theirs was refused recently
    bool idle(Time now) const;
  };
  struct Address {
    std::array<Bucket, uses> strangers, vouched;
    Bucket invited;  // guests whom an invitation has vouched for
    bool idle(Time now) const;
  };
  // The budgets a request is charged to. Without a guest, only the address is charged.
  struct Client {
    std::shared_ptr<Guest> guest;
    std::shared_ptr<Address> address;
    std::shared_ptr<Address> site{};  // null if it has none; it may use site_share times as much
  };
  // `digest` is that of the guest's id; empty for a guest without a cookie.
  Client client(const std::string& digest, const std::string& address, Time now,
                const std::string& site = "");

  struct Verdict {
    Millis wait = 0;       // 0: within budget and charged
    bool own = false;      // the guest's budget is exhausted, not the address's
    bool vouched = false;  // charged to the vouched budget
  };
  Verdict try_charge(const Client& client, Use use, Time now, int cost = 1);
  // Charges even beyond the budget.
  void charge(const Client& client, Use use, Time now, int cost = 1);
  // Charges the guest alone, for a request refused by the address's budget.
  void charge_own(const Client& client, Use use, Time now);
  // Charges the work of judging an illegal move.
  void charge_illegal(const Client& client, Time now, int cost);
  // Undoes a charge.
  void refund(const Client& client, Use use, const Verdict& paid);
  // As try_charge, without charging.
  Verdict check(const Client& client, Use use, Time now, int cost = 1) const;

  static bool vouched(const Client& client, Time now) {
    return client.guest != nullptr && client.guest->vouched_until > now;
  }
  static void vouch(Guest& guest, Time now);
  void vouch(const std::string& digest, Time now);
  // By an invitation, which can be shared without limit: vouches for a bounded number per address.
  void vouch_invited(const Client& client, Time now) const;

  std::size_t size() const { return guests_.all.size() + addresses_.all.size(); }

 private:
  struct Limits {
    RateLimit guest, strangers, vouched;
  };
  template <class Account>
  struct Accounts {
    std::unordered_map<std::string, std::shared_ptr<Account>> all;
    std::size_t sweep_at = 1024;
    Time swept_at = 0;

    // Null above the bound.
    std::shared_ptr<Account> find(const std::string& name, Time now);
  };
  std::shared_ptr<Guest> guest(const std::string& digest, Time now);
  // Calls `use` with the buckets that the client shares with others, and their limits.
  template <class Function>
  void for_shared(const Client& client, Use use, bool vouched, const Function& function) const;
  const Limits& limits(Use use) const { return limits_[static_cast<std::size_t>(use)]; }

  std::array<Limits, uses> limits_;
  Accounts<Guest> guests_;
  RateLimit invited_;
  Accounts<Address> addresses_;
  std::shared_ptr<Address> rest_ = std::make_shared<Address>();
};

// The error for an exhausted budget.
Refusal refusal(Use use, const Budgets::Verdict& verdict);

}  // namespace coset::node
