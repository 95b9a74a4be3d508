// TableHost: one table and its event log. It serves the table's requests: pieces from the deal's
// key, rows through the AppendQueue, searches in the worker pool. Messages that arrive while a row
// is pending wait in order, so no client has to retry for that. Unless the store confirms a write,
// the log is read again. Among several nodes it holds the table's claim from before it reads the
// log; without the claim it writes nothing, and its clients go to the node that has it. Belongs to
// one Node.
#pragma once

#include "server/node/append_queue.hpp"
#include "server/node/claim_holder.hpp"
#include "server/node/load_waiters.hpp"
#include "server/node/log_waiters.hpp"
#include "server/node/seat_limits.hpp"
#include "server/node/table_output.hpp"
#include "server/node/table_searches.hpp"
#include "table/host_loop.hpp"

namespace coset::node {

class TableHost final : private AppendListener, private ClaimListener {
 public:
  TableHost(NodeContext& context, ClaimHolder& claims, AppendQueue& append_queue, GameId game,
            std::string name);
  TableHost(const TableHost&) = delete;
  TableHost& operator=(const TableHost&) = delete;
  ~TableHost() = default;

  const std::string& name() const { return name_; }

  void on_message(Socket from, protocol::FromClient message);
  void on_disconnect(Socket socket);
  void wake();
  // When wake() must be called.
  Time next_wake() const;
  void exclude_downtime(Time from, Time to);
  // The log is compared with the table then: it may lack rows that it had.
  void read_log_at(Time at) { compare_at_ = at; }

  // No client is connected, nothing is pending, and nothing is due soon.
  bool can_unload(Time now) const;
  bool has_connections() const;
  bool has_pending_write() const { return pending_ply_ || creating_rematch_; }
  // Another node has sent a client here: the claim is taken from any other.
  void take_over();
  // The node where the table's clients are to go, once no row is pending: this one has lost the
  // table, or cannot play it.
  const std::string* leaving_to() const {
    const bool stays = claiming_ || retry_at_ || has_pending_write();
    return lost_to_ && !stays ? &*lost_to_ : nullptr;
  }
  // Why the table cannot be served, if so.
  const std::optional<Error>& failure() const { return failure_; }
  // Units of Use::work that judging a move may take here.
  int work_of_preview() const;
  // Whether the message offers a rematch whose deal is still to be reserved.
  bool begins_rematch(const protocol::FromClient& message) const {
    return table_ && is_unreserved_rematch(message);
  }
  // Senders of illegal moves since the last call.
  std::vector<Socket> take_illegal_senders() { return std::exchange(illegal_senders_, {}); }
  // Whether the client at that socket has a seat.
  // `nobody` without a seat.
  Seat seat_of(Socket socket) const;
  bool is_seated(Socket socket) const { return seat_of(socket) != nobody; }
  // Whether it proves a seat, as far as is known before loading.
  bool may_prove_seat(Socket from, const protocol::Hello& hello) const;
  // There is no such table.
  bool missing() const { return failure_ && failure_->code == "table.not_found"; }
  // Neither loaded nor failed.
  bool is_loading() const { return !table_ && !failure_ && !lost_to_; }
  // Null until the table is loaded.
  const table::Table* table() const { return table_ ? &*table_ : nullptr; }
  // The deal seed, once the game is over.
  std::optional<Bytes32> revealed_seed() const {
    return table_ && table_->ledger().over() ? seed_ : std::nullopt;
  }
  // A rematch whose seed is stored and that may still start.
  std::optional<GameId> reserved_rematch() const { return reserved_rematch_; }
  // Calls `done` once the table is loaded or has failed, or if the store does not respond.
  void when_loaded(std::function<void()> done);

 private:
  struct QueuedMessage {
    Socket from;
    protocol::FromClient message;
    Time since;
  };
  // Records that this table's code runs.
  class CrashMarkerScope {
   public:
    CrashMarkerScope(NodeContext& context, GameId game) : context_(context) {
      context_.deps().crash_marker.enter(game);
      context_.mark_dirty(game);
    }
    CrashMarkerScope(const CrashMarkerScope&) = delete;
    CrashMarkerScope& operator=(const CrashMarkerScope&) = delete;
    ~CrashMarkerScope() { context_.deps().crash_marker.leave(); }

   private:
    NodeContext& context_;
  };

  // Defers `work`, which runs this table's code.
  template <class Work>
  auto defer(Work work) {
    return context_.defer(lifetime_, [this, work = std::move(work)](const auto&... results) {
      const CrashMarkerScope scope(context_, game_);
      work(results...);
    });
  }

  void acquire_claim(store::Takeover takeover = store::Takeover::if_free);
  void on_claim(const Result<store::Claim>& claim, store::Takeover takeover);
  void on_claim_lost(const std::optional<std::string>& holder) override;
  // Reads the setup first: a game that this program cannot play is not taken from who can.
  void take_if_playable(const std::string& holder);
  void leave_to(const std::string& node);
  // The setup may be of a newer program, which another node may run.
  void on_unreadable_setup(const Error& error);

  // Loads the table when it is its turn.
  void start_loading();
  void on_load_ended();
  void read_log(bool whole = false);
  void on_log(const Result<std::optional<store::Log>>& log);
  Result<std::optional<table::Outgoing>> continue_from(const std::vector<table::Row>& rows);
  void on_setup(const store::Log& log);
  void read_holders();
  void read_seed();
  void on_seed(const Bytes32& seed);
  void find_rematch(GameId next);
  void fail(const protocol::ErrorCode& code, std::string message = {});
  void fail_as_corrupt(const std::string& detail);
  void schedule_retry();

  void enqueue_or_handle(Socket from, protocol::FromClient message);
  // An offer of a rematch whose deal is not reserved yet.
  bool is_unreserved_rematch(const protocol::FromClient& message) const;
  // A message that names an event which the table does not have, or waits behind one.
  bool must_await_log(Socket from, const protocol::FromClient& message) const;
  // Handles the messages for which the log was read, or whose event has come.
  void release_log_waiters(bool after_read);
  void dispatch(Socket from, protocol::FromClient message);
  void handle(Socket from, const protocol::FromClient& message);
  // What the setup holds of the token, or of the seat that the guest of the cookie holds.
  std::optional<protocol::Token> proof_of(Socket from, const protocol::Hello& hello) const;
  Seat held_by(Socket from) const;
  bool must_queue(const protocol::FromClient& message) const;
  bool within_limits(Socket from, const protocol::FromClient& message);
  // Messages that change the table must wait.
  bool blocked() const {
    return pending_ply_ || reading_log_ || retry_at_ || claiming_ || lost_to_;
  }
  // During an outage no seat loses on time or by absence.
  bool can_flag() const { return !blocked() && !context_.outages().ongoing(); }
  void process_queue();
  void serve_requests();
  void on_append_result(store::WriteResult outcome) override;
  void on_slow_append() override { deliver(table_->acknowledge()); }
  void archive_if_over();
  bool append_row(const table::Row& row);
  bool start_bot(const table::BotRequest& request);
  bool start_hint(const table::HintRequest& request);
  void reserve_rematch();
  bool create_rematch(const table::Setup& setup);
  void deliver(const table::Outgoing& outgoing) { output_.deliver(outgoing, table_->presence()); }
  void send_error(Socket to, const protocol::ErrorCode& error, std::optional<protocol::MoveId> id);
  // When the log is read again: for messages that wait for it, or to compare it.
  std::optional<Time> next_log_read() const;
  void read_if_due();

  LifetimeToken lifetime_;
  NodeContext& context_;
  ClaimHolder& claims_;
  AppendQueue& append_queue_;
  GameId game_;
  std::string name_;
  std::optional<table::Table> table_;
  std::optional<fair_deal::Draws> draws_;
  std::optional<Bytes32> seed_;
  std::shared_ptr<const table::Setup> setup_;
  std::vector<table::Row> rows_;  // until the seed is read
  // The digest of the guest at each seat; empty: nobody who can prove it by a cookie. Read once, so
  // that no hello of a spectator asks the store. A guest who is deleted unloads the table.
  std::optional<std::vector<std::string>> holders_;
  std::optional<GameId> rematch_;
  std::optional<GameId> reserved_rematch_;
  LoadWaiters on_loaded_;
  LoadGate::Pass loading_;

  bool claiming_ = false;
  bool sent_here_ = false;   // a client, by another node, since the claim was last lost
  bool read_again_ = false;  // the read that is pending started before the claim was acquired
  std::optional<std::string> lost_to_;

  std::deque<QueuedMessage> queue_;
  std::optional<table::Ply> pending_ply_;  // of the row that is pending
  bool pending_judges_ = false;
  LogWaiters log_waiters_;
  bool reading_log_ = false;
  bool reading_for_waiters_ = false;
  table::Ply read_from_ = 1;      // by the last read
  bool flag_after_read_ = false;  // clocks and absence are judged after the read
  bool creating_rematch_ = false;
  bool reserving_rematch_ = false;
  bool archived_ = false;
  int conflicts_in_a_row_ = 0;  // without a new row in the log
  Time read_started_at_ = 0;
  Millis retry_delay_;
  std::optional<Time> retry_at_;
  std::optional<Time> table_timer_;  // requested by the table
  std::optional<Time> bot_due_at_;
  std::optional<Time> compare_at_;
  Time last_event_at_ = 0;
  Time excluded_until_ = 0;
  TableSearches searches_;
  TableOutput output_;
  Time empty_since_;
  SeatLimits seat_limits_;
  std::optional<Error> failure_;
  std::vector<Socket> illegal_senders_;
};

}  // namespace coset::node
