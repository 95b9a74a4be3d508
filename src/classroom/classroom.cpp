#include "classroom/classroom.hpp"

#include <algorithm>
#include <limits>

#include "classroom/aliases.hpp"
#include "classroom/code.hpp"

namespace coset::classroom {

namespace messages = protocol::classroom;
using messages::error_for;
using protocol::error_code;

namespace {

// What comes from here on in the variant is the teacher's.
constexpr std::size_t task_index = 8;
static_assert(std::is_same_v<std::variant_alternative_t<task_index, messages::FromClient>,
                             messages::SetTask>);

}  // namespace

Token digest_of(const Digest& digest, const Token& secret) {
  return {digest("coset-token\n" + protocol::hex(secret.bytes))};
}

Row opening_row(const Digest& digest, std::string_view code, Language language,
                const Token& teacher, const Token& projector, Time now) {
  const Opened opened{std::string(code), language, digest_of(digest, teacher),
                      digest_of(digest, projector)};
  return {1, MoveId::none, now, write_event(opened)};
}

Result<Classroom> Classroom::load(std::span<const Row> log, Digest digest) {
  auto state = State::fold(log);
  if (!state) return state.error();
  return Classroom(*std::move(state), std::move(digest));
}

Outgoing Classroom::handle(ConnectionId from, std::string_view json, Time now) {
  const auto message = messages::decode_client(json);
  if (message) return handle(from, *message, now);
  const Error& error = message.error();
  return {{{from}, error_for(error.code, error.sentence)}};
}

Outgoing Classroom::handle(ConnectionId from, const messages::FromClient& message, Time now,
                           const Proof& proof) {
  if (const auto* hello = std::get_if<messages::Hello>(&message))
    return on_hello(from, *hello, now, proof);
  Connection* by = find(from);
  if (by == nullptr)
    return {{{from}, error_for(error_code("class.hello"), messages::id_of(message))}};
  if (now - by->heard_at > silence_timeout) dirty_ = true;
  by->heard_at = now;
  if (!std::holds_alternative<messages::Heartbeat>(message)) return on_request(from, message, now);
  (void)begin_return(*by, now);
  return {};
}

Outgoing Classroom::on_hello(ConnectionId from, const messages::Hello& hello, Time now,
                             const Proof& proof) {
  const auto refuse = [&](const protocol::ErrorCode& error) {
    return Outgoing{{{from}, error_for(error), error.code}};
  };
  if (hello.proto != protocol::protocol) return refuse(error_code("class.protocol"));
  if (state_.closed) return refuse(error_code("class.closed"));
  const Token& secret = hello.role == messages::Role::projector ? state_.projector : state_.teacher;
  if (!hello.token && hello.role == messages::Role::pupil)
    return {{{from}, error_for(error_code("message.field"))}};
  const Token digest = hello.token ? digest_of(digest_, *hello.token) : secret;
  if (hello.role != messages::Role::pupil)
    if (hello.token ? !protocol::same_secret(digest, secret) : !proof.teacher)
      return refuse(error_code("class.teacher"));
  const Pupil* pupil = hello.role == messages::Role::pupil ? state_.holder(digest) : nullptr;
  if (pupil != nullptr && pupil->removed) return refuse(error_code("class.removed"));
  // Who is in may come back by an old code.
  if (hello.role == messages::Role::pupil && pupil == nullptr &&
      parse_code(hello.code) != state_.code)
    return refuse(error_code("class.wrong_class"));

  const Connection* before = find(from);
  const Time walled_at = (before == nullptr ? Connection{} : *before).walled_at;
  on_disconnect(from, now);
  Connection& connection = connections_.emplace_back();
  connection.id = from;
  connection.role = hello.role;
  connection.digest = digest;
  connection.heard_at = now;
  connection.walled_at = walled_at;
  connection.code = parse_code(hello.code).value_or("");
  connection.proof = proof;
  if (heard_at_.size() < state_.pupils.size()) heard_at_.resize(state_.pupils.size(), now);
  if (pupil != nullptr && pupil->here) connection.pupil = pupil->number;
  if (hello.role == messages::Role::pupil && connection.pupil == 0) {
    auto taken = reserved_aliases(from);
    for (const Pupil& each : state_.pupils)
      if (&each != pupil) taken.push_back(each.alias);
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < 8; ++i) seed = seed << 8U | digest.bytes[i];
    connection.offers = offer_aliases(state_.language, seed, hello.skip, max_offers, taken);
  }
  dirty_ = true;
  if (begin_return(connection, now)) return {};  // the welcome follows
  Outgoing out{{{from}, welcome_for(connection)}};
  if (connection.pupil != 0) {
    seat_latecomers(now);
  } else if (hello.role != messages::Role::pupil) {
    connection.owed = true;
    if (connection.walled_at + wall_interval <= now) send_walls(wall(now), now, out);
  }
  return out;
}

Outgoing Classroom::on_disconnect(ConnectionId connection, Time now) {
  if (const Connection* gone = find(connection); gone != nullptr && gone->pupil != 0)
    heard_at(gone->pupil, now) = std::max(heard_at(gone->pupil, now), gone->heard_at);
  if (std::erase_if(connections_, [&](const Connection& c) { return c.id == connection; }) != 0)
    dirty_ = true;
  return {};
}

const protocol::ErrorCode* Classroom::refusal(const Connection* by,
                                              const messages::FromClient& message) const {
  static constexpr protocol::ErrorCode hello = error_code("class.hello");
  static constexpr protocol::ErrorCode closed = error_code("class.closed");
  static constexpr protocol::ErrorCode teacher = error_code("class.teacher");
  static constexpr protocol::ErrorCode not_joined = error_code("class.not_joined");
  static constexpr protocol::ErrorCode joined = error_code("class.joined");
  static constexpr protocol::ErrorCode full = error_code("class.full");
  static constexpr protocol::ErrorCode busy_now = error_code("class.busy");
  if (by == nullptr) return &hello;
  if (state_.closed) return &closed;
  if (message.index() >= task_index) {
    if (by->role != messages::Role::teacher) return &teacher;
  } else if (const auto* join = std::get_if<messages::Join>(&message);
             join != nullptr && by->role == messages::Role::pupil) {
    if (by->pupil != 0) return &joined;
    if (join->teacher && !is_teacher(*join->teacher)) return &teacher;
    if (join->teaches && !by->proof.teacher) return &teacher;
  } else if (by->pupil == 0) {  // neither has a teacher joined
    return &not_joined;
  }
  // The teacher goes on where pupils cannot.
  const bool teaches = by->role == messages::Role::teacher;
  const Pupil* pupil = state_.pupil(by->pupil);
  const bool is_full = state_.number >= max_events + (teaches ? max_teacher_events : 0U) ||
                       (pupil != nullptr && pupil->events >= max_pupil_events);
  if (is_full && !std::holds_alternative<messages::Close>(message)) return &full;
  return busy() ? &busy_now : nullptr;
}

Outgoing Classroom::on_request(ConnectionId from, const messages::FromClient& message, Time now) {
  const MoveId id = messages::id_of(message);
  const Connection* by = find(from);
  if (const Outcome* outcome = state_.outcome(id); outcome != nullptr && by != nullptr) {
    Outgoing out;
    send_outcome(from, id, *outcome, out);
    return out;
  }
  if (by != nullptr && begin_return(*by, now))  // then it may ask again
    return {{{from}, error_for(error_code("class.busy"), id, 1)}};
  if (const auto* error = refusal(by, message)) return {{{from}, error_for(*error, id)}};
  const Pupil* pupil = state_.pupil(by->pupil);
  if (pupil != nullptr &&
      (pupil->lately.count(now) >= max_hour_events || state_.lately.count(now) >= max_hour_of_all))
    return {{{from}, error_for(error_code("rate.messages"), id, HourCount::step / 1000)}};
  const auto* join = std::get_if<messages::Join>(&message);
  const auto reserved = reserved_aliases(from);
  const bool clears = std::holds_alternative<messages::RemoveAll>(message);
  const auto away = clears ? away_for(silence_timeout, now) : std::vector<PupilNumber>();
  const bool extra = join != nullptr && (join->teacher || join->teaches);
  const auto places = free_places(*by);
  const Requester requester{pupil, by->digest, extra, places, reserved, away};
  auto plan = plan_request(state_, requester, message, exercises_);
  if (!plan) return {{{from}, error_for(plan.error().code, plan.error().sentence, id)}};
  // Where the page helps while pieces are picked, games count nothing.
  if (const auto* tried = std::get_if<TradeTried>(&plan->event);
      tried != nullptr && !state_.options.think_first)
    return {{{from}, messages::Counted{id, tried->misconception}}};
  begin({from, message, *std::move(plan), now});
  return {};
}

void Classroom::begin(Pending pending) {
  pending_ = std::move(pending);
  seal();
}

void Classroom::seal() {
  if (pending_->plan.wants_code || !pending_->plan.orders.empty()) return;
  row_ = Row{state_.number + 1, messages::id_of(pending_->message), pending_->at,
             write_event(pending_->plan.event)};
}

bool Classroom::wants_code() const { return pending_ && pending_->plan.wants_code; }

std::span<const TableOrder> Classroom::table_orders() const {
  if (!pending_) return {};
  return pending_->plan.orders;
}

void Classroom::code_drawn(std::string_view code) {
  if (!wants_code()) return;
  pending_->plan.event = CodeChanged{std::string(code)};
  pending_->plan.wants_code = false;
  seal();
}

void Classroom::tables_made(std::span<const TableMade> tables) {
  if (table_orders().empty()) return;
  auto& event = *std::get_if<Paired>(&pending_->plan.event);
  CHECK(tables.size() == event.tables.size());
  for (std::size_t i = 0; i < tables.size(); ++i) {
    event.tables[i].name = tables[i].name;
    event.tables[i].game = tables[i].game;
    event.tables[i].invitation = tables[i].invitation;
  }
  pending_->plan.orders.clear();
  seal();
}

Outgoing Classroom::orders_failed(const protocol::ErrorCode& error, Time) {
  if (!pending_ || row_) return {};
  Outgoing out;
  if (pending_->from != 0)
    out.push_back({{pending_->from}, error_for(error, messages::id_of(pending_->message))});
  pending_.reset();
  return out;
}

Outgoing Classroom::committed(std::uint32_t number, Time now) {
  if (!row_ || row_->number != number) return {};
  const Pending done = *std::move(pending_);
  const MoveId id = row_->id;
  CHECK(!state_.apply(done.plan.event, id, row_->at));
  pending_.reset();
  row_.reset();
  follow_state();
  dirty_ = true;
  Outgoing out;
  if (id != MoveId::none) send_outcome(done.from, id, *state_.outcome(id), out);
  send_consequences(done.plan.event, out);
  if (state_.closed) connections_.clear();
  seat_latecomers(now);
  return out;
}

std::optional<Error> Classroom::follow(std::span<const Row> rows) {
  has_news_ |= !rows.empty();
  return state_.apply(rows);
}

Outgoing Classroom::replace(State state, Time now) {
  has_news_ |= state.number != state_.number;
  state_ = std::move(state);
  return followed(now);
}

Outgoing Classroom::followed(Time now) {
  if (!std::exchange(has_news_, false)) return {};
  auto interrupted = std::move(pending_);
  pending_.reset();
  row_.reset();
  dirty_ = true;
  Outgoing out;
  for (const Pupil& pupil : state_.pupils)
    if (pupil.removed) send_consequences(Left{pupil.number, true}, out);
  follow_state();
  if (state_.closed) {
    send_consequences(ClassClosed{}, out);
    connections_.clear();
    return out;
  }
  send_welcomes(out);
  if (interrupted && interrupted->from != 0)
    for (auto& each : on_request(interrupted->from, interrupted->message, now))
      out.push_back(std::move(each));
  seat_latecomers(now);
  return out;
}

void Classroom::seat_latecomers(Time now) {
  for (const Pupil& pupil : state_.pupils) {
    if (busy()) return;
    const bool lost_seat = pupil.task == "tables" && has_lost_seat(pupil);
    if (auto plan = plan_latecomer(state_, pupil, lost_seat))
      begin({0, messages::Heartbeat{}, *std::move(plan), now});
  }
}

Time& Classroom::heard_at(PupilNumber pupil, Time now) {
  if (heard_at_.size() < state_.pupils.size()) heard_at_.resize(state_.pupils.size(), now);
  return heard_at_[pupil - 1U];
}

std::vector<PupilNumber> Classroom::away_for(Time span, Time now) {
  for (const Connection& each : connections_)
    if (each.pupil != 0) {
      Time& last = heard_at(each.pupil, now);
      last = std::max(last, each.heard_at);
    }
  std::vector<PupilNumber> out;
  for (const PupilNumber number : state_.present())
    if (now - heard_at(number, now) > span) out.push_back(number);
  return out;
}

bool Classroom::may_release_places() const {
  return !state_.closed && std::any_of(state_.pupils.begin(), state_.pupils.end(), [](auto& each) {
    return each.here && !each.extra && !each.played;
  });
}

void Classroom::release_places(Time now) {
  Cleared out;
  for (const PupilNumber number : away_for(away_timeout, now))
    if (!state_.pupil(number)->played) out.pupils.push_back(number);
  if (busy() || state_.closed || out.pupils.empty() || state_.number >= max_events) return;
  begin({0, messages::Heartbeat{}, Plan{std::move(out)}, now});
}

bool Classroom::begin_return(const Connection& connection, Time now) {
  const Pupil* pupil =
      connection.role == messages::Role::pupil ? state_.holder(connection.digest) : nullptr;
  if (pupil == nullptr || !pupil->gave_up || busy() || state_.closed ||
      state_.present().size() >= max_pupils || state_.number >= max_events ||
      pupil->events >= max_pupil_events || pupil->lately.count(now) >= max_hour_events)
    return false;
  begin({0, messages::Heartbeat{}, Plan{Joined{pupil->number, pupil->alias, pupil->token}}, now});
  return true;
}

bool Classroom::has_lost_seat(const Pupil& pupil) const {
  const PairedTable* table = state_.table_of(pupil.number);
  if (table == nullptr || connections_of(pupil.number).empty()) return false;
  return std::any_of(news_.begin(), news_.end(), [&](const TableNews& news) {
    return news.name == table->name &&
           std::none_of(news.seats.begin(), news.seats.end(),
                        [&](const SeatNews& seat) { return seat.pupil == pupil.number; });
  });
}

Work Classroom::work_of(ConnectionId from, const messages::FromClient& message) const {
  const auto by = std::find_if(connections_.begin(), connections_.end(),
                               [&](const Connection& each) { return each.id == from; });
  if (by == connections_.end() || refusal(&*by, message) != nullptr ||
      state_.outcome(messages::id_of(message)) != nullptr)
    return Work::none;
  return classroom::work_of(state_, state_.pupil(by->pupil), message, exercises_);
}

void Classroom::table_moved(TableNews news) {
  const PairedTable* table = state_.table(news.name);
  if (table == nullptr || table < state_.tables.data() + state_.round_begin) return;
  for (const auto& [pupil, count, moved_at] : news.seats) {
    if (pupil == 0) continue;
    if (moved_at_.size() < pupil) moved_at_.resize(pupil);
    moved_at_[pupil - 1U] = std::max(moved_at_[pupil - 1U], moved_at);
  }
  const auto place = std::find_if(news_.begin(), news_.end(),
                                  [&](const TableNews& each) { return each.name == news.name; });
  (place != news_.end() ? *place : news_.emplace_back()) = std::move(news);
  dirty_ = true;
}

Outgoing Classroom::tick(Time now) {
  if (now < next_tick()) return {};
  Outgoing out;
  auto fresh = wall(now);
  const bool changed = fresh != sent_;
  wall_at_ = now;
  dirty_ = false;
  for (Connection& each : connections_) each.owed = each.owed || changed;
  send_walls(fresh, now, out);
  sent_ = std::move(fresh);
  return out;
}

// Who was sent one just now gets it with the next tick, and delays nobody else's.
void Classroom::send_walls(const messages::Wall& wall, Time now, Outgoing& out) {
  std::vector<ConnectionId> teachers, projectors;
  for (Connection& each : connections_) {
    if (each.role == messages::Role::pupil || !each.owed) continue;
    if (each.walled_at + wall_interval > now) {
      dirty_ = true;
      continue;
    }
    each.walled_at = now;
    each.owed = false;
    (each.role == messages::Role::teacher ? teachers : projectors).push_back(each.id);
  }
  if (!teachers.empty()) out.push_back({std::move(teachers), wall});
  if (!projectors.empty()) out.push_back({std::move(projectors), without_aliases(wall)});
}

Time Classroom::next_tick() const {
  const bool watched =
      std::any_of(connections_.begin(), connections_.end(),
                  [](const Connection& c) { return c.role != messages::Role::pupil; });
  if (!watched) return std::numeric_limits<Time>::max();
  return wall_at_ + (dirty_ ? wall_interval : wall_refresh_interval);
}

bool Classroom::knows(const Token& token) const {
  const Pupil* pupil = state_.holder(digest_of(digest_, token));
  return pupil != nullptr && pupil->here;
}

bool Classroom::is_teacher(const Token& secret) const {
  return protocol::same_secret(digest_of(digest_, secret), state_.teacher);
}

bool Classroom::teaches(ConnectionId connection) const {
  return std::any_of(connections_.begin(), connections_.end(), [&](const Connection& each) {
    return each.id == connection && each.role == messages::Role::teacher;
  });
}

bool Classroom::is_opener(ConnectionId connection) const {
  return std::any_of(connections_.begin(), connections_.end(), [&](const Connection& each) {
    return each.id == connection && each.proof.teacher;
  });
}

messages::Wall Classroom::wall(Time now) const { return make_wall(state_, live(now), now); }

}  // namespace coset::classroom
