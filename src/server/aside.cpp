#include "server/aside.hpp"

#include <utility>

namespace coset::server {

namespace {

using store::Done;
using store::GameId;
using store::Outcome;

template <class Store>
class Aside : public Store {
 public:
  Aside(std::unique_ptr<Store> store, serve::Pool& thread)
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
  serve::Pool& thread_;
};

class Events final : public Aside<store::EventStore> {
 public:
  using Aside::Aside;
  void create(store::NewGame game, Done<Outcome> done) override {
    ask(&EventStore::create, std::move(done), std::move(game));
  }
  void append(std::vector<store::Event> batch, Done<std::vector<Outcome>> done) override {
    ask(&EventStore::append, std::move(done), std::move(batch));
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    ask(&EventStore::read, std::move(done), game, from);
  }
  void finish(GameId game, Done<Outcome> done) override {
    ask(&EventStore::finish, std::move(done), game);
  }
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override {
    ask(&EventStore::games, std::move(done), after, most);
  }
  void due(store::Time by, int most, Done<Result<std::vector<store::Due>>> done) override {
    ask(&EventStore::due, std::move(done), by, most);
  }
  void tasks(int most, Done<Result<std::vector<store::Task>>> done) override {
    ask(&EventStore::tasks, std::move(done), most);
  }
  void settled(std::int64_t number, Done<Outcome> done) override {
    ask(&EventStore::settled, std::move(done), number);
  }
  void probe(Done<Outcome> done) override { ask(&EventStore::probe, std::move(done)); }
};

class Seeds final : public Aside<store::SeedStore> {
 public:
  using Aside::Aside;
  void put(GameId game, const deal::Bytes32& seed, Done<Outcome> done) override {
    ask(&SeedStore::put, std::move(done), game, seed);
  }
  void get(GameId game, Done<Result<std::optional<deal::Bytes32>>> done) override {
    ask(&SeedStore::get, std::move(done), game);
  }
  void touch(std::vector<GameId> games, Done<Outcome> done) override {
    ask(&SeedStore::touch, std::move(done), std::move(games));
  }
  void idle(store::Due after, int most, Done<Result<std::vector<store::Due>>> done) override {
    ask(&SeedStore::idle, std::move(done), after, most);
  }
  void drop(GameId game, Done<Outcome> done) override {
    ask(&SeedStore::drop, std::move(done), game);
  }
};

class People final : public Aside<store::PeopleStore> {
 public:
  using Aside::Aside;
  void seat(GameId game, std::vector<std::string> who, Done<Outcome> done) override {
    ask(&PeopleStore::seat, std::move(done), game, std::move(who));
  }
  void games_of(std::string who, Done<Result<std::vector<store::Seated>>> done) override {
    ask(&PeopleStore::games_of, std::move(done), std::move(who));
  }
  void reword(GameId game, std::string before, std::string after, Done<Outcome> done) override {
    ask(&PeopleStore::reword, std::move(done), game, std::move(before), std::move(after));
  }
  void forget(std::string who, Done<Outcome> done) override {
    ask(&PeopleStore::forget, std::move(done), std::move(who));
  }
  void gather(store::Gathering gathering, Done<Outcome> done) override {
    ask(&PeopleStore::gather, std::move(done), std::move(gathering));
  }
  void gatherings(Done<Result<std::vector<store::Gathering>>> done) override {
    ask(&PeopleStore::gatherings, std::move(done));
  }
  void disperse(GameId game, Done<Outcome> done) override {
    ask(&PeopleStore::disperse, std::move(done), game);
  }
  void report(store::Seated whom, std::string by, store::Time at, Done<Outcome> done) override {
    ask(&PeopleStore::report, std::move(done), whom, std::move(by), at);
  }
  void reports(Done<Result<std::vector<store::Report>>> done) override {
    ask(&PeopleStore::reports, std::move(done));
  }
  void settle(store::Seated whom, Done<Outcome> done) override {
    ask(&PeopleStore::settle, std::move(done), whom);
  }
  void order(store::Ordered what, Done<Outcome> done) override {
    ask(&PeopleStore::order, std::move(done), what);
  }
  void orders(Done<Result<std::vector<store::Ordered>>> done) override {
    ask(&PeopleStore::orders, std::move(done));
  }
  void obeyed(store::Ordered what, Done<Outcome> done) override {
    ask(&PeopleStore::obeyed, std::move(done), what);
  }
};

}  // namespace

Stores aside(Stores stores, serve::Pool& thread) {
  Stores out;
  out.events = std::make_unique<Events>(std::move(stores.events), thread);
  out.seeds = std::make_unique<Seeds>(std::move(stores.seeds), thread);
  out.people = std::make_unique<People>(std::move(stores.people), thread);
  out.files = std::move(stores.files);
  return out;
}

}  // namespace coset::server
