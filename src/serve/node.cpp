#include "serve/node.hpp"

#include <set>
#include <unordered_map>

#include "base/reader.hpp"
#include "hub/table/messages.hpp"
#include "serve/api.hpp"
#include "serve/care.hpp"
#include "serve/lobby.hpp"
#include "serve/mine.hpp"
#include "serve/names.hpp"
#include "serve/plain.hpp"
#include "serve/table_host.hpp"
#include "wire/table/codec.hpp"

namespace coset::serve {

namespace {

constexpr std::string_view lobby_path = "/ws";
constexpr std::string_view table_path = "/ws/t/";
constexpr std::size_t most_name = 40;
constexpr int most_due = 200;
constexpr int most_idle = 100;
constexpr Time minute = 60'000;
constexpr Time day = 24 * 60 * minute;
// Orphans that are older than that at a start have been looked at before.
constexpr Time oldest_orphan = 8 * day;

bool a_name(std::string_view text) {
  return !text.empty() && text.size() <= most_name &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

// The name and the seat of "/api/tables/NAME/reports/SEAT".
std::optional<std::pair<std::string, std::uint32_t>> report_in(std::string_view path) {
  Reader in(path);
  if (!in.take("/api/tables/")) return std::nullopt;
  const std::string name(in.take_while([](char c) { return c != '/'; }));
  if (!a_name(name) || !in.take("/reports/")) return std::nullopt;
  const auto seat = in.number(max_seats);
  return seat && in.done() ? std::optional(std::pair(name, *seat)) : std::nullopt;
}

// The number after "?from=", 0 if there is no query.
std::optional<std::size_t> from_in(std::string_view target) {
  const auto query = target.find('?');
  if (query == target.npos) return 0;
  Reader in(target.substr(query + 1));
  if (!in.take("from=")) return std::nullopt;
  const auto number = in.number(1'000'000'000);
  return number && in.done() ? std::optional<std::size_t>(*number) : std::nullopt;
}

}  // namespace

class Node::Inside {
 public:
  Inside(const Config& config, const Ports& ports)
      : around_(config, ports),
        journal_(around_),
        lobby_(around_),
        mine_(around_, {[this](GameId game, const std::string& name) { return find(game, name); },
                        [this](GameId game) { let_go(game); }}),
        care_(around_, {[this](GameId game, const std::string& name) { return find(game, name); },
                        [this](GameId game) { let_go(game); },
                        [this](GameId game) { close_for_good(game); }}),
        sweep_at_(around_.now()),
        seeds_at_(around_.now() + minute),
        seeds_from_{GameId{0}, around_.now() - oldest_orphan} {}

  void opened(Socket socket, const Visitor& visitor, std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    if (drain_by_) return close(socket, Close::going_away, "This server is about to stop.");
    if (path == lobby_path) {
      places_[socket] = {visitor, std::nullopt, {}, {}};
      return;
    }
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
    if (find(game, name) == nullptr)
      return close(socket, Close::overloaded, "There are too many tables here now.");
    places_[socket] = {visitor, game, std::string(name), {}};
  }

  void received(Socket socket, std::string_view frame) {
    const auto found = places_.find(socket);
    if (found == places_.end()) return;
    ++around_.counters().frames_in;
    Place& place = found->second;
    TableHost* host = place.table ? find(*place.table, place.name) : nullptr;
    const RateLimit limit = host != nullptr ? host->rate_of(socket) : lobby_rate;
    if (!place.rate.take(limit, around_.now())) {
      ++around_.counters().closed_for_rate;
      close(socket, Close::policy, "Too many messages.");
      return closed(socket);
    }
    if (!place.table) return lobby_.hear(socket, place.visitor, frame);
    if (host == nullptr) return;
    if (auto plain = read_plain(frame)) return host->hear(socket, *std::move(plain));
    auto message = wire::decode_client(frame);
    if (message) return host->hear(socket, *std::move(message));
    const hub::Table* table = host->table();
    wire::No no = hub::no_for(wire::Reason::bad, table ? table->ledger().head() : 0, {});
    no.text = message.error().sentence;
    around_.send(socket, wire::encode(wire::FromTable(no)));
  }

  void closed(Socket socket) {
    const auto found = places_.find(socket);
    if (found == places_.end()) return;
    const Place place = found->second;
    places_.erase(found);
    if (!place.table) return lobby_.left(socket);
    if (TableHost* host = host_of(*place.table)) host->left(socket);
  }

  void call(const Request& request, std::function<void(Response)> done) {
    const std::string_view path =
        std::string_view(request.target).substr(0, request.target.find('?'));
    constexpr std::string_view tables = "/api/tables";
    if (request.visitor && path == "/api/me") return forget(request, done);
    if (const auto report = report_in(path); report && request.visitor) {
      if (request.method != "POST") return done(problem(405, "POST it."));
      return care_.report(*request.visitor, report->first, report->second, done);
    }
    if (request.method != "GET") return done(problem(405, "Only GET is answered here."));
    if (request.visitor && path == "/api/me/data") {
      const auto from = from_in(request.target);
      if (!from) return done(problem(400, "'from' is a number."));
      return mine_.tell(*request.visitor, *from, std::move(done));
    }
    if (path == tables) return done(list_answer(lobby_.open_tables(), playing()));
    if (!path.starts_with("/api/tables/") || !a_name(path.substr(tables.size() + 1)))
      return done(problem(404, "There is no such thing."));
    const std::string_view name = path.substr(tables.size() + 1);
    const GameId game = game_of(around_.ports().digests.blake2b, name);
    TableHost* host = is_closed(game) ? nullptr : find(game, name);
    if (host == nullptr) return done(problem(503, "This table cannot be looked at now."));
    host->when_known([this, game, done = std::move(done)] {
      const TableHost* known = host_of(game);
      if (known == nullptr || known->table() == nullptr)
        return done(problem(404, known == nullptr ? "There is no such table." : known->failed()));
      done(table_answer(known->table()->ledger(), known->shown_seed()));
    });
  }

  void tick() {
    const Time now = around_.now();
    settle();
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
    if (now >= seeds_at_) sweep_seeds(now);
    if (drain_by_ && now >= *drain_by_) {
      auto places = std::exchange(places_, {});
      for (const auto& [socket, place] : places)
        close(socket, Close::going_away, "This server stops now.");
    }
    settle();
  }

  Time next_tick() const {
    if (!around_.quiet()) return around_.now();
    Time out = std::min({lobby_.next_wake(), sweep_at_, seeds_at_});
    if (!wakes_.empty()) out = std::min(out, wakes_.begin()->first);
    if (drain_by_ && !places_.empty()) out = std::min(out, *drain_by_);
    return out;
  }

  void was_late(Time from, Time to) {
    for (const auto& [game, hosted] : hosts_) {
      hosted.host->excuse(from, to);
      around_.touch(game);
    }
  }

  void drain(Time by) {
    drain_by_ = by;
    lobby_.drain();
    const Time span = std::max<Time>(0, by - around_.now());
    Time place = 0;
    for (const auto& [socket, at] : places_) {
      const auto after = static_cast<Millis>(span * ++place / static_cast<Time>(places_.size()));
      around_.send(socket, wire::encode(wire::FromTable(wire::Drain{after})));
    }
  }

  bool idle() const {
    if (!around_.quiet() || !journal_.idle() || !lobby_.idle()) return false;
    return std::none_of(hosts_.begin(), hosts_.end(),
                        [](const auto& each) { return each.second.host->on_its_way(); });
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
  struct Place {
    Visitor visitor;
    std::optional<GameId> table;
    std::string name;  // of the table
    Rate rate;
  };
  struct Hosted {
    std::unique_ptr<TableHost> host;
    std::optional<Time> wake;  // its place in wakes_
  };

  void close(Socket socket, Close code, std::string_view why) {
    around_.ports().sockets.close(socket, code, why);
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
  std::uint64_t playing() const { return hosts_.size(); }

  // After its code has run: when it runs next, or that it is over with it. Most of the time that is
  // later than it was, and then it is asked again at the time that was: a move costs no change of
  // wakes_.
  void look_at(GameId game) {
    const auto found = hosts_.find(game);
    if (found == hosts_.end()) return;
    auto& [host, wake] = found->second;
    if (!host->failed().empty()) return give_up(game, host->failed());
    if (host->may_go(around_.now())) return forget(game);
    const Time at = host->next_wake();
    if (wake && *wake <= at) return;
    if (wake) wakes_.erase({*wake, game});
    wake = at;
    wakes_.insert({at, game});
  }
  void give_up(GameId game, const std::string& why) {
    std::vector<Socket> here;
    for (const auto& [socket, place] : places_)
      if (place.table == game) here.push_back(socket);
    for (const Socket socket : here) {
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
  }

  void forget(const Request& request, const std::function<void(Response)>& done) {
    if (request.method != "DELETE") return done(problem(405, "DELETE it."));
    if (!lobby_.forget(*request.visitor))
      return done(problem(409, "A game with you is just beginning. Please ask again."));
    mine_.forget(*request.visitor, [this, id = request.visitor->id, done](const Response& said) {
      if (said.status == 200) {
        std::vector<Socket> theirs;
        for (const auto& [socket, place] : places_)
          if (place.visitor.id == id) theirs.push_back(socket);
        for (const Socket socket : theirs) {
          close(socket, Close::normal, "You are forgotten here.");
          closed(socket);
        }
      }
      done(said);
    });
  }
  // Whoever is there comes again, and finds the table as the store has it.
  void let_go(GameId game) {
    std::vector<Socket> here;
    for (const auto& [socket, place] : places_)
      if (place.table == game) here.push_back(socket);
    for (const Socket socket : here) {
      close(socket, Close::going_away, "This table is read again.");
      places_.erase(socket);
    }
    forget(game);
  }

  // Seeds whose game never began go after a day; who may still begin one says so.
  void sweep_seeds(Time now) {
    seeds_at_ = now + 60 * minute;
    std::vector<GameId> wanted = lobby_.games();
    for (const auto& [game, hosted] : hosts_)
      if (const auto promised = hosted.host->promised()) wanted.push_back(*promised);
    store::SeedStore& seeds = around_.ports().seeds;
    if (!wanted.empty()) seeds.touch(wanted, [](store::Outcome) {});
    seeds.idle(seeds_from_, most_idle, around_.later(alive_, [this](const auto& idle) {
      if (!idle) return;
      for (const store::Due& each : *idle) look_for_orphan(each.game);
      if (!idle->empty()) seeds_from_ = idle->back();
      if (idle->size() == most_idle) seeds_at_ = around_.now() + minute;
    }));
  }
  void look_for_orphan(GameId game) {
    around_.ports().events.read(
        game, ~hub::Ply{0}, around_.later(alive_, [this, game](const auto& log) {
          if (!log || *log) return;
          around_.ports().seeds.drop(game, around_.later(alive_, [this](store::Outcome outcome) {
            if (outcome == store::Outcome::appended) ++around_.counters().seeds_swept;
          }));
        }));
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
  Alive alive_;
  Journal journal_;
  Lobby lobby_;
  Mine mine_;
  Care care_;
  std::set<GameId> ordered_;  // closed by an operator
  // Every message looks into both: a tree of thousands is a dozen places that no cache holds.
  std::unordered_map<GameId, Hosted> hosts_;
  std::unordered_map<Socket, Place> places_;
  std::set<std::pair<Time, GameId>> wakes_;
  Time sweep_at_;
  Time seeds_at_;
  store::Due seeds_from_;
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
void Node::call(const Request& request, std::function<void(Response)> done) {
  inside_->call(request, std::move(done));
  inside_->settle();
}
void Node::tick() { inside_->tick(); }
void Node::was_late(Time from, Time to) { inside_->was_late(from, to); }
Time Node::next_tick() const { return inside_->next_tick(); }
void Node::drain(Time by) {
  inside_->drain(by);
  inside_->settle();
}
bool Node::idle() const { return inside_->idle(); }
Counters Node::counters() const { return inside_->counters(); }

}  // namespace coset::serve
