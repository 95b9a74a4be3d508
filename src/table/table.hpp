// Table: a game with its players, without I/O. Messages and time are arguments, outgoing messages
// are results; for everything else (chance, a log, bots, timers) it makes requests to its host:
// host_requests.hpp lists them, and host_loop.hpp is the loop that a host runs after every call.
// Only committed events are sent: until then they are in a Draft beside the Ledger, and messages
// are made from the Ledger. At most one Draft is open at a time. Another host may write to the same
// log: the host whose append fails reads the log from the table's head on and continues from there.
// A value type; one thread at a time.
#pragma once

#include "engine/teach/table/hint.hpp"
#include "table/host_requests.hpp"

namespace coset::table {

// The recipient of a message: every connection of a seat, all spectators, or one connection.
struct Recipient {
  enum class Kind : std::uint8_t { seat, spectators, connection };
  Kind kind = Kind::connection;
  Seat seat = nobody;
  ConnectionId connection = 0;

  friend bool operator==(const Recipient&, const Recipient&) = default;
};

struct OutgoingMessage {
  Recipient to;
  protocol::FromTable message;
};
using Outgoing = std::vector<OutgoingMessage>;

class Table {
 public:
  // From its log; an empty log starts with the deal. Time before `now` is not charged.
  static Result<Table> load(std::shared_ptr<const Setup> setup, Digest digest,
                            std::span<const Row> log, Time now);

  Outgoing handle(ConnectionId from, std::string_view json, Time now);
  Outgoing handle(ConnectionId from, const protocol::FromClient& message, Time now);
  Outgoing on_disconnect(ConnectionId connection, Time now);

  HostRequests requests() const;

  // REQUIRES: there is a DrawRequest, and its urn holds the piece
  void dealt(Element piece);
  // The row is in the log. Another ply than the proposed one is a duplicate and ignored.
  Outgoing committed(Ply ply, Time now);
  // The log as it is now: after a conflict, after a commit with a lost result, or because another
  // host may have written. It is authoritative, even if it is shorter than before. If it has
  // nothing new the proposal stays; otherwise the proposal is dropped, and is found in the log if
  // it was committed after all. If a row that the table took for committed has other deals in the
  // log, every client gets a snapshot. On error nothing changes.
  Result<Outgoing> reload(std::span<const Row> log, Time now);
  // The same from the part of the log that starts with the row at the head, or with the first one
  // at head 0. Nothing if that row is not the table's own last one: then the whole log must be
  // reloaded. Chains cover the rows before it; a host whose deals do not follow from the public
  // rows must reload instead.
  Result<std::optional<Outgoing>> follow(std::span<const Row> tail, Time now);

  Outgoing bot_chose(const BotTask& task, const Action& action, Time now);
  Outgoing hinted(const HintTask& task, const teach::Hint& hint);
  Outgoing tick(Time now);
  // For the seat whose request is in the proposed row, if that is a request: the host calls this
  // when the append takes long.
  Outgoing acknowledge() const;
  // The rematch is at another table.
  Outgoing announce_rematch(const std::string& table);

  // The deal seed, revealed with the end and never before.
  void set_seed(const Bytes32& seed) { seed_ = seed; }
  // The deal of a rematch, to which the host is committed. Where the deal is verifiable, the host
  // calls this before it handles the first offer: a client that sends bytes knows the commitment.
  void set_rematch(protocol::NextDeal next) {
    next_game_ = std::make_unique<NextGame>(NextGame{std::move(next), {}});
  }
  bool has_rematch() const { return next_game_ != nullptr; }
  // Time of the present turn that was lost through no fault of a player is not charged.
  void exclude_time(Millis lost) { excluded_ += lost; }

  const Ledger& ledger() const { return ledger_; }
  const Presence& presence() const { return presence_; }

 private:
  struct OpenOffer {
    protocol::OfferKind what;
    Seat by;
    std::uint8_t yes;  // bit i: seat i
  };
  // A rematch with a verifiable deal.
  struct NextGame {
    protocol::NextDeal deal;
    std::array<Bytes16, max_seats> entropy;
  };
  struct PendingHint {
    ConnectionId connection;
    Seat seat;
    std::uint8_t level;
  };

  Table(Ledger ledger, Time now);

  Outgoing on(ConnectionId from, const protocol::Hello& hello, Time now);
  Outgoing on(ConnectionId from, const protocol::Move& move, Time now);
  Outgoing on(ConnectionId from, const protocol::Preview& preview, Time now);
  Outgoing on(ConnectionId from, const protocol::AskHint& ask, Time now);
  Outgoing on(ConnectionId from, const protocol::Heartbeat& heartbeat, Time now);
  Outgoing on(ConnectionId from, const protocol::Resign& resign, Time now);
  Outgoing on(ConnectionId from, const protocol::Reclaim& reclaim, Time now);
  Outgoing on(ConnectionId from, const protocol::Ask& ask, Time now);
  Outgoing on(ConnectionId from, const protocol::Answer& answer, Time now);
  Outgoing on(ConnectionId from, const protocol::SendPhrase& message, Time now);

  // Why this connection may not change the game now; nothing if it may.
  std::optional<protocol::Reason> refusal(ConnectionId from) const;
  std::optional<Outgoing> resend_result(ConnectionId from, MoveId id) const;
  OutgoingMessage reject(ConnectionId to, protocol::Reason reason,
                         std::optional<MoveId> id = {}) const;

  // Starts an event; `action` is the seat's move, if there is one.
  void propose(EventHeader header, MoveId id, const Action* action = nullptr);
  void seal_if_complete();
  DrawRequest draw_request() const;
  // Continues from a ledger of the log; `goes_on`: it has all rows of the present one.
  Outgoing continue_from(Ledger fresh, bool goes_on, Time now);
  Millis spent(Seat seat, Time now) const;
  void open_deal(Time now);
  void agree(Seat seat, const std::optional<Bytes16>& entropy);
  Setup rematch() const;
  protocol::GameOver game_over_now() const;
  Outgoing act_on_offer(Time now);
  std::optional<protocol::Reason> offer_refusal(protocol::OfferKind what, Seat seat,
                                                Time now) const;
  std::uint8_t voters(protocol::OfferKind what) const;
  protocol::Offer offer_now(protocol::OfferState state) const;
  bool others_wait(Seat seat) const;
  // For how long the seat on turn has been absent where a bot may play on by agreement; nothing
  // elsewhere, or if it is here.
  std::optional<Millis> absent_for(Time now) const;
  // A player has come or gone: the offer to let a bot play on lapses, or needs fewer to agree.
  void lapse_bot_takeover(Seat back, Outgoing& out);
  Outgoing recount_bot_takeover(Time now);
  // The seat is on turn, and its clock starts when its client confirms the head.
  bool awaits_confirmation(Seat seat) const;
  // Why and when the seat on turn counts as absent; nothing if it never will.
  std::optional<std::pair<Cause, Time>> absence() const;
  // Whether the absence costs the seat, rather than a bot playing it.
  bool forfeits(Seat seat, Cause cause) const;

  std::vector<Recipient> recipients() const;
  void broadcast_event(const Draft& draft, const Match& after, Ply ply, const Chain& chain,
                       Outgoing& out) const;
  void broadcast_offer(protocol::OfferState state, Outgoing& out) const;
  void send_missing(const Recipient& to, std::optional<Ply> ply, const std::optional<Chain>& chain,
                    Outgoing& out) const;
  Outgoing resend_event(ConnectionId to, Ply ply) const;
  std::vector<protocol::SeatInfo> seat_infos(Time now) const;

  Ledger ledger_;
  Presence presence_;
  Time turn_since_;  // when the head was committed, or the table loaded
  // Of the hint that a seat has taken since its last event.
  std::array<std::uint8_t, max_seats> hint_levels_{};
  Time excluded_ = 0;  // of the present turn
  std::unique_ptr<const Setup> agreed_rematch_;
  std::string next_;  // the table of the rematch, once there is one
  std::unique_ptr<NextGame> next_game_;
  std::optional<Bytes32> seed_;
  std::optional<OpenOffer> offer_;
  std::vector<PendingHint> hints_;
  std::unique_ptr<Draft> draft_;  // the event being dealt or committed
  std::optional<Row> row_;        // of the complete draft
};

}  // namespace coset::table
