// Ledger: what the log of a table says, and nothing else: the match, who plays which seat, the
// clocks, the head and its chain. It is a fold over events: the same log gives the same Ledger on
// every host, and a log whose chain does not come out the same is refused. The last few events can
// be told again to a reader who missed them. A value type; one thread at a time.
//
//   chain_0 = digest(header)
//   chain_n = digest(chain_(n-1) | public form of event n | digest(what a spectator sees after it))
#pragma once

#include <functional>
#include <span>

#include "hub/table/clocks.hpp"
#include "hub/table/draft.hpp"

namespace coset::hub {

class Ledger {
 public:
  // More events than any rules need; at the cap the game ends as it stands.
  static constexpr Ply max_events = 2500;
  // How many events back a reader can be told what it missed.
  static constexpr std::size_t recall = 16;

  Ledger(std::shared_ptr<const Setup> setup, Digest digest);
  static Result<Ledger> load(std::shared_ptr<const Setup> setup, Digest digest,
                             std::span<const Row> log);

  const Setup& setup() const { return *setup_; }
  const std::shared_ptr<const Setup>& shared_setup() const { return setup_; }
  const Digest& digest() const { return digest_; }
  const Match& match() const { return match_; }
  const Clocks& clocks() const { return clocks_; }
  Ply head() const { return head_; }
  const Chain& chain() const { return chain_; }
  int deals() const { return deals_; }
  // When the last event happened.
  Time last_at() const { return recent_.empty() ? 0 : recent_.back().at; }
  Seat seats() const { return static_cast<Seat>(setup_->seats.size()); }

  bool over() const { return end_ != wire::End::none; }
  wire::End end() const { return end_; }
  std::vector<int> winners() const;  // counted from 1
  // The seat that is to act; nobody before the deal and after the end.
  Seat turn() const;

  bool human(Seat seat) const { return setup_->seats[seat].player == wire::Player::human; }
  bool kept(Seat seat) const { return (kept_ >> seat & 1U) != 0; }
  bool forfeited(Seat seat) const { return (forfeited_ >> seat & 1U) != 0; }
  // Its human is there to play it.
  bool by_human(Seat seat) const { return human(seat) && !kept(seat) && !forfeited(seat); }
  std::string_view bot_of(Seat seat) const;

  // How many lines of the record would remain if `seat` took its last move back; nothing if it may
  // not: since then something was dealt, another human acted, or a hidden hand was shown.
  std::optional<std::uint32_t> takeback(Seat seat) const;

  // An event that comes next; the caller plays what belongs to it.
  Draft begin(const Fact& fact, MoveId id) const;
  // The row of a complete draft.
  Row seal(const Draft& draft) const;
  // Takes the draft's match. REQUIRES: `event` is the row of `draft`, which began here
  void advance(Draft& draft, const Row& event);

  // The next row. On error nothing has changed.
  std::optional<Error> append(const Row& event);
  // Whether both come from the same rows. The chain alone does not say it: it covers what is
  // public, and the rows of two hosts may differ in what was dealt.
  bool same_rows(const Ledger& other) const;

  // Whether a reader who knows this place can be told the rest.
  bool recalls(Ply ply, const Chain& chain) const;
  // The place of a move that was made lately; 0: none.
  Ply find(MoveId id) const;
  // Calls use(draft, ply, chain) for the events after `ply`. REQUIRES: recalls(ply, ...)
  void tell_since(Ply ply, const std::function<void(const Draft&, Ply, const Chain&)>& use) const;

 private:
  // What is remembered of one of the last events: packed, since every table keeps some of them.
  struct Mark {
    Chain chain;
    MoveId id;
    Time at;
    Millis spent;
    std::uint32_t lines;
    std::uint16_t entries;
    std::uint16_t deals;
    EventKind kind;
    Seat seat;
    Cause cause;
    std::uint8_t hint;
  };
  static_assert(sizeof(Mark) == 48);

  Fact fact_of(const Mark& mark) const;

  Chain next_chain(const Draft& draft, std::string_view public_body) const;
  void book(const Fact& fact);

  std::shared_ptr<const Setup> setup_;
  Digest digest_;
  Match match_;
  Clocks clocks_;
  Chain chain_;
  Ply head_ = 0;
  std::uint32_t lines_ = 0;  // of the record
  int deals_ = 0;
  std::vector<Mark> recent_;
  std::uint8_t kept_ = 0;       // bit i: seat i
  std::uint8_t forfeited_ = 0;  // bit i: seat i
  wire::End end_ = wire::End::none;
};

}  // namespace coset::hub
