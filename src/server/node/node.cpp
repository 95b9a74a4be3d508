#include "server/node/node.hpp"

#include <set>
#include <unordered_map>

#include "protocol/table/codec.hpp"
#include "server/node/admission.hpp"
#include "server/node/claim_holder.hpp"
#include "server/node/classes.hpp"
#include "server/node/connections.hpp"
#include "server/node/drainer.hpp"
#include "server/node/due_scan.hpp"
#include "server/node/fast_decode.hpp"
#include "server/node/http_api.hpp"
#include "server/node/lobby.hpp"
#include "server/node/redirector.hpp"
#include "server/node/request_path.hpp"
#include "server/node/seed_sweep.hpp"
#include "server/node/store_health.hpp"
#include "server/node/table_names.hpp"
#include "server/node/table_registry.hpp"
#include "table/messages.hpp"

namespace coset::node {

namespace {

constexpr std::string_view lobby_path = "/ws";
constexpr std::string_view table_path = "/ws/t/";
constexpr Millis reads_per_second = 500;

}  // namespace

class Node::Impl final : private TableRegistry {
 public:
  Impl(const Config& config, const NodeDeps& deps)
      : context_(config, deps),
        admission_(context_),
        claims_(context_),
        append_queue_(context_),
        store_health_(context_, append_queue_),
        lobby_(context_, claims_),
        classes_(context_, claims_, admission_, *this, connections_, redirector_),
        api_(context_, claims_, admission_, lobby_, *this, classes_),
        due_scan_(context_, *this),
        orphan_seeds_(context_) {
    context_.set_connections(&connections_);
  }

  void on_open(Socket socket, const GuestIdentity& guest, std::string_view target) {
    const std::string_view path = target.substr(0, target.find('?'));
    if (path == lobby_path) return open_lobby(socket, guest, target);
    if (path.starts_with(class_path)) return open_class(socket, guest, target);
    const std::string_view name =
        path.starts_with(table_path) ? path.substr(table_path.size()) : std::string_view();
    if (!is_table_name(name))
      return close(socket, Close::policy, error_code("table.not_found").code);
    const GameId game = game_of(context_.deps().crypto.blake2b, name);
    if (drainer_.started()) return drainer_.turn_away(socket, game);
    if (const auto closed = closure(game)) return close(socket, Close::policy, closed->code);
    const auto client = admission_.client_of(guest);
    const auto paid = admission_.charge_lookup(client, find_loaded(game));
    if (paid && paid->wait > 0) {
      admission_.send_refusal(socket, Use::lookup, *paid);
      return close(socket, Close::overloaded, error_code("rate.lookups").code);
    }
    TableHost* host = find_or_load(game, name);
    if (host != nullptr && names_node(target)) host->take_over();
    if (!admission_.await_lookup(host, client, paid))
      return close(socket, Close::overloaded, error_code("table.unavailable").code);
    connections_[socket] = {guest, game, std::string(name), client};
    if (target.size() != path.size()) classes_.expect(socket, target);
  }

  void on_message(Socket socket, std::string_view frame) {
    const auto found = connections_.find(socket);
    if (found == connections_.end()) return;
    ++context_.counters().frames_in;
    Connection& connection = found->second;
    if (connection.leaving) return;
    if (!connection.table) {
      if (connection.classroom) return classes_.on_message(socket, connection, frame);
      if (is_admitted(socket, connection, Use::lobby, nullptr, frame, context_.now()))
        lobby_.on_message(socket, connection.guest, frame);
      return;
    }
    TableHost* host = find_or_load(*connection.table, connection.name);
    const Time now = context_.now();
    const bool seated = host != nullptr && host->is_seated(socket);
    if (seated) Budgets::vouch(*connection.client.guest, now);
    if (!is_admitted(socket, connection, seated ? Use::play : Use::watch, host, frame, now)) return;
    if (host == nullptr) return;
    if (auto decoded = decode_fast(frame)) {
      if (admission_.charge_message(socket, connection.client, *host, *decoded))
        host->on_message(socket, *std::move(decoded));
      return;
    }
    auto message = protocol::decode_client(frame);
    if (message && !admission_.charge_message(socket, connection.client, *host, *message)) return;
    if (message) return host->on_message(socket, *std::move(message));
    const table::Table* table = host->table();
    send_error(socket, message.error(), table ? table->ledger().head() : 0);
  }

  void on_close(Socket socket) {
    const auto found = connections_.find(socket);
    if (found == connections_.end()) return;
    const Connection connection = std::move(connections_.extract(found).mapped());
    if (connection.classroom) return classes_.on_close(socket, *connection.classroom);
    if (!context_.class_sockets().empty()) context_.class_sockets().forget(socket);
    if (!connection.table) return lobby_.on_disconnect(socket);
    if (TableHost* host = find_loaded(*connection.table)) host->on_disconnect(socket);
  }

  void call(const Request& request, std::function<void(Response)> done) {
    api_.call(request, std::move(done));
  }

  AdmissionResult admit(const GuestIdentity& guest, RequestKind kind) {
    return admission_.admit(guest, kind);
  }

  void tick() {
    const Time now = context_.now();
    run_pending();
    claims_.wake(now);
    append_queue_.wake(now);
    api_.wake(now);
    store_health_.check(now);
    while (!timers_.empty() && timers_.begin()->first <= now) {
      const GameId game = timers_.begin()->second;
      timers_.erase(timers_.begin());
      LoadedTable& loaded = tables_.at(game);
      loaded.timer_at.reset();
      loaded.host->wake();
      context_.mark_dirty(game);
    }
    classes_.wake(now);
    lobby_.set_active_count(tables_.size());
    lobby_.wake();
    if (now >= due_scan_.next()) run_chores(now);
    if (now >= orphan_seeds_.next()) collect_orphan_seeds();
    redirector_.wake(now);
    drainer_.wake(now);
    run_pending();
    if (const auto node = lobby_.take_departure()) leave_lobby(*node);
  }

  Time next_tick() const {
    if (!context_.has_no_tasks()) return context_.now();
    Time out = std::min({lobby_.next_wake(), due_scan_.next(), orphan_seeds_.next()});
    if (!timers_.empty()) out = std::min(out, timers_.begin()->first);
    for (const auto& at :
         {store_health_.next(), append_queue_.next_wake(), api_.next_wake(), claims_.next_wake(),
          redirector_.next_wake(), drainer_.next_wake(), classes_.next_wake()})
      out = std::min(out, at.value_or(out));
    return out;
  }

  void exclude_stall(Time from, Time to) {
    for (const auto& [game, loaded] : tables_) {
      loaded.host->exclude_downtime(from, to);
      context_.mark_dirty(game);
    }
  }

  void lose_store(Time since) { context_.lose_store(since); }

  void drain(Time by) {
    lobby_.drain();
    context_.write_queue().release();
    lobby_.stop_writing();
    claims_.drain();
    drainer_.start(by, claims_.clustered());
  }

  bool idle() const {
    if (!context_.has_no_tasks() || !context_.write_queue().idle() || !append_queue_.idle() ||
        !lobby_.idle() || !claims_.idle() || !classes_.idle())
      return false;
    return std::none_of(tables_.begin(), tables_.end(),
                        [](const auto& each) { return each.second.host->has_pending_write(); });
  }

  std::vector<std::string> take_commitment_mismatches() {
    return std::exchange(context_.commitment_mismatches(), {});
  }

  bool ready() const {
    return !context_.outages().ongoing() &&
           claims_.renewal_age().value_or(0) < store::claim_timeout.count();
  }

  Counters counters() {
    Counters out = context_.counters();
    out.sockets = connections_.size();
    out.tables_loaded = tables_.size();
    out.tables_pending = lobby_.pending_count();
    out.classes_loaded = classes_.size();
    out.store_unavailable = context_.outages().ongoing();
    out.claims_held = claims_.clustered() ? claims_.held() : 0;
    out.renewal_age = claims_.renewal_age();
    return out;
  }

  // Runs deferred tasks until there are none. The next batch of rows is sent before the results of
  // the last are handled.
  void run_pending() {
    for (;;) {
      append_queue_.send();
      // Before a clock is judged by what the store returns after the outage.
      for (const auto& [from, to] : context_.ended_outages()) end_outage(from, to);
      if (const auto task = context_.next_task()) {
        task();
        continue;
      }
      const std::vector<GameId>& dirty = context_.take_dirty();
      if (dirty.empty()) return;
      for (const GameId game : dirty) reschedule(game);
      if (!departing_.empty()) redirect_departing();
    }
  }

 private:
  struct LoadedTable {
    std::unique_ptr<TableHost> host;
    std::optional<Time> timer_at;  // its entry in timers_
  };

  // The database may be another one now, which lacks the last rows: every table compares its log,
  // `reads_per_second` at a time.
  void end_outage(Time from, Time to) {
    exclude_stall(from, to);
    Millis number = 0;
    for (const auto& [game, loaded] : tables_)
      loaded.host->read_log_at(context_.now() + 1000 * number++ / reads_per_second);
  }

  void close(Socket socket, Close code, std::string_view reason) {
    context_.deps().sockets.close(socket, code, reason);
  }
  void send_error(Socket socket, const Error& error, table::Ply head) {
    const auto out = table::error_for({error.code, 0, error.sentence}, head, {});
    context_.send(socket, protocol::encode(protocol::FromTable(out)));
  }
  // Closes every socket at the table, after sending the error if there is one.
  void disconnect(GameId game, Close code, const Error* error = nullptr) {
    for (const Socket socket : sockets_at(connections_, game)) {
      if (error != nullptr) send_error(socket, *error, 0);
      close(socket, code, error != nullptr ? error->code : "");
      connections_.erase(socket);
    }
  }
  // Charges a message; if it is beyond the budget and has no proof, it is refused.
  bool is_admitted(Socket socket, Connection& connection, Use use, const TableHost* host,
                   std::string_view frame, Time now) {
    const auto verdict = context_.budgets().try_charge(connection.client, use, now);
    if (verdict.wait == 0) return true;
    if (!verdict.own) context_.budgets().charge_own(connection.client, use, now);
    if (!verdict.own && has_proof(socket, host, frame)) return true;
    refuse(socket, use, verdict);
    return false;
  }
  // If strangers have exhausted the address's budget, a message with an invitation or a proof of
  // a seat is still accepted, within the guest's own budget.
  bool has_proof(Socket from, const TableHost* host, std::string_view frame) {
    if (host == nullptr) return lobby_.is_invited(frame);
    const auto message = protocol::decode_client(frame);
    const auto* hello = message ? std::get_if<protocol::Hello>(&*message) : nullptr;
    return hello != nullptr && host->may_prove_seat(from, *hello);
  }
  // Closes the socket only if the guest's own budget is exhausted.
  void refuse(Socket socket, Use use, const Budgets::Verdict& verdict) {
    admission_.send_refusal(socket, use, verdict);
    if (!verdict.own) return;
    ++context_.counters().closed_for_rate;
    close(socket, Close::policy, error_code("rate.messages").code);
    on_close(socket);
  }
  std::optional<protocol::ErrorCode> closure(GameId game) const override {
    if (closed_by_operator_.contains(game)) return error_code("table.closed");
    if (!context_.is_quarantined(game)) return std::nullopt;
    return error_code("table.quarantined");
  }
  void close_by_operator(GameId game) override {
    if (!closed_by_operator_.insert(game).second) return;
    if (find_loaded(game) != nullptr) close_table(game, to_error(error_code("table.closed")));
  }
  std::size_t loaded_count() const override { return tables_.size(); }
  void load(const std::string& name) override {
    find_or_load(game_of(context_.deps().crypto.blake2b, name), name);
  }
  TableHost* find_loaded(GameId game) override {
    const auto found = tables_.find(game);
    return found == tables_.end() ? nullptr : found->second.host.get();
  }
  TableHost* find_or_load(GameId game, std::string_view name) {
    if (TableHost* known = find_loaded(game)) return known;
    if (tables_.size() >= static_cast<std::size_t>(context_.config().max_loaded_tables))
      return nullptr;
    context_.mark_dirty(game);
    auto host =
        std::make_unique<TableHost>(context_, claims_, append_queue_, game, std::string(name));
    return tables_.emplace(game, LoadedTable{std::move(host), {}}).first->second.host.get();
  }
  void charge_illegal(Socket socket, const TableHost& host) {
    const auto connection = connections_.find(socket);
    if (connection == connections_.end()) return;
    context_.budgets().charge_illegal(connection->second.client, context_.now(),
                                      host.work_of_preview());
  }

  // After the table's code has run: closes or unloads it, or sets its timer. Usually the new time
  // is later than the old one; then the old timer fires and calls this again, so that a move costs
  // no change of timers_.
  void reschedule(GameId game) {
    const auto found = tables_.find(game);
    if (found == tables_.end()) return classes_.reschedule(game);
    auto& [host, timer_at] = found->second;
    for (const Socket socket : host->take_illegal_senders()) charge_illegal(socket, *host);
    if (host->failure()) return close_table(game, Error(*host->failure()));  // the host goes
    if (const auto* node = host->leaving_to()) return void(departing_.emplace(game, *node));
    if (host->can_unload(context_.now())) return unload(game);
    const Time at = host->next_wake();
    if (timer_at && *timer_at <= at) return;
    if (timer_at) timers_.erase({*timer_at, game});
    timer_at = at;
    timers_.insert({at, game});
  }
  void close_table(GameId game, const Error& error) {
    disconnect(game, Close::normal, &error);
    unload(game);
  }
  void unload(GameId game) {
    const auto found = tables_.find(game);
    if (found == tables_.end()) return;
    if (const auto timer_at = found->second.timer_at) timers_.erase({*timer_at, game});
    tables_.erase(found);
    claims_.release(game);
    context_.mark_resolved(game);
  }
  void open_lobby(Socket socket, const GuestIdentity& guest, std::string_view target) {
    if (drainer_.started()) return drainer_.turn_away(socket, std::nullopt);
    lobby_.on_open(node_of(target));
    connections_[socket] = {guest, std::nullopt, {}, admission_.client_of(guest)};
    if (target != lobby_path) classes_.expect(socket, target);
    if (const auto holder = lobby_.elsewhere()) redirector_.redirect(socket, *holder);
  }
  void open_class(Socket socket, const GuestIdentity& guest, std::string_view target) {
    if (drainer_.started()) return drainer_.turn_away(socket, std::nullopt);
    classes_.on_open(socket, guest, target);
  }
  void leave_lobby(const std::string& node) {
    for (const Socket socket : sockets_where(connections_, [](const auto& each) {
           return !each.table && !each.classroom && !each.leaving;
         }))
      redirector_.add(socket, node, false);
    redirector_.wake(context_.now());
  }
  void redirect_departing() {
    redirector_.add_tables(departing_, *this);
    for (const auto& [game, node] : std::exchange(departing_, {})) unload(game);
    redirector_.wake(context_.now());
  }

  void disconnect_guest(const std::string& id) override {
    for (const Socket socket : sockets_of(connections_, id)) {
      close(socket, Close::normal, "");
      on_close(socket);
    }
  }
  void unload_and_reconnect(GameId game) override {
    disconnect(game, Close::going_away);
    unload(game);
  }

  // Deletes seeds of games that cannot start any more.
  void collect_orphan_seeds() {
    std::vector<GameId> wanted = lobby_.pending_games();
    for (const auto& [game, loaded] : tables_)
      if (const auto reserved = loaded.host->reserved_rematch()) wanted.push_back(*reserved);
    orphan_seeds_.run(wanted);
  }

  void run_chores(Time now) {
    api_.run_chores();
    due_scan_.run(now);
  }

  NodeContext context_;
  Admission admission_;
  LifetimeToken lifetime_;
  ClaimHolder claims_;
  AppendQueue append_queue_;
  StoreHealth store_health_;
  Lobby lobby_;
  Connections connections_;
  Redirector redirector_{context_, connections_};
  Classes classes_;
  HttpApi api_;
  DueScan due_scan_;
  SeedSweep orphan_seeds_;
  std::set<GameId> closed_by_operator_;
  // Every message looks up a table and a socket in hash tables, since a tree of thousands would
  // miss the cache.
  std::unordered_map<GameId, LoadedTable> tables_;
  std::set<std::pair<Time, GameId>> timers_;
  std::unordered_map<GameId, std::string> departing_;  // tables, and where their clients go
  Drainer drainer_{context_, connections_, redirector_, *this};
};

Node::Node(const Config& config, const NodeDeps& deps)
    : impl_(std::make_unique<Impl>(config, deps)) {}
Node::~Node() = default;

void Node::on_open(Socket socket, const GuestIdentity& guest, std::string_view target) {
  impl_->on_open(socket, guest, target);
  impl_->run_pending();
}
void Node::on_message(Socket socket, std::string_view frame) {
  impl_->on_message(socket, frame);
  impl_->run_pending();
}
void Node::on_close(Socket socket) {
  impl_->on_close(socket);
  impl_->run_pending();
}
AdmissionResult Node::admit(const GuestIdentity& guest, RequestKind kind) {
  return impl_->admit(guest, kind);
}
void Node::call(const Request& request, std::function<void(Response)> done) {
  impl_->call(request, std::move(done));
  impl_->run_pending();
}
void Node::tick() { impl_->tick(); }
void Node::exclude_stall(Time from, Time to) { impl_->exclude_stall(from, to); }
Time Node::next_tick() const { return impl_->next_tick(); }
void Node::lose_store(Time since) { impl_->lose_store(since); }
void Node::drain(Time by) {
  impl_->drain(by);
  impl_->run_pending();
}
bool Node::idle() const { return impl_->idle(); }
bool Node::ready() const { return impl_->ready(); }
Counters Node::counters() const { return impl_->counters(); }
std::vector<std::string> Node::take_commitment_mismatches() {
  return impl_->take_commitment_mismatches();
}

}  // namespace coset::node
