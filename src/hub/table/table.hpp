// Table: a game with people around it, and no I/O. Messages and time go in, messages come out as
// values; whatever else it needs (chance, a log, thinking, time), it wants of its host: wants.hpp
// has the list, and host.hpp the loop that a host goes round after every call.
// Nothing that is not committed is ever told: until then it lives in a Draft beside the Ledger, and
// messages are made from the Ledger. At most one Draft is open at a time. Another host may write to
// the same log: who loses is told so, reads the log again and goes on from there. A value type;
// one thread at a time.
#pragma once

#include "hub/table/wants.hpp"
#include "teach/table/hint.hpp"

namespace coset::hub {

// Who gets a message: every connection of a seat, all spectators, or one connection.
struct To {
  enum class Kind : std::uint8_t { seat, spectators, connection };
  Kind kind = Kind::connection;
  Seat seat = nobody;
  ConnectionId connection = 0;

  friend bool operator==(const To&, const To&) = default;
};

struct Send {
  To to;
  wire::FromTable message;
};
using Sends = std::vector<Send>;

class Table {
 public:
  // From its log; an empty one begins with the deal. Time before `now` is charged to nobody.
  static Result<Table> load(std::shared_ptr<const Setup> setup, Digest digest,
                            std::span<const Row> log, Time now);

  Sends handle(ConnectionId from, std::string_view json, Time now);
  Sends handle(ConnectionId from, const wire::FromClient& message, Time now);
  // The connection is gone.
  Sends left(ConnectionId connection, Time now);

  Wants wants() const;

  // REQUIRES: an Urn is wanted, and holds the piece
  void dealt(Element piece);
  // The row is in the log. Anything but the proposed ply is an echo and ignored.
  Sends committed(Ply ply, Time now);
  // The log as it is now: after a refusal, after a commit whose answer was lost, or because another
  // host may have written. It is the truth, even if it is shorter than it was. With nothing new in
  // it the proposal stands; otherwise the proposal is dropped, and is found in the log if it was
  // committed after all. A row that the table took for committed and that has other deals in the
  // log is noticed: everybody gets a snapshot. On error nothing changes.
  Result<Sends> reload(std::span<const Row> log, Time now);

  Sends bot_chose(const BotTask& task, const Action& action, Time now);
  Sends hinted(const HintTask& task, const teach::Hint& hint);
  Sends tick(Time now);
  // The game that these people play next is at another table.
  Sends moved(const std::string& table);

  // The seed of its deal, to be shown with the end and never before.
  void know_seed(const Bytes32& seed) { seed_ = seed; }
  // What the host is bound by for a rematch. Where the deal can be checked this comes before the
  // first offer of one is handed in: whoever sends bytes for it has been told.
  void know_next(wire::NextDeal next) {
    next_game_ = std::make_unique<NextGame>(NextGame{std::move(next), {}});
  }
  bool knows_next() const { return next_game_ != nullptr; }
  // So much of the present turn was lost through no fault of a player, and is not charged.
  void excuse(Millis lost) { excused_ += lost; }

  const Ledger& ledger() const { return ledger_; }
  const People& people() const { return people_; }

 private:
  struct OpenOffer {
    wire::OfferKind what;
    Seat by;
    std::uint8_t yes;  // bit i: seat i
  };
  // Of a rematch whose deal can be checked.
  struct NextGame {
    wire::NextDeal deal;
    std::array<Bytes16, max_seats> entropy;
  };
  struct AskedHint {
    ConnectionId connection;
    Seat seat;
    std::uint8_t level;
  };

  Table(Ledger ledger, Time now);

  Sends on(ConnectionId from, const wire::Hello& hello, Time now);
  Sends on(ConnectionId from, const wire::Move& move, Time now);
  Sends on(ConnectionId from, const wire::Try& attempt, Time now);
  Sends on(ConnectionId from, const wire::AskHint& ask, Time now);
  Sends on(ConnectionId from, const wire::Beat& beat, Time now);
  Sends on(ConnectionId from, const wire::Resign& resign, Time now);
  Sends on(ConnectionId from, const wire::Back& back, Time now);
  Sends on(ConnectionId from, const wire::Ask& ask, Time now);
  Sends on(ConnectionId from, const wire::Answer& answer, Time now);
  Sends on(ConnectionId from, const wire::Say& say, Time now);

  // Why this connection may not change the game now, if it may not.
  std::optional<wire::Reason> refusal(ConnectionId from) const;
  std::optional<Sends> answer_again(ConnectionId from, MoveId id) const;
  Send no(ConnectionId to, wire::Reason reason, std::optional<MoveId> id = {}) const;

  // Begins an event; `action` is the seat's own, if there is one.
  void propose(const Fact& fact, MoveId id, const Action* action = nullptr);
  void seal_if_complete();
  Urn urn() const;
  Millis spent(Seat seat, Time now) const;
  void open_deal(Time now);
  void agree(Seat seat, const std::optional<Bytes16>& entropy);
  Setup rematch() const;
  wire::Over over_now() const;
  Sends act_on_offer(Time now);
  std::optional<wire::Reason> offer_refusal(wire::OfferKind what, Seat seat) const;
  std::uint8_t voters(wire::OfferKind what) const;
  wire::Offer offer_now(wire::OfferState state) const;
  bool others_wait(Seat seat) const;
  // Why the seat on turn is taken to be gone, and from when; nothing if it is not or will not be.
  std::optional<std::pair<Cause, Time>> absence() const;

  std::vector<To> audiences() const;
  void tell(const Draft& draft, const Match& after, Ply ply, const Chain& chain, Sends& out) const;
  void tell_offer(wire::OfferState state, Sends& out) const;
  void tell_rest(const To& to, std::optional<Ply> ply, const std::optional<Chain>& chain,
                 Sends& out) const;
  Sends tell_again(ConnectionId to, Ply ply) const;
  std::vector<wire::SeatInfo> seat_infos() const;

  Ledger ledger_;
  People people_;
  Time turn_since_;              // when the head was committed, or the table loaded
  std::uint8_t hint_level_ = 0;  // taken for the coming move
  Time excused_ = 0;             // of the present turn
  std::unique_ptr<const Setup> agreed_rematch_;
  std::string next_;  // the table of the rematch, once there is one
  std::unique_ptr<NextGame> next_game_;
  std::optional<Bytes32> seed_;
  std::optional<OpenOffer> offer_;
  std::vector<AskedHint> hints_;
  std::unique_ptr<Draft> draft_;  // what is being dealt or committed
  std::optional<Row> row_;        // its row, once it is complete
};

}  // namespace coset::hub
