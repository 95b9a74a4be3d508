#include "server/node/classes.hpp"

#include "classroom/code.hpp"
#include "server/node/request_path.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

namespace messages = protocol::classroom;

constexpr std::size_t max_loaded = 10'000;
constexpr Time settle_interval = 250;
constexpr Time settle_timeout = 30'000;
constexpr Time first_sweep_delay = 60'000;

Refusal refusal_of(const Error& error) { return {std::string(error.code), error.sentence, 0}; }

}  // namespace

Classes::Classes(NodeContext& context, ClaimHolder& claims, Admission& admission,
                 TableRegistry& tables, Connections& connections, Redirector& redirector)
    : context_(context),
      claims_(claims),
      admission_(admission),
      tables_(tables),
      connections_(connections),
      redirector_(redirector),
      forget_at_(context.now() + first_sweep_delay) {}

ClassHost* Classes::find(GameId key) {
  const auto found = classes_.find(key);
  return found == classes_.end() ? nullptr : found->second.host.get();
}

ClassHost* Classes::find_loaded(store::ClassId id) {
  for (const auto& [key, loaded] : classes_)
    if (loaded.host->id() == std::optional(id)) return loaded.host.get();
  return nullptr;
}

ClassHost* Classes::find_or_load(const std::string& code) {
  const GameId key = class_key(context_.deps().crypto.blake2b, code);
  if (ClassHost* known = find(key)) return known;
  if (classes_.size() >= max_loaded) return nullptr;
  context_.mark_dirty(key);
  ClassListener& listener = *this;
  auto host = std::make_unique<ClassHost>(context_, claims_, tables_, gate_, listener, code);
  return classes_.emplace(key, LoadedClass{std::move(host), {}}).first->second.host.get();
}

// Codes are counted by the address alone: a guest is had for nothing.
Budgets::Client Classes::address_of(const GuestIdentity& guest) {
  return context_.budgets().client("", guest.address, context_.now(), guest.site);
}

Budgets::Client Classes::apart(Budgets::Client client, const std::string& account,
                               const GuestIdentity& guest) {
  const auto shared = context_.budgets().client("", account + guest.address, context_.now(),
                                                guest.site.empty() ? "" : account + guest.site);
  client.address = shared.address;
  client.site = shared.site;
  return client;
}

// Nobody else uses it up.
Budgets::Client Classes::account_of(store::ClassId id) {
  const auto number = std::to_string(static_cast<std::uint64_t>(id));
  return context_.budgets().client("", "class " + number, context_.now());
}

void Classes::send(Socket socket, const Refusal& reason) {
  const messages::FromClass error =
      messages::error_for(reason.code, reason.sentence, protocol::MoveId::none, reason.retry_after);
  context_.send(socket, messages::encode(error));
}

void Classes::close(Socket socket, Close code, const Refusal& reason) {
  send(socket, reason);
  context_.deps().sockets.close(socket, code, reason.code);
}

void Classes::on_open(Socket socket, const GuestIdentity& guest, std::string_view target) {
  if (!context_.config().classes)
    return close(socket, Close::policy, to_refusal(error_code("class.disabled")));
  const std::string_view path = target.substr(0, target.find('?'));
  const auto code = classroom::parse_code(path.substr(class_path.size()));
  ClassHost* host = code ? find(class_key(context_.deps().crypto.blake2b, *code)) : nullptr;
  const auto client = admission_.client_of(guest);
  Load load{address_of(guest), apart(client, "classes of ", guest), {}};
  // Who comes first pays for the code and for the reading; those who wait for it pay nothing.
  const bool loads = host == nullptr;
  const auto refused = [&](Use use, const Budgets::Verdict& verdict) {
    if (verdict.wait == 0) return false;
    ++context_.counters().rejected_for_rate;
    close(socket, Close::overloaded, refusal(use, verdict));
    return true;
  };
  if (loads) {
    if (code &&
        refused(Use::work, context_.budgets().check(load.reader, Use::work, context_.now())))
      return;
    load.paid = context_.budgets().try_charge(load.address, Use::code, context_.now());
    if (refused(Use::code, load.paid)) return;
    if (!code) return close(socket, Close::policy, to_refusal(error_code("class.not_found")));
    host = find_or_load(*code);
    if (host == nullptr) context_.budgets().refund(load.address, Use::code, load.paid);
  }
  if (host == nullptr)
    return close(socket, Close::overloaded, to_refusal(error_code("class.unavailable"), 5));
  connections_[socket] = {guest, std::nullopt, {}, client, false, host->key()};
  context_.class_sockets().expect(socket, guest.address, context_.now());
  host->add(socket);
  if (names_node(target)) host->take_over();
  if (!loads) return;
  settle(*host, load);
  context_.mark_dirty(host->key());
}

// However long it takes.
void Classes::settle(ClassHost& host, const Load& load) {
  host.when_loaded([this, &host, load] {
    if (host.loading()) return settle(host, load);
    const bool missing = host.failure() && host.failure()->code == "class.not_found";
    if (!missing) context_.budgets().refund(load.address, Use::code, load.paid);
    if (host.classroom() == nullptr) return;
    context_.budgets().charge(load.reader, Use::work, context_.now(), 1 + host.units_read());
  });
}

void Classes::expect(Socket socket, std::string_view target) {
  const auto code = classroom::parse_code(class_of(target));
  if (!code) return;
  const Connection& connection = connections_.at(socket);
  context_.class_sockets().expect(socket, connection.guest.address, context_.now());
  const ClassHost* host = find(class_key(context_.deps().crypto.blake2b, *code));
  if (host != nullptr && host->classroom() != nullptr)
    return context_.class_sockets().name(socket, *host->id());
  context_.deps().classes.find(*code, context_.defer(lifetime_, [this, socket](const auto& found) {
    if (!found || !*found)
      context_.class_sockets().forget(socket);
    else
      context_.class_sockets().name(socket, **found);
  }));
}

void Classes::on_message(Socket socket, Connection& connection, std::string_view frame) {
  ClassHost* host = find(*connection.classroom);
  if (host == nullptr) return;
  const Time now = context_.now();
  const bool proved = context_.class_sockets().has_proved(socket);
  const Use use = proved ? Use::play : Use::watch;
  const auto verdict = context_.budgets().try_charge(connection.client, use, now);
  if (verdict.wait == 0) return host->on_message(socket, frame);
  if (!verdict.own) {
    context_.budgets().charge_own(connection.client, use, now);
    // Strangers at the address keep nobody out who shows a proof, within the guest's own budget.
    if (host->has_proof(socket, frame)) return host->on_message(socket, frame);
  }
  ++context_.counters().rejected_for_rate;
  const Refusal reason = refusal(use, verdict);
  if (!verdict.own) return send(socket, reason);
  ++context_.counters().closed_for_rate;
  close(socket, Close::policy, reason);
  connections_.erase(socket);
  on_close(socket, host->key());
}

void Classes::forget_guest(const std::string& guest) {
  for (const auto& [key, loaded] : classes_) loaded.host->forget_guest(guest);
}

void Classes::on_close(Socket socket, GameId key) {
  context_.class_sockets().forget(socket);
  if (ClassHost* host = find(key)) host->on_disconnect(socket);
}

bool Classes::on_proved(Socket socket, const protocol::Token& digest) {
  const auto found = connections_.find(socket);
  if (found == connections_.end()) return true;
  if (const ClassHost* host = find(*found->second.classroom)) {
    // It may have waited for longer than sockets are expected, at the choice of a name.
    context_.class_sockets().expect(socket, found->second.guest.address, context_.now());
    context_.class_sockets().name(socket, *host->id());
  }
  if (!context_.class_sockets().prove(socket, holder_of(digest), ClassSockets::TokenOf::pupil))
    return false;
  Budgets::vouch(*found->second.client.guest, context_.now());
  return true;
}

bool Classes::on_work(Socket socket, int units, bool teaches) {
  const auto found = connections_.find(socket);
  if (found == connections_.end()) return true;
  Budgets& budgets = context_.budgets();
  const Time now = context_.now();
  const Budgets::Client& client = found->second.client;
  if (!teaches) return budgets.try_charge(client, Use::work, now, units).wait == 0;
  // Those of a class of their own use up what that class may, and not what all teachers there may.
  const auto own = account_of(find(*found->second.classroom)->id().value_or(store::ClassId{}));
  const auto all = apart(client, "teachers of ", found->second.guest);
  if (budgets.check(own, Use::work, now, units).wait > 0) return false;
  if (budgets.try_charge(all, Use::work, now, units).wait > 0) return false;
  budgets.charge(own, Use::work, now, units);
  return true;
}

std::optional<Refusal> Classes::refuse_newcomer(Socket socket) {
  const auto found = connections_.find(socket);
  if (found == connections_.end()) return std::nullopt;
  Budgets& budgets = context_.budgets();
  const auto verdict = budgets.check(found->second.client, Use::join, context_.now());
  const auto here = budgets.check(door_of(found->second), Use::door, context_.now());
  if (verdict.wait == 0 && here.wait == 0) return std::nullopt;
  ++context_.counters().rejected_for_rate;
  return verdict.wait > here.wait ? refusal(Use::join, verdict) : refusal(Use::door, here);
}

void Classes::on_newcomer(Socket socket) {
  const auto found = connections_.find(socket);
  if (found == connections_.end()) return;
  context_.budgets().charge(found->second.client, Use::join, context_.now());
  context_.budgets().charge(door_of(found->second), Use::door, context_.now());
}

// Without a guest, who is had for nothing.
Budgets::Client Classes::door_of(const Connection& connection) {
  const ClassHost* host = find(*connection.classroom);
  const auto id = host == nullptr ? store::ClassId{} : host->id().value_or(store::ClassId{});
  const auto number = std::to_string(static_cast<std::uint64_t>(id));
  return apart({}, "door of " + number + " ", connection.guest);
}

void Classes::on_closed(Socket socket) {
  context_.class_sockets().forget(socket);
  connections_.erase(socket);
}

void Classes::rename(GameId key) {
  auto loaded = std::move(classes_.extract(key).mapped());
  if (loaded.timer_at) timers_.erase({*loaded.timer_at, key});
  loaded.timer_at.reset();
  const GameId next = class_key(context_.deps().crypto.blake2b, loaded.host->code());
  for (const Socket socket : loaded.host->sockets())
    if (const auto found = connections_.find(socket); found != connections_.end())
      found->second.classroom = next;
  // Clients that tried this code before the class had it come back.
  if (const ClassHost* early = find(next))
    for (const Socket socket : std::vector(early->sockets())) {
      close(socket, Close::going_away, to_refusal(error_code("class.busy"), 1));
      on_closed(socket);
    }
  unload(next);
  loaded.host->set_key(next);
  classes_.emplace(next, std::move(loaded));
  context_.mark_dirty(next);
}

void Classes::reschedule(GameId key) {
  const auto found = classes_.find(key);
  if (found == classes_.end()) return;
  auto& [host, timer_at] = found->second;
  if (class_key(context_.deps().crypto.blake2b, host->code()) != key) return rename(key);
  if (host->failure()) {
    const Refusal reason = refusal_of(*host->failure());
    for (const Socket socket : std::vector(host->sockets())) {
      close(socket, Close::normal, reason);
      on_closed(socket);
    }
    return unload(key);
  }
  if (const std::string* node = host->leaving_to()) {
    redirect(*host, *node);
    return unload(key);
  }
  if (host->can_unload(context_.now())) return unload(key);
  const Time at = host->next_wake();
  if (timer_at && *timer_at <= at) return;
  if (timer_at) timers_.erase({*timer_at, key});
  timer_at = at;
  timers_.insert({at, key});
}

void Classes::redirect(ClassHost& host, const std::string& node) {
  for (const Socket socket : host.sockets()) {
    context_.class_sockets().forget(socket);
    if (host.classroom() == nullptr)
      redirector_.redirect(socket, node);
    else if (connections_.contains(socket))
      redirector_.add(socket, node, true);
  }
  redirector_.wake(context_.now());
}

void Classes::unload(GameId key) {
  const auto found = classes_.find(key);
  if (found == classes_.end()) return;
  if (found->second.timer_at) timers_.erase({*found->second.timer_at, key});
  const auto id = found->second.host->id();
  classes_.erase(found);
  if (id) claims_.release(*id);
}

void Classes::settle_sockets() {
  settle_at_ = context_.now() + settle_interval;
  ClassSockets& sockets = context_.class_sockets();
  for (const ClassSockets::Expected& each : std::vector(sockets.expected())) {
    const auto found = connections_.find(each.socket);
    if (found == connections_.end())
      sockets.forget(each.socket);
    else if (found->second.table)
      if (const TableHost* host = tables_.find_loaded(*found->second.table))
        if (const Seat seat = host->seat_of(each.socket); seat != nobody)
          sockets.prove(each.socket, found->second.name + ' ' + std::to_string(seat),
                        ClassSockets::TokenOf::seat);
  }
  sockets.stop_expecting(context_.now() - settle_timeout);
}

void Classes::wake(Time now) {
  while (!timers_.empty() && timers_.begin()->first <= now) {
    const GameId key = timers_.begin()->second;
    timers_.erase(timers_.begin());
    LoadedClass& loaded = classes_.at(key);
    loaded.timer_at.reset();
    loaded.host->wake();
    context_.mark_dirty(key);
  }
  files_.wake();
  if (!context_.class_sockets().expected().empty() && now >= settle_at_) settle_sockets();
  for (const auto& [at, job] : std::exchange(forgetting_, {}))
    if (at <= now)
      try_forgetting(job);
    else
      forgetting_.emplace_back(at, job);
}

std::optional<Time> Classes::next_wake() const {
  std::optional<Time> out;
  const auto sooner = [&](Time at) { out = std::min(out.value_or(at), at); };
  if (!timers_.empty()) sooner(timers_.begin()->first);
  if (const auto at = files_.next_wake()) sooner(*at);
  if (!context_.class_sockets().expected().empty()) sooner(settle_at_);
  for (const auto& [at, job] : forgetting_) sooner(at);
  return out;
}

void Classes::run_chores() {
  context_.class_sockets().forget_closed(
      [this](Socket socket) { return connections_.contains(socket); });
  if (context_.now() >= forget_at_) forget_expired();
}

bool Classes::idle() const {
  return std::none_of(forgetting_.begin(), forgetting_.end(),
                      [](const auto& each) { return !each.second->deleted; }) &&
         std::none_of(classes_.begin(), classes_.end(),
                      [](const auto& each) { return each.second.host->has_pending_write(); });
}

}  // namespace coset::node
