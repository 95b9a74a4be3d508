// Budgets: how much a guest and an address may ask of the server. Each guest has a budget of their
// own. Strangers share their address's besides; who holds a seat or came by an invitation is
// vouched for, and shares a larger one with their like, which no stranger can use up. Budgets
// belong to guests and addresses, not to sockets, so a new connection resets nothing. Memory is
// bounded: idle ones are dropped, and beyond the bound new guests are known only while they are
// here, and new addresses share one. Belongs to one Node.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <unordered_map>

#include "serve/ports.hpp"
#include "serve/rate_limit.hpp"

namespace coset::serve {

enum class Use : std::uint8_t {
  lobby,    // a message to the lobby
  watch,    // a message of somebody without a seat
  play,     // a message of somebody with one
  make,     // a gathering
  rematch,  // the next game of a table
  seek,     // a quick match
  report,   // of a name
  file,     // of the web client, over HTTP
  request,  // to /api, and to open a socket
  lookup,   // of a table that does not exist
  work,     // units of computing, each of some 50 microseconds
};
inline constexpr std::size_t uses = 11;

class Budgets {
 public:
  // An address stands for so many people.
  explicit Budgets(int people);

  struct Guest {
    std::array<Bucket, uses> own;
    Time vouched_until = 0;
    Time wrong_until = 0;  // a move of theirs was refused not long ago
    bool idle(Time now) const;
  };
  struct Address {
    std::array<Bucket, uses> strangers, vouched;
    Bucket invited;  // guests whom an invitation has vouched for
    bool idle(Time now) const;
  };
  // Whom a request is charged to. Without a guest, the address pays alone.
  struct Client {
    std::shared_ptr<Guest> guest;
    std::shared_ptr<Address> address;
  };
  // `who` is the digest of a guest's id; empty: nobody who will be known again.
  Client client(const std::string& who, const std::string& address, Time now);

  struct Verdict {
    Millis wait = 0;       // 0: it may be done, and is charged for
    bool own = false;      // the guest's own budget is used up, not the address's
    bool vouched = false;  // it is charged to those who are vouched for
  };
  Verdict take(const Client& client, Use use, Time now, int cost = 1);
  // Whether there is enough of it or not.
  void charge(const Client& client, Use use, Time now, int cost = 1);
  // The guest alone, for what was refused since their address has no more of it.
  void charge_own(const Client& client, Use use, Time now);
  // The work that a refused move was.
  void charge_wrong(const Client& client, Time now, int cost);
  // For what turned out to be nothing of the kind.
  void give_back(const Client& client, Use use, const Verdict& paid);
  // As if it were to be taken; nothing is charged.
  Verdict ask(const Client& client, Use use, Time now, int cost = 1) const;

  static bool vouched(const Client& client, Time now) {
    return client.guest != nullptr && client.guest->vouched_until > now;
  }
  static void vouch(Guest& guest, Time now);
  void vouch(const std::string& who, Time now);
  // By an invitation, which anybody can send to any number: so many of an address.
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

    // Nothing if there are too many.
    std::shared_ptr<Account> find(const std::string& name, Time now);
  };
  std::shared_ptr<Guest> guest(const std::string& who, Time now);
  const Limits& limits(Use use) const { return limits_[static_cast<std::size_t>(use)]; }

  std::array<Limits, uses> limits_;
  Accounts<Guest> guests_;
  RateLimit invited_;
  Accounts<Address> addresses_;
  std::shared_ptr<Address> rest_ = std::make_shared<Address>();
};

// What somebody is told whose budget is used up.
Refusal refusal(Use use, const Budgets::Verdict& verdict);

}  // namespace coset::serve
