#include "serve/node.hpp"

#include <set>
#include <unordered_map>

#include "hub/table/messages.hpp"
#include "serve/api.hpp"
#include "serve/care.hpp"
#include "serve/gate.hpp"
#include "serve/lobby.hpp"
#include "serve/mine.hpp"
#include "serve/names.hpp"
#include "serve/paths.hpp"
#include "serve/places.hpp"
#include "serve/plain.hpp"
#include "serve/seed_sweep.hpp"
#include "serve/store_watch.hpp"
#include "serve/table_host.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

namespace {

constexpr std::string_view lobby_path = "/ws";
constexpr std::string_view table_path = "/ws/t/";
constexpr int most_due = 200;
constexpr int work_of_data = 10;  // as so many requests

}  // namespace

class Node::Inside {
 public:
  Inside(const Config& config, const Ports& ports)
      : around_(config, ports),
        gate_(around_),
        journal_(around_),
        watch_(around_, journal_),
        lobby_(around_),
        mine_(around_, {[this](GameId game, const std::string& name) { return find(game, name); },
                        [this](GameId game) { let_go(game); }}),
        care_(around_, {[this](GameId game, const std::string& name) { return find(game, name); },
                        [this](GameId game) { let_go(game); },
                        [this](GameId game) { close_for_good(game); }}),
        seeds_(around_),
        sweep_at_(around_.now()) {}

  void opened(Socket socket, const Visitor& visitor, std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    if (drain_by_) return close(socket, Close::going_away, "This server is about to stop.");
    if (path == lobby_path)
      return void(places_[socket] = {visitor, std::nullopt, {}, gate_.client_of(visitor)});
    const std::string_view name =
        path.starts_with(table_path) ? path.substr(table_path.size()) : std::string_view();
    if (!a_name(name)) return close(socket, Close::policy, "There is no such place.");
    const GameId game = game_of(around_.ports().digests.blake2b, name);
    if (is_closed(game))
      return close(
          socket, Close::policy,
          ordered_.contains(game)
              ? "This table was closed by whoever runs the server."
              : "This table is closed: something is wrong with it, and we have been told.");
    const auto client = gate_.client_of(visitor);
    const auto paid = gate_.pay_lookup(client, host_of(game));
    if (paid && paid->wait > 0) {
      gate_.refuse(socket, Use::lookup, *paid);
      return close(socket, Close::overloaded, "You look for too many tables that do not exist.");
    }
    if (!gate_.look_for(find(game, name), client, paid))
      return close(socket, Close::overloaded, "There are too many tables here now.");
    places_[socket] = {visitor, game, std::string(name), client};
  }

  void received(Socket socket, std::string_view frame) {
    const auto found = places_.find(socket);
    if (found == places_.end()) return;
    ++around_.counters().frames_in;
    Place& place = found->second;
    TableHost* host = place.table ? find(*place.table, place.name) : nullptr;
    const Time now = around_.now();
    const bool seated = host != nullptr && host->seated(socket);
    if (seated) Budgets::vouch(*place.client.guest, now);
    const Use use = !place.table ? Use::lobby : seated ? Use::play : Use::watch;
    const auto verdict = around_.budgets().take(place.client, use, now);
    if (verdict.wait > 0) {
      if (!verdict.own) around_.budgets().charge_own(place.client, use, now);
      if (!proves_itself(host, frame, verdict)) return refuse(socket, use, verdict);
    }
    if (!place.table) return lobby_.hear(socket, place.visitor, frame);
    if (host == nullptr) return;
    if (auto plain = read_plain(frame)) {
      if (gate_.pays(socket, place.client, *host, *plain)) host->hear(socket, *std::move(plain));
      return;
    }
    auto message = wire::decode_client(frame);
    if (message && !gate_.pays(socket, place.client, *host, *message)) return;
    if (message) return host->hear(socket, *std::move(message));
    const hub::Table* table = host->table();
    wire::No no = hub::no_for(wire::Reason::bad, table ? table->ledger().head() : 0, {});
    no.text = message.error().sentence;
    around_.send(socket, wire::encode(wire::FromTable(no)));
  }

  void closed(Socket socket) {
    const auto found = places_.find(socket);
    if (found == places_.end()) return;
    const Place place = std::move(places_.extract(found).mapped());
    if (!place.table) return lobby_.left(socket);
    if (TableHost* host = host_of(*place.table)) host->left(socket);
  }

  void call(const Request& request, std::function<void(Response)> done) {
    const std::string_view path =
        std::string_view(request.target).substr(0, request.target.find('?'));
    constexpr std::string_view tables = "/api/tables";
    if (request.visitor && path == "/api/me") return forget(request, done);
    if (const auto report = report_in(path); report && request.visitor) {
      if (request.method != "POST") return done(not_allowed("POST"));
      if (request.visitor->is_new)
        return done(refused(403, {"report.cookie", "Only who has visited before may report.", 0}));
      if (const auto no = gate_.refusal_of(gate_.client_of(*request.visitor), Use::report))
        return done(*no);
      return care_.report(*request.visitor, report->first, report->second, done);
    }
    const bool mine = request.visitor && path == "/api/me/data";
    const bool one = path.starts_with("/api/tables/") && a_name(path.substr(tables.size() + 1));
    if (!mine && !one && path != tables) return done(problem(404, "There is no such thing."));
    if (request.method != "GET") return done(not_allowed("GET, HEAD"));
    if (mine) {
      const auto from = from_in(request.target);
      if (!from) return done(problem(400, "'from' is a number."));
      // Admission has charged for one request; all games of somebody are many.
      const auto client = gate_.caller_of(request.visitor);
      if (const auto no = gate_.refusal_of(client, Use::request, work_of_data)) return done(*no);
      return mine_.tell(*request.visitor, *from, std::move(done));
    }
    if (path == tables) return done(list_answer(lobby_.open_tables(), playing()));
    const std::string_view name = path.substr(tables.size() + 1);
    const GameId game = game_of(around_.ports().digests.blake2b, name);
    const auto client = gate_.caller_of(request.visitor);
    const auto paid = gate_.pay_lookup(client, host_of(game));
    if (paid && paid->wait > 0) return done(gate_.refused_by(Use::lookup, *paid));
    TableHost* host = is_closed(game) ? nullptr : find(game, name);
    if (!gate_.look_for(host, client, paid))
      return done(problem(503, "This table cannot be looked at now."));
    host->when_known([this, game, done = std::move(done)] {
      const TableHost* known = host_of(game);
      if (known != nullptr && known->unknown())
        return done(problem(503, "The store cannot say now. Please ask again."));
      if (known == nullptr || known->table() == nullptr)
        return done(problem(known != nullptr && known->damaged() ? 503 : 404,
                            known == nullptr ? "There is no such table." : known->failed()));
      done(table_answer(known->table()->ledger(), known->shown_seed()));
    });
  }

  Admission admit(const Visitor& visitor, Asking asking) { return gate_.admit(visitor, asking); }

  void tick() {
    const Time now = around_.now();
    settle();
    watch_.look(now);
    while (!wakes_.empty() && wakes_.begin()->first <= now) {
      const GameId game = wakes_.begin()->second;
      wakes_.erase(wakes_.begin());
      Hosted& hosted = hosts_.at(game);
      hosted.wake.reset();
      hosted.host->wake();
      around_.touch(game);
    }
    lobby_.set_playing(playing());
    lobby_.wake();
    if (now >= sweep_at_) sweep(now);
    if (now >= seeds_.next()) sweep_seeds();
    if (drain_by_ && now >= *drain_by_) {
      auto places = std::exchange(places_, {});
      for (const auto& [socket, place] : places)
        close(socket, Close::going_away, "This server stops now.");
    }
    settle();
  }

  Time next_tick() const {
    if (!around_.quiet()) return around_.now();
    Time out = std::min({lobby_.next_wake(), sweep_at_, seeds_.next()});
    if (!wakes_.empty()) out = std::min(out, wakes_.begin()->first);
    if (drain_by_ && !places_.empty()) out = std::min(out, *drain_by_);
    if (const auto at = watch_.next()) out = std::min(out, *at);
    return out;
  }

  void was_late(Time from, Time to) {
    for (const auto& [game, hosted] : hosts_) {
      hosted.host->excuse(from, to);
      around_.touch(game);
    }
  }

  void lose_store(Time since) { around_.lose_store(since); }

  void drain(Time by) {
    drain_by_ = by;
    lobby_.drain();
    around_.queue().release();
    const Time span = std::max<Time>(0, by - around_.now());
    Time place = 0;
    for (const auto& [socket, at] : places_) {
      const auto after = static_cast<Millis>(span * ++place / static_cast<Time>(places_.size()));
      around_.send(socket, wire::encode(wire::FromTable(wire::Drain{after})));
    }
  }

  bool idle() const {
    if (!around_.quiet() || !around_.queue().idle() || !journal_.idle() || !lobby_.idle())
      return false;
    return std::none_of(hosts_.begin(), hosts_.end(),
                        [](const auto& each) { return each.second.host->on_its_way(); });
  }

  std::vector<std::string> take_broken_promises() {
    return std::exchange(around_.broken_promises(), {});
  }

  Counters counters() {
    Counters out = around_.counters();
    out.sockets = places_.size();
    out.tables = hosts_.size();
    out.gatherings = lobby_.gatherings();
    out.store_away = around_.outages().now();
    return out;
  }

  // Does what has come back, until there is nothing. Rows go out before anything is made of the
  // answers to the last.
  void settle() {
    for (;;) {
      journal_.send();
      // Before anybody is judged by what the store says after it.
      for (const auto& [from, to] : around_.ended_outages()) was_late(from, to);
      const std::function<void()> work = around_.take();
      if (work) {
        work();
        continue;
      }
      const std::vector<GameId>& touched = around_.touched();
      if (touched.empty()) return;
      for (const GameId game : touched) look_at(game);
    }
  }

 private:
  struct Hosted {
    std::unique_ptr<TableHost> host;
    std::optional<Time> wake;  // its place in wakes_
  };

  void close(Socket socket, Close code, std::string_view why) {
    around_.ports().sockets.close(socket, code, why);
  }
  // Though strangers have used up what their address has, who brings an invitation or the token of
  // a seat is heard: within a budget of their own.
  bool proves_itself(const TableHost* host, std::string_view frame,
                     const Budgets::Verdict& verdict) {
    if (verdict.own) return false;
    if (host == nullptr) return lobby_.is_invited(frame);
    const auto message = wire::decode_client(frame);
    const auto* hello = message ? std::get_if<wire::Hello>(&*message) : nullptr;
    return hello != nullptr && hello->token && host->may_be_seats(*hello->token);
  }
  // Who says too much is shut out; whose address does is told so.
  void refuse(Socket socket, Use use, const Budgets::Verdict& verdict) {
    gate_.refuse(socket, use, verdict);
    if (!verdict.own) return;
    ++around_.counters().closed_for_rate;
    close(socket, Close::policy, "Too many messages.");
    closed(socket);
  }
  bool is_closed(GameId game) const {
    const auto& list = around_.config().closed;
    return ordered_.contains(game) || std::find(list.begin(), list.end(), game) != list.end();
  }
  void close_for_good(GameId game) {
    if (!ordered_.insert(game).second) return;
    if (host_of(game) != nullptr)
      give_up(game, "This table was closed by whoever runs the server.");
  }
  TableHost* host_of(GameId game) {
    const auto found = hosts_.find(game);
    return found == hosts_.end() ? nullptr : found->second.host.get();
  }
  TableHost* find(GameId game, std::string_view name) {
    if (TableHost* known = host_of(game)) return known;
    if (hosts_.size() >= static_cast<std::size_t>(around_.config().most_tables)) return nullptr;
    around_.touch(game);
    auto host = std::make_unique<TableHost>(around_, journal_, game, std::string(name));
    return hosts_.emplace(game, Hosted{std::move(host), {}}).first->second.host.get();
  }
  void charge_wrong(Socket socket, const TableHost& host) {
    const auto place = places_.find(socket);
    if (place == places_.end()) return;
    around_.budgets().charge_wrong(place->second.client, around_.now(), host.work_of_try());
  }
  std::uint64_t playing() const { return hosts_.size(); }

  // After its code has run: when it runs next, or that it is over with it. Most of the time that is
  // later than it was, and then it is asked again at the time that was: a move costs no change of
  // wakes_.
  void look_at(GameId game) {
    const auto found = hosts_.find(game);
    if (found == hosts_.end()) return;
    auto& [host, wake] = found->second;
    for (const Socket socket : host->take_wrong()) charge_wrong(socket, *host);
    if (!host->failed().empty()) return give_up(game, host->failed());
    if (host->may_go(around_.now())) return forget(game);
    const Time at = host->next_wake();
    if (wake && *wake <= at) return;
    if (wake) wakes_.erase({*wake, game});
    wake = at;
    wakes_.insert({at, game});
  }
  void give_up(GameId game, const std::string& why) {
    for (const Socket socket : sockets_at(places_, game)) {
      wire::No no = hub::no_for(wire::Reason::table, 0, {});
      no.text = why;
      around_.send(socket, wire::encode(wire::FromTable(no)));
      close(socket, Close::normal, why);
      places_.erase(socket);
    }
    forget(game);
  }
  void forget(GameId game) {
    const auto found = hosts_.find(game);
    if (found == hosts_.end()) return;
    if (const auto wake = found->second.wake) wakes_.erase({*wake, game});
    hosts_.erase(found);
    around_.settle(game);
  }

  void forget(const Request& request, const std::function<void(Response)>& done) {
    if (request.method != "DELETE") return done(problem(405, "DELETE it."));
    if (!lobby_.forget(*request.visitor))
      return done(problem(409, "A game with you is just beginning. Please ask again."));
    mine_.forget(*request.visitor, [this, id = request.visitor->id, done](const Response& said) {
      if (said.status == 200) {
        for (const Socket socket : sockets_of(places_, id)) {
          close(socket, Close::normal, "You are forgotten here.");
          closed(socket);
        }
      }
      done(said);
    });
  }
  // Whoever is there comes again, and finds the table as the store has it.
  void let_go(GameId game) {
    for (const Socket socket : sockets_at(places_, game)) {
      close(socket, Close::going_away, "This table is read again.");
      places_.erase(socket);
    }
    forget(game);
  }

  // Who may still begin a game says so.
  void sweep_seeds() {
    std::vector<GameId> wanted = lobby_.games();
    for (const auto& [game, hosted] : hosts_)
      if (const auto promised = hosted.host->promised()) wanted.push_back(*promised);
    seeds_.run(wanted);
  }

  // Games of days that nobody is at come to memory when they are due.
  void sweep(Time now) {
    sweep_at_ = now + around_.config().sweep;
    care_.look_for_orders();
    around_.ports().events.due(now, most_due, around_.later(alive_, [this](const auto& due) {
      if (!due) return;
      for (const store::Due& each : *due)
        if (host_of(each.game) == nullptr && !is_closed(each.game)) call_up(each.game);
    }));
  }
  void call_up(GameId game) {
    around_.ports().events.read(game, ~hub::Ply{0}, around_.later(alive_, [this](const auto& log) {
      if (!log || !*log) return;
      const auto name = table_of((*log)->setup);
      if (name) find(game_of(around_.ports().digests.blake2b, *name), *name);
    }));
  }

  Around around_;
  Gate gate_;
  Alive alive_;
  Journal journal_;
  StoreWatch watch_;
  Lobby lobby_;
  Mine mine_;
  Care care_;
  SeedSweep seeds_;
  std::set<GameId> ordered_;  // closed by an operator
  // Every message looks into both: a tree of thousands is a dozen places that no cache holds.
  std::unordered_map<GameId, Hosted> hosts_;
  Places places_;
  std::set<std::pair<Time, GameId>> wakes_;
  Time sweep_at_;
  std::optional<Time> drain_by_;
};

Node::Node(const Config& config, const Ports& ports)
    : inside_(std::make_unique<Inside>(config, ports)) {}
Node::~Node() = default;

void Node::opened(Socket socket, const Visitor& visitor, std::string_view target) {
  inside_->opened(socket, visitor, target);
  inside_->settle();
}
void Node::received(Socket socket, std::string_view frame) {
  inside_->received(socket, frame);
  inside_->settle();
}
void Node::closed(Socket socket) {
  inside_->closed(socket);
  inside_->settle();
}
Admission Node::admit(const Visitor& visitor, Asking asking) {
  return inside_->admit(visitor, asking);
}
void Node::call(const Request& request, std::function<void(Response)> done) {
  inside_->call(request, std::move(done));
  inside_->settle();
}
void Node::tick() { inside_->tick(); }
void Node::was_late(Time from, Time to) { inside_->was_late(from, to); }
Time Node::next_tick() const { return inside_->next_tick(); }
void Node::lose_store(Time since) { inside_->lose_store(since); }
void Node::drain(Time by) {
  inside_->drain(by);
  inside_->settle();
}
bool Node::idle() const { return inside_->idle(); }
Counters Node::counters() const { return inside_->counters(); }
std::vector<std::string> Node::take_broken_promises() { return inside_->take_broken_promises(); }

}  // namespace coset::serve
