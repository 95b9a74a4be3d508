// Lobby: quick match, and pending tables: tables before their game. A pending table has the game's
// id and commitment from the start; participants receive them before they send bytes, and the seats
// are drawn from the deal's key. Pending tables are persisted, since an invitation may be in
// transit; quick-match requests are not. Here a guest's id is its digest. Of several nodes one has
// the lobby, by its claim: only this one restores, saves and deletes pending tables. Belongs to one
// Node.
#pragma once

#include <deque>
#include <map>
#include <set>

#include "server/node/claim_holder.hpp"
#include "server/node/lobby_messages.hpp"
#include "server/node/node_context.hpp"
#include "server/node/pending_index.hpp"
#include "server/node/pending_row.hpp"
#include "table/setup.hpp"

namespace coset::node {

class Lobby final : private ClaimListener {
 public:
  Lobby(NodeContext& context, ClaimHolder& claims);
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;
  ~Lobby() = default;

  // A client is about to open a socket here. `asked` is the node to which it was redirected, if it
  // was: if that one has the lobby, the router could not reach it, and this node takes over.
  void on_open(std::string_view asked);
  // The node that has the lobby, if it is another one and nothing newer is being asked for.
  std::optional<std::string> elsewhere() const;
  // The node to which all sockets of the lobby must go now, returned once.
  std::optional<std::string> take_departure() { return std::exchange(departure_, {}); }
  // This node has the lobby.
  bool is_here() const { return claims_.holds(store::lobby_claim); }

  void on_message(Socket from, const GuestIdentity& guest, std::string_view frame);
  // Whether the frame has a valid invitation to a pending table.
  bool is_invited(std::string_view frame);
  void on_disconnect(Socket socket);
  void wake();
  Time next_wake() const;
  // The program is about to stop: no game starts, and tables of a quick match are cancelled.
  void drain();
  // Another node may have the lobby from now on: nothing is written any more.
  void stop_writing() { stopped_ = claims_.clustered(); }

  std::vector<OpenTable> open_tables() const;
  // Those at which the guest waits, by the digest; none of a class.
  std::vector<OpenTable> tables_of(const std::string& guest) const;
  std::size_t pending_count() const { return pending_.size(); }
  bool idle() const { return creates_in_flight_ == 0; }
  // Of the pending tables.
  std::vector<GameId> pending_games() const;
  // Removes the guest from all tables and requests; false if a game of theirs is starting.
  bool remove_guest(const GuestIdentity& identity);
  void set_active_count(std::uint64_t tables);

 private:
  enum class State : std::uint8_t {
    acquiring,  // who has the lobby is not known
    elsewhere,  // another node
    restoring,  // this node, which has not read all pending tables yet
    open,
  };
  struct Participant {
    GuestIdentity guest;
    Socket socket = 0;
    Token token;  // its digest
    std::optional<Bytes16> entropy;
    bool ready = false;  // once the bytes are stored, since the participant relies on them then
    std::optional<Time> away_since{};  // disconnected, may rejoin
    bool sent_ready = false;
    std::string request_id{};  // of the `create` or `seek`
  };
  struct PendingTable {
    std::string table{};
    GameId game{};
    Bytes32 seed{};
    Bytes32 commitment{};
    table::Setup setup;  // without seats
    std::vector<Participant> participants{};
    std::vector<std::string> bots{};
    bool listed = false;
    bool from_quick_match = false;
    Bytes16 invitation{};
    std::vector<Socket> watchers{};  // without a seat
    std::optional<Time> full_since{};
    bool starting = false;
    std::string setup_text{};                // once the game is to be created
    std::optional<Time> retry_at{};          // of creating the game
    std::optional<Time> persist_retry_at{};  // of storing bytes
    std::optional<Time> deadline{};          // its entry in deadlines_
    bool persist_queued = false;
    // Of a class; see pending_row.hpp.
    std::vector<AllowedPupil> allowed{};
    Time fill_at = 0;
    std::string fill_bot{};
    bool of_class() const { return !allowed.empty(); }
  };
  using Restored = std::optional<PendingTable>;  // nothing: it is over, or was never there
  struct QuickMatchRequest {
    Participant participant;
    table::Setup options;
    std::string key;
    std::vector<std::string> exclude_names;

    // Neither excludes the other's name.
    bool compatible_with(const QuickMatchRequest& other) const;
  };

  // Whom an error goes to, and what it answers.
  struct Sender {
    Socket socket;
    std::string id{};
    std::string_view about{};  // the type of the message
  };

  void on(const Sender& from, const GuestIdentity& guest, const CreateTable& create);
  void on(const Sender& from, const GuestIdentity& guest, const Join& join);
  void on(const Sender& from, const GuestIdentity& guest, const WatchTable& watch);
  void on(const Sender& from, const GuestIdentity& guest, const Ready& ready);
  void on(const Sender& from, const GuestIdentity& guest, const FillWithBots& fill);
  void on(const Sender& from, const GuestIdentity& guest, const Leave& leave);
  void on(const Sender& from, const GuestIdentity& guest, const Seek& seek);
  void on(const Sender& from, const GuestIdentity& guest, const CancelSeek& cancel);
  void on(const Sender& from, const GuestIdentity& guest, const SubscribeTables& tables);

  void send_error(const Sender& to, const protocol::ErrorCode& error);
  void send_error(const Sender& to, const Error& error);
  void send_error(const Sender& to, const Refusal& refusal);
  // Charges the message, or sends an error; vouches for a guest with an invitation.
  bool within_budget(const Sender& from, const GuestIdentity& guest, const ToLobby& message);
  bool invited(const ToLobby& message);
  Result<table::Setup> setup_of(const std::string& text,
                                const std::optional<protocol::ClockRule>& clock, bool rated,
                                const GuestIdentity& guest) const;
  // Gives the table a name, an id and a stored seed, then opens it.
  void reserve(PendingTable pending, int attempt = 0);
  void persist_new(const std::shared_ptr<PendingTable>& pending);
  void on_reserved(PendingTable pending);
  PendingTable* find(const std::string& table);
  Participant participant(const Sender& from, const GuestIdentity& guest, const Token& token) const;
  Participant* find_participant(PendingTable& pending, const GuestIdentity& guest);
  // Who sends from that socket. Pupils of a class may share a browser, and so a guest.
  Participant* find_sender(PendingTable& pending, const Sender& from, const GuestIdentity& guest);
  void broadcast(PendingTable& pending);
  // As a participant sees it, or without `reader` a watcher.
  static PendingTableState state_for(const PendingTable& pending, const Participant* reader);
  void start_if_ready(PendingTable& pending);
  void start_game(PendingTable& pending);
  void on_game_created(const std::string& table, store::WriteResult outcome);
  static bool is_own_game(const store::Log& log, const PendingTable& pending);
  // After a conflict: whether the existing game is this table's own.
  void check_existing_game(const std::string& table);
  void notify_started(const std::string& table);
  void cancel(std::string table, const Error& reason);
  // Sends the last message of a table to its participants and watchers, and erases it.
  void send_last(const std::string& table, std::string message);
  static bool all_away(const PendingTable& pending);
  static OpenTable described(const PendingTable& pending);
  static bool has_access(const PendingTable& pending, const std::optional<Bytes16>& invitation);
  // How long a disconnected participant may rejoin.
  Millis away_grace(const PendingTable& pending) const;
  bool full() const;
  // If there is no room, cancels the abandoned table that would have expired next.
  void evict_abandoned();
  // Why the guest may not create another table: they or their address have too many, counting those
  // being reserved.
  std::optional<Refusal> quota_refusal(const GuestIdentity& guest, bool listed);
  // When on_deadline() is to be called, if at all.
  std::optional<Time> next_deadline(const PendingTable& pending) const;
  void schedule(PendingTable& pending);
  // After a change of its participants or watchers.
  void reindex(const PendingTable& pending);
  void on_deadline(PendingTable& pending);
  void erase(const std::string& table);
  Token digest(const Token& token) const;
  GuestIdentity with_digest_id(const GuestIdentity& guest) const;
  // As it is stored.
  static std::string serialize(const PendingTable& pending);
  std::optional<PendingTable> deserialize(const store::PendingTable& from) const;
  void persist(PendingTable& pending);
  void save(const std::string& table, store::Done<store::WriteResult> done);
  // Stores the participants' bytes, then marks them as ready.
  void persist_entropy(PendingTable& pending);
  // The same, or a retry later if the write queue is full.
  void persist_entropy_or_retry(PendingTable& pending);
  void acquire(store::Takeover takeover);
  void on_claim(const Result<store::Claim>& claim);
  void on_claim_lost(const std::optional<std::string>& holder) override;
  void leave_to(const std::string& holder);
  // Forgets everything without a write, and drops what the store still answers.
  void forget();
  // Whether no other node can have the lobby: it is held, and was renewed not long ago.
  bool may_write() const;
  // Handles deferred messages once there is nothing to wait for.
  void handle_deferred();
  // There is no such table, unless another node took the lobby and has created it there: this node
  // may not know of the loss, so a renewal that was sent later comes before the answer.
  void report_missing(const Sender& from);
  bool missing_is_settled() const {
    return !missing_.empty() && claims_.has_renewed(missing_.front().after);
  }
  void settle_missing();
  // Saves or deletes a row; an unknown result, and no write, if the lobby is not here by then.
  template <class Work>
  void write(std::size_t bytes, std::function<void(store::Done<store::WriteResult>)> ask,
             Work work) {
    context_.write(
        bytes,
        [this, here = tenure_->token(),
         ask = std::move(ask)](store::Done<store::WriteResult> done) {
          here.expired() || !may_write() ? done(store::WriteResult::unknown) : ask(std::move(done));
        },
        *tenure_, std::move(work));
  }
  // Restores the stored pending tables one by one; messages are deferred until then.
  void restore();
  void restore_next();
  // If not, the table is reported to the operator.
  bool seed_matches_commitment(const PendingTable& pending);
  void on_restored(PendingTable pending);
  // Whether a game of a restored table was started by the node that had the lobby before, and did
  // not know yet that it lost it.
  void check_restored();
  // Reads whether its game has started, and its seed.
  void complete(PendingTable pending, std::function<void(Result<Restored>)> done);
  void remove_participant(PendingTable& pending, std::size_t index);

  // Tables of a class (lobby_class.cpp).
  void find_stored(const Sender& from, const GuestIdentity& guest, const Join& join);
  void on_stored(const std::string& table, Result<Restored> found);
  void join_class_table(PendingTable& pending, const Sender& from, const GuestIdentity& guest,
                        const Join& join);
  // Its class was forgotten, and the row with it.
  void cancel_forgotten(const std::string& table) {
    cancel(table, to_error(error_code("lobby.abandoned")));
  }
  void start_unless_forgotten(PendingTable& pending);
  static bool has_empty_seat(const PendingTable& pending);
  bool abandoned(const PendingTable& pending) const;
  static std::optional<Time> fill_deadline(const PendingTable& pending);
  void on_fill_deadline(PendingTable& pending);
  // Their participants do not wait for one who may be at another node.
  void cancel_quick_matches();
  void mark_list_dirty() { list_dirty_ = true; }

  LifetimeToken lifetime_;
  // While the lobby is here; the callbacks of an earlier time are dropped.
  std::unique_ptr<LifetimeToken> tenure_ = std::make_unique<LifetimeToken>();
  NodeContext& context_;
  ClaimHolder& claims_;
  State state_ = State::acquiring;
  bool acquiring_ = false;
  bool stopped_ = false;
  std::string holder_;                    // of the lobby, if it is elsewhere
  std::string asked_;                     // the node to which a waiting client was redirected
  std::optional<std::string> departure_;  // see take_departure
  Time checked_at_ = 0;                   // whether the lobby is elsewhere
  std::optional<Time> acquire_at_;
  std::map<std::string, PendingTable> pending_;
  PendingIndex index_;                                    // of pending_
  std::vector<std::shared_ptr<PendingTable>> reserving_;  // until their seed is stored
  std::set<std::pair<Time, std::string>> deadlines_;
  std::vector<QuickMatchRequest> seeks_;
  std::vector<Socket> list_subscribers_;
  bool list_dirty_ = false;
  Time last_list_at_ = 0;
  std::uint64_t active_count_ = 0;
  int creates_in_flight_ = 0;
  bool draining_ = false;
  std::optional<Time> restore_at_;  // of reading them
  std::vector<store::PendingTable> to_restore_;
  std::vector<std::string> restored_;  // tables to check
  std::optional<Time> check_at_;
  struct DeferredMessage {
    Socket from;
    GuestIdentity guest;
    std::string frame;
  };
  std::vector<DeferredMessage> deferred_;  // received before all was restored
  struct StoredJoin {
    Sender from;
    GuestIdentity guest;
    Join join;
  };
  std::vector<StoredJoin> finding_;  // joins of tables that are being read
  struct Missing {
    Sender from;
    std::uint64_t after;  // the number of the renewal
  };
  std::deque<Missing> missing_;                        // to be reported, oldest first
  static constexpr std::size_t max_deferred = 10'000;  // of both
};

}  // namespace coset::node
