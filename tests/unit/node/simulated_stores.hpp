// The stores of a SimulatedPlatform. That of events responds late, returns unknown results (whether
// or not it did the write), or does not respond at all; it survives the death of a node.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "base/rng.hpp"
#include "server/store/memory_store.hpp"

namespace coset::node {

using store::Done;
using store::WriteResult;

// Injected faults.
struct StoreFaults {
  std::uint32_t late = 0;  // one response in N is delayed; 0: none
  std::uint32_t lost = 0;  // one response in N is `unknown`
};

class FaultyStore final : public store::EventStore {
 public:
  FaultyStore(Rng& rng, const StoreFaults& faults) : rng_(rng), faults_(faults) {}

  store::MemoryStore stored;
  bool away = false;                                  // does not respond
  bool broken = false;                                // responds with errors
  bool full = false;                                  // can be read, rejects writes
  bool tight = false;                                 // rows fit, a probe does not
  std::set<GameId> damaged;                           // cannot be read any more
  std::function<void(const store::Event&)> appended;  // called when a row is stored
  int reads = 0;                                      // that have started
  store::Ply last_from = 0;                           // of the last read

  void create(store::NewGame game, Done<WriteResult> done) override {
    ask([this, game = std::move(game), done = std::move(done)] {
      WriteResult outcome = WriteResult::unknown;
      if (!full && !fails_before()) stored.create(game, [&](WriteResult is) { outcome = is; });
      done(loses() ? WriteResult::unknown : outcome);
    });
  }
  void append(std::vector<store::Event> batch, Done<std::vector<WriteResult>> done) override {
    store::check_batch(batch);
    ask([this, batch = std::move(batch), done = std::move(done)] {
      std::vector<WriteResult> out(batch.size(), WriteResult::unknown);
      if (!full && !fails_before()) {
        stored.append(batch, [&](std::vector<WriteResult> is) { out = std::move(is); });
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (out[i] == WriteResult::ok && appended) appended(batch[i]);
        for (std::size_t i = 0; i < batch.size(); ++i)
          if (damaged.contains(batch[i].game)) out[i] = WriteResult::damaged;
      }
      if (loses()) out.assign(batch.size(), WriteResult::unknown);
      done(out);
    });
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    ++reads;
    last_from = from;
    ask([this, game, from, done = std::move(done)] {
      if (fails_before())
        return done(Error{"store.unavailable", 0, "The database is unavailable."});
      if (damaged.contains(game))
        return done(Error{store::damaged_code, 0, "The database is damaged."});
      stored.read(game, from, done);
    });
  }
  void archive(GameId game, Done<WriteResult> done) override {
    ask([this, game, done = std::move(done)] { stored.archive(game, done); });
  }
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override {
    stored.games(after, most, std::move(done));
  }
  void unfinished(Time before, std::optional<GameId> after, int most,
                  Done<Result<std::vector<GameId>>> done) override {
    stored.unfinished(before, after, most, std::move(done));
  }
  void due(Time by, int most, Done<Result<std::vector<store::Due>>> done) override {
    ask([this, by, most, done = std::move(done)] { stored.due(by, most, done); });
  }
  void tasks(int most, Done<Result<std::vector<store::Task>>> done) override {
    stored.tasks(most, std::move(done));
  }
  void complete_task(std::int64_t number, Done<WriteResult> done) override {
    stored.complete_task(number, std::move(done));
  }
  void probe(Done<WriteResult> done) override {
    ask([this, done = std::move(done)] {
      done(full || tight || fails_before() ? WriteResult::unknown : WriteResult::ok);
    });
  }

  // Handles the oldest request; none while it is away.
  bool one() {
    if (away || asked_.empty()) return false;
    const auto next = std::move(asked_.front());
    asked_.pop_front();
    next();
    return true;
  }
  // Completes pending requests, whose callers are gone.
  void drop_callers() {
    while (one()) {
    }
    asked_.clear();
  }

 private:
  void ask(std::function<void()> work) {
    asked_.push_back(std::move(work));
    if (faults_.late == 0 || rng_.below(faults_.late) != 0)
      while (one()) {
      }
  }
  bool fails_before() { return broken || (faults_.lost != 0 && rng_.below(2 * faults_.lost) == 0); }
  bool loses() { return faults_.lost != 0 && rng_.below(2 * faults_.lost) == 0; }

  Rng& rng_;
  StoreFaults faults_;
  std::deque<std::function<void()>> asked_;
};

class FakeSeedStore final : public store::SeedStore {
 public:
  std::map<GameId, Bytes32> stored;
  std::map<GameId, Time> aged;  // last touched, of seeds a day old
  std::set<GameId> touched;
  bool away = false;
  bool slow = false;  // stores when answer() is called
  int puts = 0;
  void put(GameId game, const Bytes32& seed, Done<WriteResult> done) override {
    ++puts;
    if (away) return done(WriteResult::unknown);
    auto work = [this, game, seed, done = std::move(done)] {
      done(stored.emplace(game, seed).second ? WriteResult::ok : WriteResult::conflict);
    };
    if (!slow) return work();
    late.push_back(std::move(work));
  }
  std::deque<std::function<void()>> late;
  void answer() {
    slow = false;
    for (const auto& each : std::exchange(late, {})) each();
  }
  void get(GameId game, Done<Result<std::optional<Bytes32>>> done) override {
    const auto found = stored.find(game);
    done(found == stored.end() ? std::optional<Bytes32>() : std::optional(found->second));
  }
  void touch(std::vector<GameId> games, Done<WriteResult> done) override {
    for (const GameId game : games) {
      touched.insert(game);
      aged.erase(game);
    }
    done(WriteResult::ok);
  }
  void idle(store::Due after, int most, Done<Result<std::vector<store::Due>>> done) override {
    std::vector<store::Due> out;
    for (const auto& [game, at] : aged)
      if (std::pair(at, game) > std::pair(after.at, after.game)) out.push_back({game, at});
    std::sort(out.begin(), out.end(), [](const store::Due& a, const store::Due& b) {
      return std::pair(a.at, a.game) < std::pair(b.at, b.game);
    });
    out.resize(std::min(out.size(), static_cast<std::size_t>(most)));
    done(std::move(out));
  }
  void drop(GameId game, Done<WriteResult> done) override {
    if (aged.erase(game) == 0) return done(WriteResult::conflict);
    stored.erase(game);
    done(WriteResult::ok);
  }
};

class FakePlayerStore final : public store::PlayerStore {
 public:
  explicit FakePlayerStore(store::MemoryStore& events) : events_(events) {}
  std::map<std::string, std::vector<store::SeatRef>> stored;
  bool away = false;
  void seat(GameId game, std::vector<std::string> digests, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    events_.seat(game, digests);
    for (std::size_t i = 0; i < digests.size(); ++i) {
      const store::SeatRef seated{game, static_cast<std::uint8_t>(i)};
      auto& theirs = stored[digests[i]];
      if (!digests[i].empty() && std::find(theirs.begin(), theirs.end(), seated) == theirs.end())
        theirs.push_back(seated);
    }
    done(WriteResult::ok);
  }
  void list_games_of(std::string digest, Done<Result<std::vector<store::SeatRef>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    auto out = stored[digest];
    for (const store::SeatRef& each : events_.seats_of(digest))  // rematches, too
      if (std::find(out.begin(), out.end(), each) == out.end()) out.push_back(each);
    done(std::move(out));
  }
  void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                     Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    const WriteResult out = events_.replace_setup(game, before, after, guest);
    if (out == WriteResult::ok)
      std::erase_if(stored[guest], [&](const store::SeatRef& each) { return each.game == game; });
    done(out);
  }
  void delete_guest(std::string digest, Done<WriteResult> done) override {
    stored.erase(digest);
    events_.delete_seats(digest);
    done(WriteResult::ok);
  }
  std::map<GameId, std::string> pending;
  int pending_writes = 0;
  std::function<void()> after_save;
  void save_pending(store::PendingTable row, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    ++pending_writes;
    if (row.update && !pending.contains(row.game)) return done(WriteResult::conflict);
    pending[row.game] = std::move(row.body);
    if (after_save) after_save();
    done(WriteResult::ok);
  }
  void list_pending(Done<Result<std::vector<store::PendingTable>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    std::vector<store::PendingTable> out;
    for (const auto& [game, body] : pending) out.push_back({game, body});
    done(std::move(out));
  }
  void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    const auto found = pending.find(game);
    done(found == pending.end() ? std::optional<std::string>() : std::optional(found->second));
  }
  void delete_pending(GameId game, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    pending.erase(game);
    done(WriteResult::ok);
  }
  std::map<std::pair<GameId, std::uint8_t>, std::map<std::string, Time>> reported;
  void report(store::SeatRef whom, std::string by, Time at, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    reported[{whom.game, whom.seat}].emplace(std::move(by), at);
    done(WriteResult::ok);
  }
  void reports(Done<Result<std::vector<store::Report>>> done) override {
    done(std::vector<store::Report>());
  }
  void resolve_report(store::SeatRef whom, Done<WriteResult> done) override {
    reported.erase({whom.game, whom.seat});
    done(WriteResult::ok);
  }
  std::vector<store::PendingAction> actions;
  void request_action(store::PendingAction what, Done<WriteResult> done) override {
    actions.push_back(what);
    done(WriteResult::ok);
  }
  void list_actions(Done<Result<std::vector<store::PendingAction>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    done(actions);
  }
  void acknowledge(store::PendingAction what, Done<WriteResult> done) override {
    std::erase(actions, what);
    done(WriteResult::ok);
  }

 private:
  store::MemoryStore& events_;
};

// That which fails like the others.
class FakeGuestStore final : public store::GuestStore {
 public:
  FakeGuestStore(const store::MemoryStore& events, store::MemoryClasses& classes)
      : stored(events, classes) {}
  store::MemoryGuests stored;
  bool away = false;
  int holders_read = 0, running_read = 0, passes_tried = 0;
  void list_holders(GameId game, Done<Result<std::vector<store::SeatHolder>>> done) override {
    ++holders_read;
    away ? done(unavailable()) : stored.list_holders(game, std::move(done));
  }
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<store::RunningGame>>> done) override {
    ++running_read;
    away ? done(unavailable()) : stored.list_running(std::move(guest), limit, std::move(done));
  }
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<store::GuestClass>>> done) override {
    away ? done(unavailable()) : stored.list_classes(std::move(guest), limit, std::move(done));
  }
  void list_places(store::ClassId id, Done<Result<std::vector<store::ClassPlace>>> done) override {
    away ? done(unavailable()) : stored.list_places(id, std::move(done));
  }
  void save_pass(store::Pass pass, Done<WriteResult> done) override {
    away ? done(WriteResult::unknown) : stored.save_pass(std::move(pass), std::move(done));
  }
  void use_pass(std::string digest, Time now,
                Done<Result<std::optional<std::string>>> done) override {
    ++passes_tried;
    away ? done(unavailable()) : stored.use_pass(std::move(digest), now, std::move(done));
  }
  void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) override {
    away ? done(unavailable()) : stored.find_pass(std::move(guest), now, std::move(done));
  }
  void delete_expired_passes(Time now, Done<WriteResult> done) override {
    away ? done(WriteResult::unknown) : stored.delete_expired_passes(now, std::move(done));
  }
  void forget_guest(std::string guest, Done<WriteResult> done) override {
    away ? done(WriteResult::unknown) : stored.forget_guest(std::move(guest), std::move(done));
  }

 private:
  static Error unavailable() { return {"store.unavailable", 0, "The database is unavailable."}; }
};

class FakeClassStore final : public store::ClassStore {
 public:
  store::MemoryClasses stored;
  bool away = false;     // nothing is written, results are unknown
  int lost_results = 0;  // so many of the next appends are written, and their results are unknown
  int forgets_fail = 0;
  bool conflicts = false;  // with nothing in the log
  int appends = 0;
  void create(store::ClassId id, store::ClassEvent opened, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    stored.create(id, std::move(opened), std::move(done));
  }
  void append(store::ClassId id, store::ClassEvent event, Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    ++appends;
    if (hold_appends)
      return held_appends.push_back([this, id, event, done] { stored.append(id, event, done); });
    if (conflicts) return done(WriteResult::conflict);
    if (lost_results == 0) return stored.append(id, std::move(event), std::move(done));
    --lost_results;
    stored.append(id, std::move(event), [](WriteResult) {});
    done(WriteResult::unknown);
  }
  std::set<store::ClassId> unreadable;
  bool slow = false;  // pages are read when answer() is called
  std::deque<std::function<void()>> late;
  void answer() {
    slow = false;
    for (const auto& each : std::exchange(late, {})) each();
  }
  bool hold_appends = false;  // until release_appends()
  std::vector<std::function<void()>> held_appends;
  void release_appends() {
    hold_appends = false;
    for (const auto& each : std::exchange(held_appends, {})) each();
  }
  // The next one waits until it is called.
  std::optional<std::function<void()>> held;
  bool hold_games = false;
  void add_games(store::ClassId id, std::vector<protocol::GameId> games,
                 Done<WriteResult> done) override {
    if (away) return done(WriteResult::unknown);
    const auto add = [this, id, games, done] { stored.add_games(id, games, done); };
    if (!std::exchange(hold_games, false)) return add();
    held = add;
  }
  void find(std::string code, Done<Result<std::optional<store::ClassId>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    stored.find(std::move(code), std::move(done));
  }
  void summarize(std::string code, Done<Result<std::optional<store::ClassSummary>>> done) override {
    if (away) return done(Error{"store.unavailable", 0, "The database is unavailable."});
    stored.summarize(std::move(code), std::move(done));
  }
  int rows_read = 0;
  struct Piece {
    std::size_t rows = 0, bytes = 0;
  };
  std::vector<Piece> pages;  // that were read, without those of a first row alone
  void read(store::ClassId id, store::LogRange range, Done<Result<store::LogPage>> done) override {
    if (away || unreadable.contains(id))
      return done(Error{"store.unavailable", 0, "The database is unavailable."});
    const auto counted = [this, range, done = std::move(done)](const auto& page) {
      Piece piece{page->events.size()};
      for (const store::ClassEvent& each : page->events) piece.bytes += each.body.size();
      rows_read += static_cast<int>(piece.rows);
      if (range.rows > 1) pages.push_back(piece);
      done(page);
    };
    if (slow && range.rows > 1)
      return late.push_back([this, id, range, counted] { stored.read(id, range, counted); });
    stored.read(id, range, counted);
  }
  void expired(Time before, int limit, Done<Result<std::vector<store::ClassId>>> done) override {
    stored.expired(before, limit, std::move(done));
  }
  std::function<void(store::ClassId, const std::vector<protocol::GameId>&)> on_forget;
  void forget(store::ClassId id, std::vector<protocol::GameId> games,
              Done<Result<store::Forgotten>> done) override {
    if (away || forgets_fail > 0) {
      --forgets_fail;
      return done(Error{"store.unavailable", 0, ""});
    }
    if (on_forget) on_forget(id, games);
    stored.forget(id, std::move(games), std::move(done));
  }
};

}  // namespace coset::node
