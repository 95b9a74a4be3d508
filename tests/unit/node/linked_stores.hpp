// The stores of one node of a simulated cluster: the shared database, seen through links that are
// late, lose results and are cut. Claims have a link of their own, as in PostgresClaims.
#pragma once

#include "unit/node/simulated_database.hpp"
#include "unit/node/simulated_link.hpp"

namespace coset::node {

// Each call goes through a link.
class LinkedEvents final : public store::EventStore {
 public:
  LinkedEvents(SimulatedDatabase& database, SimulatedLink& link, std::string node)
      : database_(database), link_(link), node_(std::move(node)) {}

  void create(store::NewGame game, Done<WriteResult> done) override {
    ask_write(
        [this, game = std::move(game)](const Done<WriteResult>& answer) {
          database_.events.create(game, [&](WriteResult is) {
            if (is == WriteResult::ok) database_.on_create(game);
            answer(is);
          });
        },
        std::move(done));
  }
  void append(std::vector<store::Event> batch, Done<std::vector<WriteResult>> done) override {
    store::check_batch(batch);
    const std::vector<WriteResult> failed(batch.size(), WriteResult::unknown);
    link_.ask<std::vector<WriteResult>>(
        [this, batch = std::move(batch)](const auto& answer) {
          database_.events.append(batch, [&](const std::vector<WriteResult>& is) {
            for (std::size_t i = 0; i < batch.size(); ++i)
              if (is[i] == WriteResult::ok) database_.on_row(node_, batch[i], link_.late_orphan);
            answer(is);
          });
        },
        failed, std::move(done));
  }
  void read(GameId game, store::Ply from, Done<Result<std::optional<store::Log>>> done) override {
    link_.ask<Result<std::optional<store::Log>>>(
        [this, game, from](const auto& answer) {
          if (from != ~store::Ply{0}) database_.on_read(node_, game);
          database_.events.read(game, from, answer);
        },
        unavailable(), std::move(done));
  }
  void archive(GameId game, Done<WriteResult> done) override {
    ask_write([this, game](const auto& answer) { database_.events.archive(game, answer); },
              std::move(done));
  }
  void games(std::optional<GameId> after, int most,
             Done<Result<std::vector<GameId>>> done) override {
    link_.ask<Result<std::vector<GameId>>>(
        [this, after, most](const auto& answer) { database_.events.games(after, most, answer); },
        unavailable(), std::move(done));
  }
  void unfinished(Time before, std::optional<GameId> after, int most,
                  Done<Result<std::vector<GameId>>> done) override {
    link_.ask<Result<std::vector<GameId>>>(
        [this, before, after, most](const auto& answer) {
          database_.events.unfinished(before, after, most, answer);
        },
        unavailable(), std::move(done));
  }
  void due(Time by, int most, Done<Result<std::vector<store::Due>>> done) override {
    link_.ask<Result<std::vector<store::Due>>>(
        [this, by, most](const auto& answer) { database_.events.due(by, most, answer); },
        unavailable(), std::move(done));
  }
  void tasks(int most, Done<Result<std::vector<store::Task>>> done) override {
    link_.ask<Result<std::vector<store::Task>>>(
        [this, most](const auto& answer) { database_.events.tasks(most, answer); }, unavailable(),
        std::move(done));
  }
  void complete_task(std::int64_t number, Done<WriteResult> done) override {
    ask_write(
        [this, number](const auto& answer) { database_.events.complete_task(number, answer); },
        std::move(done));
  }
  void probe(Done<WriteResult> done) override {
    ask_write([](const auto& answer) { answer(WriteResult::ok); }, std::move(done));
  }
  static Error unavailable() {
    return Error{"store.unavailable", 0, "The database is unavailable."};
  }

 private:
  void ask_write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }
  SimulatedDatabase& database_;
  SimulatedLink& link_;
  std::string node_;
};

class LinkedSeeds final : public store::SeedStore {
 public:
  LinkedSeeds(SimulatedDatabase& database, SimulatedLink& link)
      : database_(database), link_(link) {}

  void put(GameId game, const Bytes32& seed, Done<WriteResult> done) override {
    ask_write([this, game, seed](const auto& answer) { database_.seeds.put(game, seed, answer); },
              std::move(done));
  }
  void get(GameId game, Done<Result<std::optional<Bytes32>>> done) override {
    link_.ask<Result<std::optional<Bytes32>>>(
        [this, game](const auto& answer) { database_.seeds.get(game, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void touch(std::vector<GameId> games, Done<WriteResult> done) override {
    ask_write([this, games = std::move(games)](
                  const auto& answer) { database_.seeds.touch(games, answer); },
              std::move(done));
  }
  void idle(store::Due after, int most, Done<Result<std::vector<store::Due>>> done) override {
    link_.ask<Result<std::vector<store::Due>>>(
        [this, after, most](const auto& answer) { database_.seeds.idle(after, most, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void drop(GameId game, Done<WriteResult> done) override {
    ask_write([this, game](const auto& answer) { database_.seeds.drop(game, answer); },
              std::move(done));
  }

 private:
  void ask_write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }
  SimulatedDatabase& database_;
  SimulatedLink& link_;
};

// Of one process. Requests that are executed after its end share its state.
class LinkedClaims final : public store::ClaimStore {
 public:
  LinkedClaims(SimulatedDatabase& database, SimulatedLink& link, const std::string& node)
      : link_(link), state_(std::make_shared<State>(database, node)) {}

  const std::string& node() const override { return state_->claims.node(); }
  // After an Error the node does not hold the claim, whatever the database did.
  void acquire(GameId key, store::Takeover takeover, Done<Result<store::Claim>> done) override {
    link_.ask<Result<store::Claim>>(
        [state = state_, key, takeover](const auto& answer) {
          state->claims.acquire(key, takeover, [&](const Result<store::Claim>& is) {
            state->database.on_acquired(state->claims.node(), key, takeover, *is);
            std::erase_if(state->lost,
                          [&](const store::LostClaim& each) { return each.key == key; });
            answer(is);
          });
        },
        LinkedEvents::unavailable(),
        [state = state_, key, done = std::move(done)](const Result<store::Claim>& is) {
          if (is) {
            state->disowned.erase(key);
          } else {
            state->disowned.insert(key);
          }
          done(is);
        });
  }
  // What was lost is returned until the answer arrives.
  void renew(Done<Result<std::vector<store::LostClaim>>> done) override {
    using Lost = std::vector<store::LostClaim>;
    link_.ask<Result<Lost>>(
        [state = state_](const auto& answer) {
          state->claims.renew([&](const Result<Lost>& is) {
            state->database.on_renewed(state->claims.node(), !std::exchange(state->joined, true),
                                       state->draining);
            state->lost.insert(state->lost.end(), is->begin(), is->end());
            answer(state->lost);
          });
        },
        LinkedEvents::unavailable(),
        [state = state_, done = std::move(done)](const Result<Lost>& is) {
          if (!is) return done(is);
          Lost out = *is;
          std::erase_if(out, [&](const auto& each) { return state->disowned.contains(each.key); });
          state->lost.clear();
          done(std::move(out));
        });
  }
  void release(GameId key, Done<WriteResult> done) override {
    ask_write(
        [state = state_, key](const auto& answer) {
          state->claims.release(key, [&](WriteResult is) {
            if (is == WriteResult::ok) state->database.on_released(state->claims.node(), key);
            answer(is);
          });
        },
        std::move(done));
  }
  void drain(Done<WriteResult> done) override {
    ask_write(
        [state = state_](const auto& answer) {
          state->draining = true;
          state->database.on_draining(state->claims.node());
          state->claims.drain(answer);
        },
        std::move(done));
  }
  void count_crash(GameId key, Done<Result<int>> done) override {
    link_.ask<Result<int>>(
        [state = state_, key](const auto& answer) { state->claims.count_crash(key, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void live_nodes(Done<Result<std::vector<std::string>>> done) override {
    link_.ask<Result<std::vector<std::string>>>(
        [state = state_](const auto& answer) { state->claims.live_nodes(answer); },
        LinkedEvents::unavailable(), std::move(done));
  }

 private:
  struct State {
    State(SimulatedDatabase& shared, const std::string& node)
        : database(shared), claims(shared.claims, node) {}
    SimulatedDatabase& database;
    store::MemoryClaims claims;
    bool joined = false;
    bool draining = false;
    std::vector<store::LostClaim> lost;
    std::set<GameId> disowned;
  };
  void ask_write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }

  SimulatedLink& link_;
  std::shared_ptr<State> state_;
};

class LinkedPlayers final : public store::PlayerStore {
 public:
  LinkedPlayers(SimulatedDatabase& database, SimulatedLink& link, std::string node)
      : database_(database), link_(link), node_(std::move(node)) {}

  void seat(GameId game, std::vector<std::string> guests, Done<WriteResult> done) override {
    write([this, game, guests = std::move(guests)](
              const auto& answer) { database_.players.seat(game, guests, answer); },
          std::move(done));
  }
  void list_games_of(std::string guest, Done<Result<std::vector<store::SeatRef>>> done) override {
    link_.ask<Result<std::vector<store::SeatRef>>>(
        [this, guest](const auto& answer) { database_.players.list_games_of(guest, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void replace_setup(GameId game, std::string before, std::string after, std::string guest,
                     Done<WriteResult> done) override {
    write(
        [this, game, before, after, guest](const auto& answer) {
          database_.players.replace_setup(game, before, after, guest, answer);
        },
        std::move(done));
  }
  void delete_guest(std::string guest, Done<WriteResult> done) override {
    write([this, guest](const auto& answer) { database_.players.delete_guest(guest, answer); },
          std::move(done));
  }
  void save_pending(store::PendingTable table, Done<WriteResult> done) override {
    write(
        [this, table](const auto& answer) {
          database_.on_pending_saved(table.game);
          database_.players.save_pending(table, answer);
        },
        std::move(done));
  }
  void list_pending(Done<Result<std::vector<store::PendingTable>>> done) override {
    link_.ask<Result<std::vector<store::PendingTable>>>(
        [this](const auto& answer) { database_.players.list_pending(answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void find_pending(GameId game, Done<Result<std::optional<std::string>>> done) override {
    link_.ask<Result<std::optional<std::string>>>(
        [this, game](const auto& answer) { database_.players.find_pending(game, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void delete_pending(GameId game, Done<WriteResult> done) override {
    write(
        [this, game](const auto& answer) {
          if (database_.players.pending.contains(game)) database_.on_pending_deleted(node_, game);
          database_.players.delete_pending(game, answer);
        },
        std::move(done));
  }
  void report(store::SeatRef seat, std::string reporter, Time at, Done<WriteResult> done) override {
    write([this, seat, reporter,
           at](const auto& answer) { database_.players.report(seat, reporter, at, answer); },
          std::move(done));
  }
  void reports(Done<Result<std::vector<store::Report>>> done) override {
    database_.players.reports(std::move(done));
  }
  void resolve_report(store::SeatRef seat, Done<WriteResult> done) override {
    write([this, seat](const auto& answer) { database_.players.resolve_report(seat, answer); },
          std::move(done));
  }
  void request_action(store::PendingAction action, Done<WriteResult> done) override {
    write([this, action](const auto& answer) { database_.players.request_action(action, answer); },
          std::move(done));
  }
  void list_actions(Done<Result<std::vector<store::PendingAction>>> done) override {
    link_.ask<Result<std::vector<store::PendingAction>>>(
        [this](const auto& answer) { database_.players.list_actions(answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void acknowledge(store::PendingAction action, Done<WriteResult> done) override {
    write(
        [this, action](const auto& answer) {
          database_.on_acknowledged(node_, action);
          database_.players.acknowledge(action, answer);
        },
        std::move(done));
  }

 private:
  void write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }
  SimulatedDatabase& database_;
  SimulatedLink& link_;
  std::string node_;
};

class LinkedGuests final : public store::GuestStore {
 public:
  LinkedGuests(SimulatedDatabase& database, SimulatedLink& link)
      : database_(database), link_(link) {}

  void list_holders(GameId game, Done<Result<std::vector<store::SeatHolder>>> done) override {
    read<std::vector<store::SeatHolder>>(
        [this, game](const auto& answer) { database_.guests.list_holders(game, answer); },
        std::move(done));
  }
  void list_running(std::string guest, int limit,
                    Done<Result<std::vector<store::RunningGame>>> done) override {
    read<std::vector<store::RunningGame>>(
        [this, guest, limit](const auto& answer) {
          database_.guests.list_running(guest, limit, answer);
        },
        std::move(done));
  }
  void list_classes(std::string guest, int limit,
                    Done<Result<std::vector<store::GuestClass>>> done) override {
    read<std::vector<store::GuestClass>>(
        [this, guest, limit](const auto& answer) {
          database_.guests.list_classes(guest, limit, answer);
        },
        std::move(done));
  }
  void list_places(store::ClassId id, Done<Result<std::vector<store::ClassPlace>>> done) override {
    read<std::vector<store::ClassPlace>>(
        [this, id](const auto& answer) { database_.guests.list_places(id, answer); },
        std::move(done));
  }
  void save_pass(store::Pass pass, Done<WriteResult> done) override {
    write([this, pass](const auto& answer) { database_.guests.save_pass(pass, answer); },
          std::move(done));
  }
  void use_pass(std::string digest, Time now,
                Done<Result<std::optional<std::string>>> done) override {
    read<std::optional<std::string>>(
        [this, digest, now](const auto& answer) { database_.guests.use_pass(digest, now, answer); },
        std::move(done));
  }
  void find_pass(std::string guest, Time now, Done<Result<std::optional<Time>>> done) override {
    read<std::optional<Time>>(
        [this, guest, now](const auto& answer) { database_.guests.find_pass(guest, now, answer); },
        std::move(done));
  }
  void delete_expired_passes(Time now, Done<WriteResult> done) override {
    write([this, now](const auto& answer) { database_.guests.delete_expired_passes(now, answer); },
          std::move(done));
  }
  void forget_guest(std::string guest, Done<WriteResult> done) override {
    write([this, guest](const auto& answer) { database_.guests.forget_guest(guest, answer); },
          std::move(done));
  }

 private:
  template <class T, class Call>
  void read(Call call, Done<Result<T>> done) {
    link_.ask<Result<T>>(std::move(call), LinkedEvents::unavailable(), std::move(done));
  }
  void write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }
  SimulatedDatabase& database_;
  SimulatedLink& link_;
};

class LinkedClasses final : public store::ClassStore {
 public:
  LinkedClasses(SimulatedDatabase& database, SimulatedLink& link)
      : database_(database), link_(link) {}

  void create(store::ClassId id, store::ClassEvent opened, Done<WriteResult> done) override {
    write([this, id, opened](const auto& answer) { database_.classes.create(id, opened, answer); },
          std::move(done));
  }
  void append(store::ClassId id, store::ClassEvent event, Done<WriteResult> done) override {
    write([this, id, event](const auto& answer) { database_.classes.append(id, event, answer); },
          std::move(done));
  }
  void add_games(store::ClassId id, std::vector<protocol::GameId> games,
                 Done<WriteResult> done) override {
    write([this, id, games](const auto& answer) { database_.classes.add_games(id, games, answer); },
          std::move(done));
  }
  void find(std::string code, Done<Result<std::optional<store::ClassId>>> done) override {
    link_.ask<Result<std::optional<store::ClassId>>>(
        [this, code](const auto& answer) { database_.classes.find(code, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void summarize(std::string code, Done<Result<std::optional<store::ClassSummary>>> done) override {
    link_.ask<Result<std::optional<store::ClassSummary>>>(
        [this, code](const auto& answer) { database_.classes.summarize(code, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void read(store::ClassId id, store::LogRange range, Done<Result<store::LogPage>> done) override {
    link_.ask<Result<store::LogPage>>(
        [this, id, range](const auto& answer) { database_.classes.read(id, range, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }
  void expired(Time before, int limit, Done<Result<std::vector<store::ClassId>>> done) override {
    database_.classes.expired(before, limit, std::move(done));
  }
  void forget(store::ClassId id, std::vector<protocol::GameId> games,
              Done<Result<store::Forgotten>> done) override {
    link_.ask<Result<store::Forgotten>>(
        [this, id, games](const auto& answer) { database_.classes.forget(id, games, answer); },
        LinkedEvents::unavailable(), std::move(done));
  }

 private:
  void write(std::function<void(Done<WriteResult>)> call, Done<WriteResult> done) {
    link_.ask<WriteResult>(std::move(call), WriteResult::unknown, std::move(done));
  }
  SimulatedDatabase& database_;
  SimulatedLink& link_;
};

}  // namespace coset::node
