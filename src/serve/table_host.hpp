// TableHost: one table and its log. It answers what the table wants: pieces from the deal's key,
// rows through the Journal, thoughts from the Pool. Requests that come while a row is on its way
// wait in order, so nobody is ever told to try again for that. Whatever the store does not plainly
// say, the log is read again. Belongs to one Node.
#pragma once

#include <map>

#include "hub/table/host.hpp"
#include "serve/journal.hpp"
#include "serve/thinking.hpp"

namespace coset::serve {

class TableHost {
 public:
  TableHost(Around& around, Journal& journal, GameId game, std::string name);
  TableHost(const TableHost&) = delete;
  TableHost& operator=(const TableHost&) = delete;
  ~TableHost() = default;

  const std::string& name() const { return name_; }

  void hear(Socket from, wire::FromClient message);
  void left(Socket socket);
  void wake();
  // When wake() is to be called.
  Time next_wake() const;
  void excuse(Time from, Time to);

  // Nobody is here, nothing is on its way, and nothing will happen by itself soon.
  bool may_go(Time now) const;
  bool anybody() const;
  bool on_its_way() const { return sent_ || creating_; }
  // Why it cannot go on, for people; empty while it can.
  const std::string& failed() const { return failed_; }
  // Units of Use::work that judging a move may take here.
  int work_of_try() const;
  // Whether it is the offer of a rematch for which a deal is still to be made.
  bool begins_rematch(const wire::FromClient& message) const {
    return table_ && unbound_rematch(message);
  }
  // Whose moves were refused after they had been judged, since it was asked the last time.
  std::vector<Socket> take_wrong() { return std::exchange(wrong_, {}); }
  // Whether whoever is at that socket has a seat.
  bool seated(Socket socket) const;
  // Whether it is a seat's, as far as is known yet.
  bool may_be_seats(const wire::Token& token) const;
  // There is no such table.
  bool missing() const { return missing_; }
  // It is that its database is damaged.
  bool damaged() const { return damaged_; }
  // Neither read nor failed: the store has not said what it holds.
  bool unknown() const { return !table_ && failed_.empty(); }
  // Nothing until it was read from the log.
  const hub::Table* table() const { return table_ ? &*table_ : nullptr; }
  // Of the deal, once the game is over.
  std::optional<Bytes32> shown_seed() const {
    return table_ && table_->ledger().over() ? seed_ : std::nullopt;
  }
  // The rematch whose seed is kept and that may still begin.
  std::optional<GameId> promised() const { return promised_; }
  // Calls `done` once it is known what this table is, or that it cannot be known, or that the store
  // does not say it now.
  void when_known(std::function<void()> done);

 private:
  struct Waiting {
    Socket from;
    wire::FromClient message;
    Time since;
  };
  // Notes that this table's code runs.
  class Entered {
   public:
    Entered(Around& around, GameId game) : around_(around) {
      around_.ports().doorway.enter(game);
      around_.touch(game);
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;
    ~Entered() { around_.ports().doorway.leave(); }

   private:
    Around& around_;
  };

  void fetch();
  void take(const Result<std::optional<store::Log>>& log);
  void open(const store::Log& log);
  void get_seed();
  void load(const Bytes32& seed);
  void find_next(GameId next);
  void fail(std::string why);
  void fail_as_missing();
  void fail_by_damage();
  void try_again();
  void tell_known();

  void accept(Socket from, wire::FromClient message);
  // An offer of a rematch whose deal nobody has been told of yet.
  bool unbound_rematch(const wire::FromClient& message) const;
  void hand_in(Socket from, const wire::FromClient& message);
  bool must_wait(const wire::FromClient& message) const;
  bool within_rates(Socket from, const wire::FromClient& message);
  // What changes the game has to wait.
  bool blocked() const { return sent_ || reading_ || again_; }
  // While the store is away nobody is, whatever their clock says.
  bool may_judge() const { return !blocked() && !around_.outages().now(); }
  void go_on();
  void round();
  void settled(store::Outcome outcome);
  void ended();
  bool propose(const hub::Row& row);
  bool think(const hub::BotTurn& turn);
  bool think_of_hint(const hub::HintAsked& asked);
  // What the table does not wait for any more is not thought of any further.
  void cancel_unwanted();
  void prepare_rematch();
  bool create_rematch(const hub::Setup& setup);
  void say(const hub::Sends& sends);
  void tell_spectators();
  // When the log is to be read though nothing calls for it.
  std::optional<Time> refresh_at() const;

  Alive alive_;
  Around& around_;
  Journal& journal_;
  GameId game_;
  std::string name_;
  std::optional<hub::Table> table_;
  std::optional<deal::Draws> draws_;
  std::optional<Bytes32> seed_;
  std::shared_ptr<const hub::Setup> setup_;
  std::vector<hub::Row> rows_;  // that were read, until the seed is known
  std::optional<GameId> next_;
  std::optional<GameId> promised_;
  std::vector<std::function<void()>> known_;
  Time known_since_ = 0;  // the first of them waits

  std::deque<Waiting> waiting_;
  std::optional<hub::Ply> sent_;  // the row that is on its way
  bool reading_ = false;
  bool judge_ = false;  // whoever is gone is to be judged after the log was read
  bool creating_ = false;
  bool preparing_ = false;
  bool finished_ = false;
  int refused_ = 0;  // rows in a row, with nothing new in the log
  Time asked_at_ = 0;
  Millis patience_;
  std::optional<Time> again_;  // when the store is asked once more
  std::optional<Time> wake_;   // the table's own
  std::optional<Time> bot_at_;
  Time read_at_ = 0;   // the log, the last time
  Time event_at_ = 0;  // of the last event here
  Time excused_to_ = 0;
  HeldThinking<BotThinking> bot_;
  HeldThinking<HintThinking> hint_;
  std::vector<std::shared_ptr<const std::string>> for_spectators_;
  Time spectators_at_ = 0;
  Time empty_since_;
  std::map<Seat, Bucket> said_;
  std::map<Seat, Bucket> hinted_;
  std::string failed_;
  bool damaged_ = false;
  bool missing_ = false;
  std::vector<Socket> wrong_;
};

}  // namespace coset::serve
