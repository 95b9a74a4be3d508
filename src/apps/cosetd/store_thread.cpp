#include "apps/cosetd/store_thread.hpp"

#include <utility>

namespace coset::cosetd {

namespace {

using store::Done;
using store::GameId;
using store::WriteResult;

template <class Store>
class ThreadedStore : public Store {
 public:
  ThreadedStore(std::unique_ptr<Store> store, node::WorkerPool& thread)
      : store_(std::move(store)), thread_(thread) {}

 protected:
  // REQUIRES: the store answers before it returns
  template <class Answer, class... Parameters, class... Values>
  void ask(void (Store::*what)(Parameters...), Done<Answer> done, Values... values) {
    const auto answer = std::make_shared<std::optional<Answer>>();
    thread_.run(
        [store = store_.get(), what, answer, ... values = std::move(values)]() mutable {
          (store->*what)(std::move(values)..., [answer](Answer is) { *answer = std::move(is); });
        },
        [answer, done = std::move(done)] { done(**std::move(answer)); });
  }

 private:
  std::unique_ptr<Store> store_;
  node::WorkerPool& thread_;
};

class Events final : public ThreadedStore<store::EventStore> {
 public:
  using ThreadedStore::ThreadedStore;
  void create(store::NewGame game, Done<WriteResult> done) override {
    ask(&EventStore::create, std::move(done), std::move(game));
  }
  void append(std::vector<store::Event> batch, Done<std::vector<WriteResult>> done) override {
    ask(&EventStore::append, std::move(done), std::move(batch));
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    ask(&EventStore::read, std::move(done), game, from);
  }
  void archive(GameId game, Done<WriteResult> done) override {
    ask(&EventStore::archive, std::move(done), game);
  }
  void games(std::optional<GameId> after, int limit,
             Done<Result<std::vector<GameId>>> done) override {
    ask(&EventStore::games, std::move(done), after, limit);
  }
  void unfinished(store::Time before, std::optional<GameId> after, int limit,
                  Done<Result<std::vector<GameId>>> done) override {
    ask(&EventStore::unfinished, std::move(done), before, after, limit);
  }
  void due(store::Time by, int limit, Done<Result<std::vector<store::Due>>> done) override {
    ask(&EventStore::due, std::move(done), by, limit);
  }
  void tasks(int limit, Done<Result<std::vector<store::Task>>> done) override {
    ask(&EventStore::tasks, std::move(done), limit);
  }
  void complete_task(std::int64_t number, Done<WriteResult> done) override {
    ask(&EventStore::complete_task, std::move(done), number);
  }
  void probe(Done<WriteResult> done) override { ask(&EventStore::probe, std::move(done)); }
};

class Seeds final : public ThreadedStore<store::SeedStore> {
 public:
  using ThreadedStore::ThreadedStore;
  void put(GameId game, const fair_deal::Bytes32& seed, Done<WriteResult> done) override {
    ask(&SeedStore::put, std::move(done), game, seed);
  }
  void get(GameId game, Done<Result<std::optional<fair_deal::Bytes32>>> done) override {
    ask(&SeedStore::get, std::move(done), game);
  }
  void touch(std::vector<GameId> games, Done<WriteResult> done) override {
    ask(&SeedStore::touch, std::move(done), std::move(games));
  }
  void idle(store::Due after, int limit, Done<Result<std::vector<store::Due>>> done) override {
    ask(&SeedStore::idle, std::move(done), after, limit);
  }
  void drop(GameId game, Done<WriteResult> done) override {
    ask(&SeedStore::drop, std::move(done), game);
  }
};

class Players final : public ThreadedStore<store::PlayerStore> {
 public:
  using ThreadedStore::ThreadedStore;
  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) override {
    ask(&PlayerStore::seat, std::move(done), game, std::move(guests));
  }
  void list_games_of(std::string guest, Done<Result<std::vector<store::SeatRef>>> done) override {
    ask(&PlayerStore::list_games_of, std::move(done), std::move(guest));
  }
  void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                     Done<WriteResult> done) override {
    ask(&PlayerStore::replace_setup, std::move(done), game, std::move(before), std::move(after),
        std::move(guest));
  }
  void delete_guest(std::string guest, Done<WriteResult> done) override {
    ask(&PlayerStore::delete_guest, std::move(done), std::move(guest));
  }
  void save_pending(store::PendingTable table, Done<WriteResult> done) override {
    ask(&PlayerStore::save_pending, std::move(done), std::move(table));
  }
  void list_pending(Done<Result<std::vector<store::PendingTable>>> done) override {
    ask(&PlayerStore::list_pending, std::move(done));
  }
  void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) override {
    ask(&PlayerStore::find_pending, std::move(done), game);
  }
  void delete_pending(GameId game, Done<WriteResult> done) override {
    ask(&PlayerStore::delete_pending, std::move(done), game);
  }
  void report(store::SeatRef seat, std::string reporter, store::Time at,
              Done<WriteResult> done) override {
    ask(&PlayerStore::report, std::move(done), seat, std::move(reporter), at);
  }
  void reports(Done<Result<std::vector<store::Report>>> done) override {
    ask(&PlayerStore::reports, std::move(done));
  }
  void resolve_report(store::SeatRef seat, Done<WriteResult> done) override {
    ask(&PlayerStore::resolve_report, std::move(done), seat);
  }
  void request_action(store::PendingAction action, Done<WriteResult> done) override {
    ask(&PlayerStore::request_action, std::move(done), action);
  }
  void list_actions(Done<Result<std::vector<store::PendingAction>>> done) override {
    ask(&PlayerStore::list_actions, std::move(done));
  }
  void acknowledge(store::PendingAction action, Done<WriteResult> done) override {
    ask(&PlayerStore::acknowledge, std::move(done), action);
  }
};

class Classes final : public ThreadedStore<store::ClassStore> {
 public:
  using ThreadedStore::ThreadedStore;
  void create(store::ClassId id, store::ClassEvent opened, Done<WriteResult> done) override {
    ask(&ClassStore::create, std::move(done), id, std::move(opened));
  }
  void append(store::ClassId id, store::ClassEvent event, Done<WriteResult> done) override {
    ask(&ClassStore::append, std::move(done), id, std::move(event));
  }
  void add_games(store::ClassId id, std::vector<store::GameId> games,
                 Done<WriteResult> done) override {
    ask(&ClassStore::add_games, std::move(done), id, std::move(games));
  }
  void find(std::string code, Done<Result<std::optional<store::ClassId>>> done) override {
    ask(&ClassStore::find, std::move(done), std::move(code));
  }
  void summarize(std::string code, Done<Result<std::optional<store::ClassSummary>>> done) override {
    ask(&ClassStore::summarize, std::move(done), std::move(code));
  }
  void read(store::ClassId id, store::LogRange range, Done<Result<store::LogPage>> done) override {
    ask(&ClassStore::read, std::move(done), id, range);
  }
  void expired(store::Time before, int limit,
               Done<Result<std::vector<store::ClassId>>> done) override {
    ask(&ClassStore::expired, std::move(done), before, limit);
  }
  void forget(store::ClassId id, std::vector<store::GameId> games,
              Done<Result<store::Forgotten>> done) override {
    ask(&ClassStore::forget, std::move(done), id, std::move(games));
  }
};

class GuestRows final : public ThreadedStore<store::GuestStore> {
 public:
  using ThreadedStore::ThreadedStore;
  void list_holders(GameId game, Done<Result<std::vector<store::SeatHolder>>> done) override {
    ask(&GuestStore::list_holders, std::move(done), game);
  }
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<store::RunningGame>>> done) override {
    ask(&GuestStore::list_running, std::move(done), std::move(guest), limit);
  }
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<store::GuestClass>>> done) override {
    ask(&GuestStore::list_classes, std::move(done), std::move(guest), limit);
  }
  void list_places(store::ClassId id, Done<Result<std::vector<store::ClassPlace>>> done) override {
    ask(&GuestStore::list_places, std::move(done), id);
  }
  void save_pass(store::Pass pass, Done<WriteResult> done) override {
    ask(&GuestStore::save_pass, std::move(done), std::move(pass));
  }
  void use_pass(std::string digest, store::Time now,
                Done<Result<std::optional<std::string>>> done) override {
    ask(&GuestStore::use_pass, std::move(done), std::move(digest), now);
  }
  void find_pass(std::string guest, store::Time now,
                 Done<Result<std::optional<store::Time>>> done) override {
    ask(&GuestStore::find_pass, std::move(done), std::move(guest), now);
  }
  void delete_expired_passes(store::Time now, Done<WriteResult> done) override {
    ask(&GuestStore::delete_expired_passes, std::move(done), now);
  }
  void forget_guest(std::string guest, Done<WriteResult> done) override {
    ask(&GuestStore::forget_guest, std::move(done), std::move(guest));
  }
};

}  // namespace

Stores run_on_thread(Stores stores, node::WorkerPool& thread) {
  Stores out;
  out.events = std::make_unique<Events>(std::move(stores.events), thread);
  out.seeds = std::make_unique<Seeds>(std::move(stores.seeds), thread);
  out.players = std::make_unique<Players>(std::move(stores.players), thread);
  out.classes = std::make_unique<Classes>(std::move(stores.classes), thread);
  out.guests = std::make_unique<GuestRows>(std::move(stores.guests), thread);
  out.claims = std::move(stores.claims);
  out.files = std::move(stores.files);
  return out;
}

}  // namespace coset::cosetd
