// Ledger: the state of a table that follows from its log alone: the match, the players, the clocks,
// the head and its chain. It is a fold over events: the same log gives the same Ledger on every
// host, and a log with another chain is rejected. The last few events can be replayed to a reader
// that missed them. A value type; one thread at a time.
//
//   chain_0 = digest(header)
//   chain_n = digest(chain_(n-1) | public form of event n | digest(what a spectator sees after it))
#pragma once

#include <functional>
#include <span>

#include "table/clocks.hpp"
#include "table/draft.hpp"

namespace coset::table {

class Ledger {
 public:
  // More events than any rules need; at the cap the game ends with its present score.
  static constexpr Ply max_events = 2500;
  // How many events can be replayed.
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
  // When the seat moved last; 0: not among the recent events.
  Time last_move_at(Seat seat) const;
  Seat seats() const { return static_cast<Seat>(setup_->seats.size()); }

  bool over() const { return end_ != protocol::End::none; }
  protocol::End end() const { return end_; }
  std::vector<int> winners() const;  // counted from 1
  // The seat that is to act; nobody before the deal and after the end.
  Seat turn() const;

  bool human(Seat seat) const { return setup_->seats[seat].player == protocol::Player::human; }
  bool kept(Seat seat) const { return (kept_ >> seat & 1U) != 0; }
  bool forfeited(Seat seat) const { return (forfeited_ >> seat & 1U) != 0; }
  // Why a bot plays the seat, or it is forfeited; none if its human plays it.
  Cause cause(Seat seat) const { return causes_[seat]; }
  // Its time ran out, and its human has not completed a turn since.
  bool timed_out(Seat seat) const { return (timed_out_ >> seat & 1U) != 0; }
  // Strict time-outs: the bot has yet to play the turn in which the seat's time ran out.
  bool owes_turn(Seat seat) const { return (owes_turn_ >> seat & 1U) != 0; }
  // Its human plays it.
  bool by_human(Seat seat) const { return human(seat) && !kept(seat) && !forfeited(seat); }
  std::string_view bot_of(Seat seat) const;

  // A hint that a player took.
  struct HintUse {
    std::uint32_t line;  // of the record, counted from 1: the seat's next move or later
    Seat seat;
    std::uint8_t level;
  };
  const std::vector<HintUse>& hints() const { return hints_; }
  std::uint32_t hints(Seat seat) const;

  // How many lines of the record would remain after a takeback by `seat`; nothing if it is not
  // allowed: since then a piece was dealt, another human acted, or a hidden hand was shown.
  std::optional<std::uint32_t> takeback(Seat seat) const;

  // Starts the next event; the caller plays its actions.
  Draft begin(const EventHeader& header, MoveId id) const;
  // The row of a complete draft.
  Row seal(const Draft& draft) const;
  // Takes the draft's match. REQUIRES: `event` is the row of `draft`, which began here
  void advance(Draft& draft, const Row& event);

  // The next row. On error nothing has changed.
  std::optional<Error> append(const Row& event);
  // The body of the next row alone, where only the last chain is known.
  std::optional<Error> append_body(std::string_view body);
  // Whether both come from the same rows. Equal chains do not suffice: the chain covers public
  // data, and the rows of two hosts may differ in hidden deals.
  bool same_rows(const Ledger& other) const;
  // Whether this is the last row, hidden deals included.
  bool ends_with(const Row& row) const;

  // Whether a reader with this chain at this ply has an event that is not here: beyond the head, or
  // on another chain. False if the event is too old to be compared.
  bool lacks(Ply ply, const std::optional<Chain>& chain) const;

  // Whether the events after this ply can be replayed to a reader with this chain.
  bool recalls(Ply ply, const Chain& chain) const;
  // The ply of a recent move; 0: none.
  Ply find(MoveId id) const;
  // Calls use(draft, ply, chain) for the events after `ply`. REQUIRES: recalls(ply, ...)
  void replay_since(Ply ply, const std::function<void(const Draft&, Ply, const Chain&)>& use) const;

 private:
  // One of the last events, packed because every table stores some.
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

  EventHeader event_header_of(const Mark& mark) const;

  Result<Draft> draft_of(std::string_view text, MoveId id) const;
  Chain next_chain(const Draft& draft, std::string_view public_body) const;
  void book(const EventHeader& header);
  void book_turn(Seat seat);

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
  std::uint8_t timed_out_ = 0;  // bit i: seat i
  std::uint8_t owes_turn_ = 0;  // bit i: seat i
  std::array<Cause, max_seats> causes_{};
  std::vector<HintUse> hints_;
  protocol::End end_ = protocol::End::none;
};

}  // namespace coset::table
