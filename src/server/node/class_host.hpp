// ClassHost: one class and its log, as a TableHost has a table. Messages that arrive while a row is
// pending wait in order; unless the store confirms a write, the log is read again. Among several
// nodes it holds the class's claim from before it reads the log, and its clients go to the node
// that has it. It makes the tables that the class asks for, and follows those of the present round
// for the wall: no move knows of a class. Belongs to one Node.
#pragma once

#include <deque>
#include <map>

#include "classroom/classroom.hpp"
#include "classroom/facts.hpp"
#include "server/node/claim_holder.hpp"
#include "server/node/ledger_reader.hpp"
#include "server/node/load_waiters.hpp"
#include "server/node/table_registry.hpp"

namespace coset::node {

// What a ClassHost tells of its sockets.
struct ClassListener {
  // The class knows the token that came from there, by its digest. False: the class or the token
  // has too many sockets.
  virtual bool on_proved(Socket socket, const protocol::Token& digest) = 0;
  // A request from there, perhaps the teacher's, asks for so many units of Use::work. False: it is
  // too much.
  virtual bool on_work(Socket socket, int units, bool teaches) = 0;
  // Why a token that the class does not know may not join it; nothing if it may.
  virtual std::optional<Refusal> refuse_newcomer(Socket socket) = 0;
  // It does.
  virtual void on_newcomer(Socket socket) = 0;
  // It was closed.
  virtual void on_closed(Socket socket) = 0;

 protected:
  ~ClassListener() = default;
};

class ClassHost final : private ClaimListener {
 public:
  // The class with this code, if there is one.
  ClassHost(NodeContext& context, ClaimHolder& claims, TableRegistry& tables, LoadGate& gate,
            ClassListener& listener, std::string code);
  ClassHost(const ClassHost&) = delete;
  ClassHost& operator=(const ClassHost&) = delete;
  ~ClassHost() = default;

  // The code by which it was found, or the one that the class has now.
  const std::string& code() const { return classroom_ ? classroom_->state().code : code_; }
  // What it marks as dirty (NodeContext).
  GameId key() const { return key_; }
  void set_key(GameId key) { key_ = key; }
  // Nothing while the code is looked up.
  std::optional<store::ClassId> id() const { return id_; }

  void add(Socket socket) { sockets_.push_back(socket); }
  // Whether it is a hello by a token, a secret or a cookie that the class knows, or may know: it is
  // not loaded yet.
  bool has_proof(Socket from, std::string_view frame) const;
  // The guest has nothing here any more.
  void forget_guest(const std::string& guest);
  void on_message(Socket from, std::string_view frame);
  void on_disconnect(Socket socket);
  // Another node has sent a client here: the claim is taken from any other.
  void take_over();
  void wake();
  Time next_wake() const;

  bool can_unload(Time now) const;
  bool has_pending_write() const { return writing_ || making_ > 0; }
  // The node where the class's clients are to go, once no row is pending.
  const std::string* leaving_to() const {
    return lost_to_ && !claiming_ && !has_pending_write() ? &*lost_to_ : nullptr;
  }
  // Why the class cannot be served, if so.
  const std::optional<Error>& failure() const { return failure_; }
  // Null until the class is loaded.
  const classroom::Classroom* classroom() const { return classroom_ ? &*classroom_ : nullptr; }
  // REQUIRES: it is loaded
  store::ClassFacts facts() const { return stored_facts(facts_of(classroom_->state())); }
  // What the reading of its log has cost, in units of Use::work.
  int units_read() const { return units_read_; }
  const std::vector<Socket>& sockets() const { return sockets_; }
  // It was forgotten: its clients receive `closed`.
  void close_forgotten();
  // Neither loaded nor failed nor another node's.
  bool loading() const { return !classroom_ && !failure_ && !lost_to_; }
  // Calls `done` once that is over, or if the store does not respond.
  void when_loaded(std::function<void()> done);

 private:
  struct QueuedMessage {
    Socket from;
    protocol::classroom::FromClient message;
  };
  struct FollowedTable {
    GameId game{};
    protocol::Ply head = 0;
    bool finished = false;
    bool reading = false;
    bool read = false;  // once
  };

  // The code that runs here, until the end of the scope: see CrashMarker.
  class Scope {
   public:
    explicit Scope(ClassHost& host) : host_(host) {
      host.context_.deps().crash_marker.enter(host.id_.value_or(host.key_));
      host.context_.mark_dirty(host.key_);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { host_.context_.deps().crash_marker.leave(); }

   private:
    ClassHost& host_;
  };
  template <class Work>
  auto defer(Work work) {
    return context_.defer(lifetime_, [this, work = std::move(work)](const auto&... results) {
      const Scope scope(*this);
      work(results...);
    });
  }

  // class_loading.cpp
  void find_class();
  void leave_gate();
  void on_load_ended();
  void acquire_claim(store::Takeover takeover = store::Takeover::if_free);
  void on_claim(const Result<store::Claim>& claim);
  void on_claim_lost(const std::optional<std::string>& holder) override;
  void read_places();
  void read_log();
  void read_page();
  void on_page(const Result<store::LogPage>& page);
  void fold(const store::LogPage& page);
  void follow(const store::LogPage& page);
  void on_reloaded(const classroom::Outgoing& outgoing);
  void schedule_retry();
  void fail(const protocol::ErrorCode& code);
  bool blocked() const { return has_pending_write() || reading_ || retry_at_ || claiming_; }

  void handle(Socket from, const protocol::classroom::FromClient& message);
  bool is_newcomer(Socket socket) const;
  classroom::Proof proof_of(Socket socket) const;
  // Whose place the event makes it, of the socket's guest.
  std::optional<store::ClassPlace> place_after(const classroom::Event& event) const;
  // What the class wants next: a code, tables, a row; then the next message.
  void serve();
  void draw_code();
  void append(const classroom::Row& row);
  void on_append_result(store::WriteResult outcome, const classroom::Row& row);
  static store::ClassFacts stored_facts(const classroom::Facts& facts);
  void deliver(const classroom::Outgoing& outgoing);
  void send(Socket to, const protocol::classroom::FromClass& message);
  void prove();
  // Of a pupil's token, or a secret.
  bool is_known(const protocol::Token& digest) const;
  // Of the teacher, or of the projector.
  bool leads(const protocol::Token& digest) const;

  // class_tables.cpp
  void make_tables();
  void write_tables();
  void on_table_made(bool good);
  void follow_tables();
  void follow(FollowedTable& table, const std::string& name);
  void tell_table(FollowedTable& table, const std::string& name, const table::Ledger& ledger);

  LifetimeToken lifetime_;
  NodeContext& context_;
  ClaimHolder& claims_;
  TableRegistry& tables_;
  LoadGate& gate_;
  LoadGate::Pass loading_;
  ClassListener& listener_;
  LedgerReader reader_;
  std::string code_;
  GameId key_;
  std::optional<store::ClassId> id_;
  LoadWaiters on_loaded_;
  // The log is read in pages, and others are served between two. Either all of it is folded here,
  // or, if it still has the last row, what is new is followed.
  std::optional<classroom::State> folding_;
  std::optional<classroom::Classroom> classroom_;
  classroom::Row last_;       // of those that the class has
  bool next_page_ = false;    // is due
  bool compared_ = false;     // the last row is in the log
  std::uint32_t before_ = 0;  // the class's number when it began to be read again
  int units_read_ = 0;
  std::optional<store::ClassFacts> facts_;  // as they are stored, if this host wrote them
  std::optional<std::vector<store::ClassPlace>> class_places_;  // as they are stored, by pupil
  std::vector<Socket> sockets_;
  std::vector<std::pair<Socket, protocol::Token>> unproved_;  // and the digest of what each brought
  std::uint32_t proved_number_ = 0;  // the class's number when they were compared; 0: one is new
  std::vector<Socket> readers_;      // of the wall
  std::deque<QueuedMessage> queue_;
  std::vector<classroom::TableMade> made_;
  std::size_t making_ = 0;  // tables that are being written
  bool make_failed_ = false;
  bool remake_ = false;   // they were ordered for another state than the class has now
  bool writing_ = false;  // a row
  bool reading_ = false;
  bool drawing_ = false;
  bool claiming_ = false;
  bool sent_here_ = false;
  int conflicts_in_a_row_ = 0;
  Millis retry_delay_;
  std::optional<Time> retry_at_;
  std::optional<std::string> lost_to_;
  std::optional<Error> failure_;
  std::map<std::string, FollowedTable> followed_;  // by name, of the present round
  std::string next_read_;                          // the table that is read from the store next
  Time follow_at_ = 0;
  Time read_at_ = 0;
  Time check_at_;
  Time empty_since_;
};

}  // namespace coset::node
