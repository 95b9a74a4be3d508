#include "server/node/class_host.hpp"

#include "classroom/code.hpp"
#include "protocol/classroom/codec.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

namespace messages = protocol::classroom;

constexpr std::size_t max_queued = 256;          // 60 pupils, some of them twice
constexpr std::size_t max_queued_of_socket = 8;  // nobody fills it for the others
constexpr std::size_t rows_at_once = 2000;       // of a log: some ten milliseconds
constexpr int max_conflicts = 4;
constexpr int units_per_table = 40;  // a round of sixty is within a guest's budget
constexpr Millis max_retry_delay = 1000;
// Another node may have forgotten the class or changed it.
constexpr Time check_interval = 10'000;

// Of Use::work: what the largest group and the longest lesson take.
constexpr int units_of(classroom::Work work) {
  switch (work) {
    case classroom::Work::none:
      return 0;
    case classroom::Work::game:
      return 160;
    case classroom::Work::lesson:
      return 320;
  }
  return 0;
}

std::vector<classroom::Row> rows_of(const std::vector<store::ClassEvent>& log) {
  std::vector<classroom::Row> out;
  out.reserve(log.size());
  for (const store::ClassEvent& each : log)
    out.push_back({each.number, each.id, each.at, each.body});
  return out;
}

}  // namespace

ClassHost::ClassHost(NodeContext& context, ClaimHolder& claims, TableRegistry& tables,
                     LoadGate& gate, ClassListener& listener, std::string code)
    : context_(context),
      claims_(claims),
      tables_(tables),
      gate_(gate),
      listener_(listener),
      reader_(context),
      code_(std::move(code)),
      key_(class_key(context.deps().crypto.blake2b, code_)),
      retry_delay_(context.config().retry_delay),
      check_at_(context.now() + check_interval),
      empty_since_(context.now()) {
  find_class();
}

void ClassHost::fail(const protocol::ErrorCode& code) {
  if (!failure_) failure_ = to_error(code);
  on_load_ended();
}

void ClassHost::when_loaded(std::function<void()> done) {
  if (!loading()) return done();
  on_loaded_.add(std::move(done), context_.now());
}

// A read that still waits for its turn never starts.
void ClassHost::leave_gate() {
  if (loading_.waits()) reading_ = false;
  loading_.leave();
}

void ClassHost::on_load_ended() {
  leave_gate();
  on_loaded_.notify();
}

void ClassHost::find_class() {
  reading_ = true;
  retry_at_.reset();
  context_.deps().classes.find(
      code_, defer([this](const auto& found) {
        reading_ = false;
        if (!found) return schedule_retry();
        if (!*found) return fail(error_code("class.not_found"));
        const auto& closed = context_.config().quarantined_tables;
        if (std::find(closed.begin(), closed.end(), **found) != closed.end())
          return fail(error_code("class.unavailable"));
        id_ = *found;
        read_log();
      }));
}

void ClassHost::acquire_claim(store::Takeover takeover) {
  claiming_ = true;
  retry_at_.reset();
  claims_.acquire(*id_, takeover, lifetime_, this, [this](const Result<store::Claim>& claim) {
    const Scope scope(*this);
    on_claim(claim);
  });
}

void ClassHost::on_claim(const Result<store::Claim>& claim) {
  claiming_ = false;
  if (failure_) return;
  if (!claim) return schedule_retry();
  if (claim->holder == claims_.node()) {
    lost_to_.reset();
    sent_here_ = false;
    return read_log();
  }
  if (sent_here_ && claims_.may_take_over(*id_)) return acquire_claim(store::Takeover::always);
  sent_here_ = false;
  lost_to_ = claim->holder;
  on_load_ended();
}

void ClassHost::on_claim_lost(const std::optional<std::string>& holder) {
  const Scope scope(*this);
  if (failure_) return;
  sent_here_ = false;
  if (std::exchange(folding_, {})) reading_ = false;
  if (holder) {
    lost_to_ = *holder;
    on_load_ended();
  } else if (!claiming_) {
    acquire_claim();
  }
}

void ClassHost::take_over() {
  if (failure_ || (id_ && claims_.holds(*id_))) return;
  sent_here_ = true;
  if (!claiming_ && id_) acquire_claim();
}

// Others are loaded meanwhile.
void ClassHost::schedule_retry() {
  leave_gate();
  retry_at_ = context_.now() + retry_delay_;
  retry_delay_ = std::min(2 * retry_delay_, max_retry_delay);
}

void ClassHost::read_log() {
  if (!id_) return find_class();
  if (reading_ || claiming_) return;
  if (!claims_.holds(*id_)) return acquire_claim();
  reading_ = true;
  retry_at_.reset();
  const auto read = [this] {
    context_.deps().classes.read(*id_, store::max_class_event,
                                 defer([this](const auto& log) { on_log(log); }));
  };
  if (classroom_ || loading_.held() || gate_.enter(loading_, defer(read))) read();
}

void ClassHost::on_log(const Result<std::vector<store::ClassEvent>>& log) {
  reading_ = false;
  if (lost_to_ || claiming_ || failure_) return;
  if (!log) return schedule_retry();
  retry_delay_ = context_.config().retry_delay;
  if (log->empty()) return classroom_ ? close_forgotten() : fail(error_code("class.not_found"));
  if (!classroom_) {
    reading_ = true;
    folding_.emplace(Folding{rows_of(*log), 0, {}});
    return fold_some();
  }
  const std::uint32_t before = classroom_->state().number;
  const auto outgoing = classroom_->reload(rows_of(*log), context_.now());
  if (!outgoing) return fail(error_code("class.corrupt"));
  if (classroom_->state().number != before) {
    conflicts_in_a_row_ = 0;
    remake_ = making_ > 0;
  }
  deliver(*outgoing);
  serve();
}

// wake() goes on with the next part.
void ClassHost::fold_some() {
  auto& [rows, next, state] = *folding_;
  const std::size_t size = std::min(rows_at_once, rows.size() - next);
  const bool good = !state.apply(std::span<const classroom::Row>(rows).subspan(next, size));
  next += size;
  if (good && next < rows.size()) return;
  reading_ = false;
  if (good) classroom_.emplace(std::move(state), context_.deps().crypto.blake2b);
  folding_.reset();
  if (!good) return fail(error_code("class.corrupt"));
  on_load_ended();
  serve();
}

void ClassHost::on_message(Socket from, std::string_view frame) {
  if (failure_ || lost_to_) return;
  const Scope scope(*this);
  auto message = messages::decode_client(frame);
  if (!message)
    return send(from, messages::error_for(message.error().code, message.error().sentence));
  const bool waits = !classroom_ || blocked() || classroom_->busy() || !queue_.empty();
  if (!waits || (classroom_ && std::holds_alternative<messages::Heartbeat>(*message))) {
    handle(from, *message);
    return serve();
  }
  const protocol::MoveId id = messages::id_of(*message);
  std::size_t own = 0;
  for (const QueuedMessage& each : queue_) {
    if (each.from != from) continue;
    ++own;
    if (id != protocol::MoveId::none && messages::id_of(each.message) == id)
      return;  // it is queued already
  }
  if (queue_.size() < max_queued && own < max_queued_of_socket)
    return queue_.push_back({from, *std::move(message)});
  send(from, messages::error_for(error_code("class.busy"), id, 1));
}

void ClassHost::handle(Socket from, const messages::FromClient& message) {
  if (const auto* hello = std::get_if<messages::Hello>(&message)) {
    std::erase_if(unproved_, [&](const auto& each) { return each.first == from; });
    unproved_.emplace_back(from, digest_of(context_.deps().crypto.blake2b, hello->token));
    proved_number_ = 0;
    std::erase(readers_, from);
    if (hello->role != messages::Role::pupil) readers_.push_back(from);
  }
  const auto* join = std::get_if<messages::Join>(&message);
  const bool newcomer = join != nullptr && is_newcomer(from) &&
                        !(join->teacher && classroom_->is_teacher(*join->teacher));
  if (newcomer)
    if (const auto refusal = listener_.refuse_newcomer(from))
      return send(from,
                  messages::error_for(refusal->code, refusal->sentence, messages::id_of(message)));
  // Before it is made, and more is known of it.
  const int units = units_of(classroom_->work_of(from, message));
  const bool teaches = classroom_->teaches(from);
  if (units > 0 && !listener_.on_work(from, units, teaches))
    return send(from, messages::error_for(error_code("rate.work"), messages::id_of(message), 5));
  const bool ordered = !classroom_->table_orders().empty();  // by a request before this one
  deliver(classroom_->handle(from, message, context_.now()));
  if (newcomer && classroom_->busy()) listener_.on_newcomer(from);
  const std::size_t tables = classroom_->table_orders().size();
  if (!ordered && tables > 0 &&
      !listener_.on_work(from, units_per_table * static_cast<int>(tables), teaches))
    deliver(classroom_->orders_failed(error_code("class.busy"), context_.now()));
}

void ClassHost::serve() {
  while (classroom_ && !failure_ && !lost_to_ && !blocked() && !drawing_) {
    prove();
    if (classroom_->wants_code()) return draw_code();
    if (!classroom_->table_orders().empty()) return make_tables();
    if (classroom_->proposal()) return append(*classroom_->proposal());
    if (queue_.empty()) return;
    const QueuedMessage next = std::move(queue_.front());
    queue_.pop_front();
    handle(next.from, next.message);
  }
}

// A code that a class has is drawn once in millions of times; the store's compare-and-set is what
// counts.
void ClassHost::draw_code() {
  const auto code = classroom::draw_code(context_.random<std::array<std::uint8_t, 16>>());
  if (!code) return serve();
  drawing_ = true;
  context_.deps().classes.find(*code, defer([this, code = *code](const auto& found) {
    drawing_ = false;
    if (!found)
      deliver(classroom_->orders_failed(error_code("class.busy"), context_.now()));
    else if (!*found && classroom_->wants_code())
      classroom_->code_drawn(code);
    serve();
  }));
}

void ClassHost::append(const classroom::Row& row) {
  if (!claims_.holds(*id_)) return read_log();
  writing_ = true;
  store::ClassEvent event{row.number, row.id, row.at, row.body};
  if (const auto read = classroom::read_event(row.body))
    if (const auto* changed = std::get_if<classroom::CodeChanged>(&*read))
      event.code = changed->code;
  context_.write(
      row.body.size(),
      [this, event = std::move(event)](store::Done<store::WriteResult> done) {
        context_.deps().classes.append(*id_, event, std::move(done));
      },
      lifetime_,
      [this, number = row.number](store::WriteResult outcome) {
        const Scope scope(*this);
        on_append_result(outcome, number);
      });
}

void ClassHost::on_append_result(store::WriteResult outcome, std::uint32_t number) {
  writing_ = false;
  if (outcome == store::WriteResult::ok) {
    conflicts_in_a_row_ = 0;
    retry_delay_ = context_.config().retry_delay;
    deliver(classroom_->committed(number, context_.now()));
    return serve();
  }
  if (outcome == store::WriteResult::damaged) return fail(error_code("class.unavailable"));
  if (outcome == store::WriteResult::unknown) return schedule_retry();
  if (++conflicts_in_a_row_ > max_conflicts) return fail(error_code("class.unavailable"));
  read_log();
}

// Whose token the class knows is counted by the class from now on. Strangers may be many, and are
// compared only when something has changed.
void ClassHost::prove() {
  if (proved_number_ == classroom_->state().number) return;
  proved_number_ = classroom_->state().number;
  std::vector<Socket> refused;
  std::erase_if(unproved_, [&](const auto& each) {
    if (!is_known(each.second)) return false;
    // Pupils may have filled the class: the teacher can still open the door, and shut it.
    if (!listener_.on_proved(each.first, each.second) && !leads(each.second))
      refused.push_back(each.first);
    return true;
  });
  const auto full = error_code("rate.connections");
  for (const Socket socket : refused)
    deliver({{{socket}, messages::error_for(full, protocol::MoveId::none, 10), full.code}});
}

bool ClassHost::is_newcomer(Socket socket) const {
  return std::any_of(unproved_.begin(), unproved_.end(), [&](const auto& each) {
    return each.first == socket && classroom_->state().holder(each.second) == nullptr;
  });
}

bool ClassHost::is_known(const protocol::Token& digest) const {
  const classroom::State& state = classroom_->state();
  const classroom::Pupil* pupil = state.holder(digest);
  return (pupil != nullptr && pupil->here) || leads(digest);
}

bool ClassHost::leads(const protocol::Token& digest) const {
  return protocol::same_secret(classroom_->state().teacher, digest) ||
         protocol::same_secret(classroom_->state().projector, digest);
}

void ClassHost::send(Socket to, const messages::FromClass& message) {
  context_.send(to, messages::encode(message));
}

void ClassHost::deliver(const classroom::Outgoing& outgoing) {
  for (const classroom::OutgoingMessage& each : outgoing) {
    const auto text = std::make_shared<const std::string>(messages::encode(each.message));
    for (const Socket to : each.to) {
      context_.send(to, text);
      if (each.close.empty()) continue;
      context_.deps().sockets.close(to, Close::normal, each.close);
      on_disconnect(to);
      listener_.on_closed(to);
    }
  }
}

void ClassHost::on_disconnect(Socket socket) {
  std::erase(sockets_, socket);
  std::erase(readers_, socket);
  std::erase_if(unproved_, [&](const auto& each) { return each.first == socket; });
  std::erase_if(queue_, [&](const QueuedMessage& each) { return each.from == socket; });
  if (sockets_.empty()) empty_since_ = context_.now();
  const Scope scope(*this);
  if (classroom_ && !failure_) deliver(classroom_->on_disconnect(socket, context_.now()));
}

void ClassHost::close_forgotten() {
  if (failure_) return;
  const Scope scope(*this);
  for (const Socket socket : sockets_) send(socket, messages::Closed{});
  fail(error_code("class.closed"));
}

bool ClassHost::can_unload(Time now) const {
  if (failure_) return sockets_.empty();
  return sockets_.empty() && !blocked() && !drawing_ &&
         now - empty_since_ >= context_.config().table_idle_timeout;
}

void ClassHost::wake() {
  const Time now = context_.now();
  const Scope scope(*this);
  reader_.wake(now);
  if (const auto at = on_loaded_.deadline(); at && now >= *at) on_loaded_.notify();
  if (failure_) return;
  if (folding_) return fold_some();
  if (retry_at_ && now >= *retry_at_) {
    retry_at_.reset();
    return read_log();
  }
  if (!classroom_ || lost_to_) return;
  if (!readers_.empty() && (now >= follow_at_ || now >= classroom_->next_tick())) follow_tables();
  if (now >= classroom_->next_tick()) deliver(classroom_->tick(now));
  if (now < check_at_) return;
  check_at_ = now + check_interval;
  if (readers_.empty()) follow_tables();  // for those whose seat is a bot's
  if (!blocked()) {
    classroom_->seat_latecomers(now);
    serve();
  }
  if (!claims_.clustered() || blocked() || classroom_->busy()) return;
  context_.deps().classes.find(classroom_->state().code, defer([this](const auto& found) {
                                 if (found && *found != id_ && !blocked()) read_log();
                               }));
}

Time ClassHost::next_wake() const {
  const Time now = context_.now();
  const Time idle = context_.config().table_idle_timeout;
  Time out = sockets_.empty() && empty_since_ + idle > now ? empty_since_ + idle : now + idle;
  if (const auto at = reader_.next_wake()) out = std::min(out, *at);
  if (const auto at = on_loaded_.deadline()) out = std::min(out, *at);
  if (failure_) return out;
  if (folding_) return now;
  if (retry_at_) out = std::min(out, *retry_at_);
  if (!classroom_ || lost_to_) return out;
  const classroom::State& state = classroom_->state();
  if (!readers_.empty() && state.round_begin < state.tables.size()) out = std::min(out, follow_at_);
  if (claims_.clustered() || state.round > 0) out = std::min(out, check_at_);
  return std::min(out, classroom_->next_tick());
}

}  // namespace coset::node
