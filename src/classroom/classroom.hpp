// Classroom: a class with its pupils, without I/O, as Table is a game: messages and time in,
// messages out. What changes the class is first proposed as a row of its log and told only when it
// is committed. At most one row is proposed at a time: while busy() the host queues every message
// but a heartbeat. Another host may write to the same log: the host whose append fails reads what
// is new and calls follow. A value type; one thread at a time.
//
// The host's loop after every call:
//   if wants_code(): draw a code that no class has, code_drawn(code)
//   if table_orders() is not empty: make these pending tables, tables_made(...) or
//   orders_failed(...) if proposal(): append the row; committed(number), or follow(rows) for each
//   part of what is new, and followed()
#pragma once

#include <functional>
#include <limits>
#include <span>

#include "classroom/requests.hpp"
#include "classroom/state.hpp"
#include "classroom/wall.hpp"
#include "protocol/classroom/codec.hpp"

namespace coset::classroom {

using ConnectionId = std::uint64_t;
// BLAKE2b with 16 bytes of output, as for tables.
using Digest = std::function<Bytes16(std::string_view bytes)>;

inline constexpr Time silence_timeout = 25'000;  // of a client that beats every 10 s
inline constexpr Time away_timeout = 60'000;     // until who has done nothing gives the place up
inline constexpr Time wall_interval = 500;
inline constexpr Time wall_refresh_interval = 5'000;
inline constexpr std::size_t max_offers = 3;
inline constexpr std::size_t max_places = 8;  // that are offered
// Connections at the door whose offers nobody else may take: those that came last.
inline constexpr std::size_t max_reserving = 100;

struct OutgoingMessage {
  std::vector<ConnectionId> to;
  protocol::classroom::FromClass message;
  // The host closes the connections after it, with code 1000 and this reason; empty: it does not.
  std::string_view close = {};
};
using Outgoing = std::vector<OutgoingMessage>;

// What the guest of a connection proves beside tokens and secrets.
struct Proof {
  bool teacher = false;             // opened the class
  std::vector<PupilNumber> places;  // had them
};

struct TableMade {
  std::string name;
  protocol::GameId game{};
  std::string invitation;
};

// The digest of a secret, as nodes store that of a seat's token.
Token digest_of(const Digest& digest, const Token& secret);
// The first row of a class.
Row opening_row(const Digest& digest, std::string_view code, Language language,
                const Token& teacher, const Token& projector, Time now);

class Classroom {
 public:
  // REQUIRES: `state` is the fold of a whole log
  Classroom(State state, Digest digest)
      : state_(std::move(state)), digest_(std::move(digest)), news_round_(state_.round) {}
  // REQUIRES: the first row is an opening_row, or it is an error
  static Result<Classroom> load(std::span<const Row> log, Digest digest);

  Outgoing handle(ConnectionId from, std::string_view json, Time now);
  Outgoing handle(ConnectionId from, const protocol::classroom::FromClient& message, Time now,
                  const Proof& proof = {});
  Outgoing on_disconnect(ConnectionId connection, Time now);

  // Whose request is in progress; 0: nobody's.
  ConnectionId requester() const { return pending_ ? pending_->from : 0; }

  // A row is proposed, or is waiting for a code or for tables.
  bool busy() const { return pending_.has_value(); }
  bool wants_code() const;
  std::span<const TableOrder> table_orders() const;
  void code_drawn(std::string_view code);
  // One for each order, in their order.
  void tables_made(std::span<const TableMade> tables);
  // There will be no code or no tables: the request is refused.
  Outgoing orders_failed(const protocol::ErrorCode& error, Time now);
  const std::optional<Row>& proposal() const { return row_; }
  // The row is in the log. Another number than the proposed one is a duplicate and ignored.
  Outgoing committed(std::uint32_t number, Time now);
  // The next rows of the log. On error the class has those before the bad one, and is of no use.
  std::optional<Error> follow(std::span<const Row> rows);
  // That was all. If there was nothing new the proposal stays. Otherwise the request is answered if
  // it was committed after all, and proposed again if not.
  Outgoing followed(Time now);
  // The same with the fold of another log: rows of this one were lost with their database.
  Outgoing replace(State state, Time now);

  // Who has no table while the others do, or came when a bot had the seat, gets one with a bot, one
  // after another. It happens by itself, and again when this is called: an order may have failed.
  void seat_latecomers(Time now);

  // Who has done nothing and is away gives the place up, and has it again when the page is back.
  void release_places(Time now);
  // Whether release_places may find one, now or later.
  bool may_release_places() const;

  // None for a request that is refused for nothing.
  Work work_of(ConnectionId from, const protocol::classroom::FromClient& message) const;

  // A table of the class, as its host knows it.
  void table_moved(TableNews news);

  // Walls, at most two a second.
  Outgoing tick(Time now);
  // When tick must be called; the largest Time: never.
  Time next_tick() const;

  const State& state() const { return state_; }
  // The pupil whose token this is and who may come in; for the host's limits and tables.
  bool knows(const Token& token) const;
  bool is_teacher(const Token& secret) const;
  // It has shown the teacher's secret.
  bool teaches(ConnectionId connection) const;
  // Its guest has opened the class.
  bool is_opener(ConnectionId connection) const;
  std::size_t connections() const { return connections_.size(); }
  const Exercises& exercises() const { return exercises_; }
  protocol::classroom::Wall wall(Time now) const;

 private:
  struct Connection {
    ConnectionId id = 0;
    protocol::classroom::Role role{};
    Token digest;
    PupilNumber pupil = 0;  // 0: has not joined
    Time heard_at = 0;
    std::vector<std::string> offers;
    std::string code;  // by which it came
    Proof proof;
    Time walled_at = std::numeric_limits<Time>::min() / 2;  // when it was sent a wall
    bool owed = false;                                      // the wall has changed since
  };
  // The request in progress; of the class itself if `from` is 0 and there is no id.
  struct Pending {
    ConnectionId from = 0;
    protocol::classroom::FromClient message;
    Plan plan;
    Time at = 0;
  };

  Outgoing on_hello(ConnectionId from, const protocol::classroom::Hello& hello, Time now,
                    const Proof& proof);
  Outgoing on_request(ConnectionId from, const protocol::classroom::FromClient& message, Time now);
  // Why the sender may not ask for this; nothing if it may.
  const protocol::ErrorCode* refusal(const Connection* by,
                                     const protocol::classroom::FromClient& message) const;
  // Whether the pupil at this connection, having given the place up, has it again: the class
  // proposes it, and tells so.
  bool begin_return(const Connection& connection, Time now);
  // Of the pupil, by this host.
  Time& heard_at(PupilNumber pupil, Time now);
  std::vector<PupilNumber> away_for(Time span, Time now);
  // The pupil is connected, and the pupil's table plays without a seat of the pupil's.
  bool has_lost_seat(const Pupil& pupil) const;
  void begin(Pending pending);
  void seal();

  Connection* find(ConnectionId id);
  void follow_state();  // connections of those who joined or left
  std::vector<std::string> reserved_aliases(ConnectionId but) const;
  std::vector<ConnectionId> connections_of(PupilNumber pupil) const;
  // Those that the guest had, where nobody is now; the last one first.
  std::vector<PupilNumber> free_places(const Connection& of) const;
  void send_walls(const protocol::classroom::Wall& wall, Time now, Outgoing& out);
  Live live(Time now) const;

  protocol::classroom::PupilState state_of(const Pupil& pupil) const;
  protocol::classroom::Welcome welcome_for(const Connection& to) const;
  void send_states(Outgoing& out) const;
  void send_welcomes(Outgoing& out) const;
  void send_outcome(ConnectionId to, MoveId id, const Outcome& outcome, Outgoing& out) const;
  void send_consequences(const Event& event, Outgoing& out) const;

  State state_;
  Digest digest_;
  std::vector<Connection> connections_;
  std::vector<Time> moved_at_;   // of pupil n at n - 1
  std::vector<Time> heard_at_;   // likewise: the last message, or when this host had the class
  std::vector<TableNews> news_;  // of the present round
  std::uint16_t news_round_ = 0;
  Exercises exercises_;
  std::optional<Pending> pending_;
  std::optional<Row> row_;
  bool has_news_ = false;  // rows were followed
  std::optional<protocol::classroom::Wall> sent_;
  Time wall_at_ = 0;
  bool dirty_ = false;
};

}  // namespace coset::classroom
