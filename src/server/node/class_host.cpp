#include "server/node/class_host.hpp"

#include "classroom/code.hpp"
#include "protocol/classroom/codec.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

namespace messages = protocol::classroom;

constexpr std::size_t max_queued = 256;          // 60 pupils, some of them twice
constexpr std::size_t max_queued_of_socket = 8;  // nobody fills it for the others
constexpr int max_conflicts = 4;
constexpr int units_per_table = 40;  // a round of sixty is within a guest's budget
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
    if (hello->token)
      unproved_.emplace_back(from, digest_of(context_.deps().crypto.blake2b, *hello->token));
    else if (hello->role != messages::Role::pupil && proof_of(from).teacher)
      unproved_.emplace_back(from, classroom_->state().teacher);
    proved_number_ = 0;
    std::erase(readers_, from);
    if (hello->role != messages::Role::pupil) readers_.push_back(from);
  }
  const auto* join = std::get_if<messages::Join>(&message);
  const bool newcomer = join != nullptr && is_newcomer(from) &&
                        !(join->teacher && classroom_->is_teacher(*join->teacher)) &&
                        !(join->teaches && classroom_->is_opener(from));
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
  deliver(classroom_->handle(from, message, context_.now(), proof_of(from)));
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

store::ClassFacts ClassHost::stored_facts(const classroom::Facts& facts) {
  return {facts.locked, facts.closed, std::string(word_of(facts.language)), facts.pupils};
}

void ClassHost::append(const classroom::Row& row) {
  if (!claims_.holds(*id_)) return read_log();
  writing_ = true;
  store::ClassEvent event{row.number, row.id, row.at, row.body};
  if (const auto read = classroom::read_event(row.body)) {
    if (const auto* changed = std::get_if<classroom::CodeChanged>(&*read))
      event.code = changed->code;
    event.place = place_after(*read);
    const auto facts = stored_facts(facts_after(classroom_->state(), *read));
    if (facts != facts_) event.facts = facts;
  }
  context_.write(
      row.body.size(),
      [this, event](store::Done<store::WriteResult> done) {
        context_.deps().classes.append(*id_, event, std::move(done));
      },
      lifetime_,
      [this, row, facts = event.facts, place = event.place](store::WriteResult outcome) {
        const Scope scope(*this);
        if (outcome == store::WriteResult::ok && facts) facts_ = facts;
        if (outcome == store::WriteResult::ok && place && class_places_) {
          std::erase_if(*class_places_,
                        [&](const auto& each) { return each.pupil == place->pupil; });
          class_places_->push_back(*place);
        }
        on_append_result(outcome, row);
      });
}

void ClassHost::on_append_result(store::WriteResult outcome, const classroom::Row& row) {
  writing_ = false;
  if (outcome == store::WriteResult::ok) {
    conflicts_in_a_row_ = 0;
    retry_delay_ = context_.config().retry_delay;
    last_ = row;
    deliver(classroom_->committed(row.number, context_.now()));
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

// What was not committed is asked for again, and answered by what the store then has.
std::optional<store::ClassPlace> ClassHost::place_after(const classroom::Event& event) const {
  const auto* joined = std::get_if<classroom::Joined>(&event);
  if (joined == nullptr || classroom_->requester() == 0) return std::nullopt;
  // A number may be used again: what the place's guest of before had there is gone.
  return store::ClassPlace{joined->pupil,
                           joined->extra ? "" : context_.guest_at(classroom_->requester())};
}

classroom::Proof ClassHost::proof_of(Socket socket) const {
  classroom::Proof out;
  const std::string guest =
      class_places_ && !class_places_->empty() ? context_.guest_at(socket) : "";
  if (guest.empty()) return out;
  for (const store::ClassPlace& each : *class_places_)
    if (each.guest == guest && each.pupil == 0)
      out.teacher = true;
    else if (each.guest == guest)
      out.places.push_back(each.pupil);
  return out;
}

void ClassHost::forget_guest(const std::string& guest) {
  if (class_places_)
    std::erase_if(*class_places_, [&](const auto& each) { return each.guest == guest; });
}

bool ClassHost::has_proof(Socket from, std::string_view frame) const {
  const auto message = messages::decode_client(frame);
  const auto* hello = message ? std::get_if<messages::Hello>(&*message) : nullptr;
  if (hello == nullptr || !classroom_) return hello != nullptr;
  if (!hello->token) return hello->role != messages::Role::pupil && proof_of(from).teacher;
  const auto digest = digest_of(context_.deps().crypto.blake2b, *hello->token);
  const classroom::Pupil* pupil = classroom_->state().holder(digest);
  return (pupil != nullptr && !pupil->removed) || leads(digest);
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
  if (std::exchange(next_page_, false)) {
    if (claims_.holds(*id_)) return read_page();
    reading_ = false;
    return read_log();
  }
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
    classroom_->release_places(now);
    serve();
  }
  if (!claims_.clustered() || blocked() || classroom_->busy()) return;
  context_.deps().classes.find(classroom_->state().code, defer([this](const auto& found) {
                                 if (found && *found != id_ && !blocked()) read_log();
                               }));
  // A guest may be deleted at another node.
  context_.deps().guests.list_places(*id_, defer([this](const auto& found) {
    if (found && !blocked()) class_places_ = *found;
  }));
}

Time ClassHost::next_wake() const {
  const Time now = context_.now();
  const Time idle = context_.config().table_idle_timeout;
  Time out = sockets_.empty() && empty_since_ + idle > now ? empty_since_ + idle : now + idle;
  if (const auto at = reader_.next_wake()) out = std::min(out, *at);
  if (const auto at = on_loaded_.deadline()) out = std::min(out, *at);
  if (failure_) return out;
  if (next_page_) return now;
  if (retry_at_) out = std::min(out, *retry_at_);
  if (!classroom_ || lost_to_) return out;
  const classroom::State& state = classroom_->state();
  if (!readers_.empty() && state.round_begin < state.tables.size()) out = std::min(out, follow_at_);
  if (claims_.clustered() || state.round > 0 || classroom_->may_release_places())
    out = std::min(out, check_at_);
  return std::min(out, classroom_->next_tick());
}

}  // namespace coset::node
