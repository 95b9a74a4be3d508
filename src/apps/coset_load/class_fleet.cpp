#include "apps/coset_load/class_fleet.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "apps/coset_load/class_http.hpp"
#include "base/hex.hpp"

namespace coset::coset_load {

namespace messages = protocol::classroom;
using Steady = std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds tick_interval{5};
constexpr Time pause_length = 700;
constexpr Time away_length = 500;  // of a pupil who leaves and comes back
constexpr std::uint64_t no_limit = ~std::uint64_t{0};

protocol::Token random_token(Rng& rng) {
  protocol::Token out;
  for (std::uint8_t& byte : out.bytes) byte = static_cast<std::uint8_t>(rng.below(256));
  return out;
}

}  // namespace

class ClassFleet::Impl {
 public:
  Impl(net::EventLoop& loop, ClassPlan plan, std::FILE* observations, std::FILE* told)
      : loop_(loop),
        plan_(std::move(plan)),
        observations_(observations),
        told_(told),
        rng_(plan_.seed),
        timer_(loop, [this] { tick(); }) {}

  void start() {
    report_.pupils = static_cast<std::uint64_t>(plan_.pupils);
    if (!plan_.code.empty()) return enter(plan_.code);
    const protocol::Token teacher = random_token(rng_), projector = random_token(rng_);
    plan_.teacher = protocol::hex(teacher.bytes);
    projector_secret_ = projector;
    const auto body = nlohmann::json{{"language", plan_.language},
                                     {"teacher", plan_.teacher},
                                     {"projector", protocol::hex(projector.bytes)}};
    http_post(loop_, endpoint(0), "/api/classes", body.dump(), [this](const HttpAnswer& answer) {
      const auto told = nlohmann::json::parse(answer.body, nullptr, false);
      if (answer.status == 201 && told.is_object()) return enter(told.value("class", ""));
      complain("class", "it was not opened: " + std::to_string(answer.status) + " " + answer.body);
      ++report_.unfinished;
      stop();
    });
  }

  void cancel() {
    if (step_ != Step::over) ++report_.unfinished;
    stop();
  }
  const ClassReport& report() const { return report_; }

 private:
  struct Pupil {
    std::optional<ClassPupil> self;
    std::unique_ptr<ClassLink> link;
    std::unique_ptr<ClassSeat> seat;
    Time connect_at = 0;
    std::optional<Time> drop_at, drop_seat_at, return_at;
    bool was_in = false, has_moved = false, complained = false;
    bool reached = false;  // by the command
    std::map<std::string, std::uint64_t> errors;
  };
  struct Leader {
    std::optional<ClassTeacher> self;
    std::unique_ptr<ClassLink> link;
    bool complained = false;
  };
  // A command that is on its way to the pupils' screens.
  struct Command {
    double sent = 0;
    std::function<bool(const messages::PupilState&)> reached;
    std::vector<float>* all = nullptr;   // may be null
    std::vector<float>* last = nullptr;  // of the last screen
  };
  enum class Step { joining, lesson, game, ending, over };

  Time now() const { return static_cast<Time>(exact()); }
  double exact() const {
    return std::chrono::duration<double, std::milli>(Steady::now() - began_).count();
  }
  Endpoint endpoint(std::size_t client) const {
    Endpoint out{plan_.address, plan_.port, ""};
    if (plan_.spread) out.from = spread_address(client);
    return out;
  }

  void enter(const std::string& code) {
    plan_.code = report_.code = code;
    report_.teacher = plan_.teacher;
    const Time time = now();
    if (!plan_.teacher.empty()) {
      protocol::Token secret;
      (void)read_hex(plan_.teacher, secret.bytes);
      lead(teacher_, secret, messages::Role::teacher);
    }
    if (projector_secret_) lead(projector_, *projector_secret_, messages::Role::projector);
    for (int i = 0; i < plan_.pupils; ++i) {
      auto pupil = std::make_unique<Pupil>();
      Pupil& each = *pupil;
      const protocol::Token token = random_token(rng_);
      each.self.emplace(code, token, plan_.profile, rng_.next());
      const Endpoint from = endpoint(static_cast<std::size_t>(i));
      each.link =
          std::make_unique<ClassLink>(loop_, from, report_.links, rng_.next(),
                                      ClassLink::Events{[this, &each] {
                                                          each.self->on_connect(now());
                                                          each.drop_at = next_drop();
                                                          each.link->send(each.self->take_frames());
                                                        },
                                                        [this, &each](std::string_view frame) {
                                                          on_message(each, frame);
                                                          return each.self->in_place();
                                                        },
                                                        [&each] { each.self->on_disconnect(); }});
      each.seat = std::make_unique<ClassSeat>(loop_, from, report_.links, report_.seats,
                                              plan_.player, code, token, rng_.next());
      each.connect_at = time + plan_.join_time * i / std::max(1, plan_.pupils);
      pupils_.push_back(std::move(pupil));
    }
    step_since_ = time;
    timer_.in(tick_interval);
  }

  void lead(Leader& leader, const protocol::Token& secret, messages::Role role) {
    leader.self.emplace(plan_.code, secret, role, rng_.next());
    leader.link = std::make_unique<ClassLink>(
        loop_, endpoint(0), report_.links, rng_.next(),
        ClassLink::Events{[this, &leader] {
                            leader.self->on_connect(now());
                            leader.link->send(leader.self->take_frames());
                          },
                          [this, &leader](std::string_view frame) {
                            on_message(leader, frame);
                            return leader.self->connected();
                          },
                          [&leader] { leader.self->on_disconnect(); }});
    leader.link->open("/ws/c/" + plan_.code, now());
  }

  std::optional<Time> next_drop() {
    if (plan_.disconnect_every == 0) return std::nullopt;
    return now() + 1 + rng_.below(static_cast<std::uint32_t>(2 * plan_.disconnect_every));
  }

  void on_message(Leader& leader, std::string_view frame) {
    leader.self->on_message(frame, now());
    for (const messages::Wall& wall : leader.self->take_walls()) {
      if (&leader != &teacher_) continue;
      if (wall_began_ == 0) wall_began_ = exact();
      report_.wall_seconds = (exact() - wall_began_) / 1000;
      clock_.shown(wall, exact(), report_);
      if (projector_secret_ && wall.pupils > pupils_.size())
        report_.strangers =
            std::max<std::uint64_t>(report_.strangers, wall.pupils - pupils_.size());
    }
    if (!leader.self->complaint().empty() && !std::exchange(leader.complained, true))
      complain("teacher", leader.self->complaint());
    if (const auto node = leader.self->take_redirect()) return leader.link->redirect(*node, now());
    if (const auto after = leader.self->take_drain()) leader.link->drain(*after, now());
  }

  void on_message(Pupil& pupil, std::string_view frame) {
    pupil.self->on_message(frame, now());
    pupil.link->send(pupil.self->take_frames());
    if (const auto node = pupil.self->take_redirect()) return pupil.link->redirect(*node, now());
    if (const auto after = pupil.self->take_drain()) return pupil.link->drain(*after, now());
    for (const Told& told : pupil.self->take_told()) {
      ++(told.trade ? report_.tries_told : report_.answers_told);
      if (!told.misconception.empty()) ++report_.misconceptions[told.misconception];
      if (told_ != nullptr) std::fputs(format_told(told).c_str(), told_);
      clock_.told(report_.tries_told + report_.answers_told, exact());
    }
    if (!pupil.was_in && pupil.self->joined()) {
      pupil.was_in = true;
      if (++report_.in == report_.pupils) report_.joined_ms = exact();
    }
    if (pupil.self->refused()) pupil.link->close();
    reach(pupil);
    follow_state(pupil);
  }

  // The page follows what the class says.
  void follow_state(Pupil& pupil) {
    const messages::PupilState& state = pupil.self->state();
    if (!pupil.self->joined()) return;
    if (state.table && state.task == "tables") pupil.seat->sit(*state.table, now());
    pupil.seat->hold(state.paused || state.task != "tables");
    if (!pupil.self->complaint().empty() && !std::exchange(pupil.complained, true))
      complain(pupil.self->alias(), pupil.self->complaint());
  }

  void reach(Pupil& pupil) {
    if (!command_ || pupil.reached || !command_->reached(pupil.self->state())) return;
    pupil.reached = true;
    const auto took = static_cast<float>(exact() - command_->sent);
    if (command_->all != nullptr) command_->all->push_back(took);
    for (const auto& each : pupils_)
      if (!each->reached && each->self->joined()) return;
    command_->last->push_back(took);
    command_.reset();
  }

  template <class Message>
  void order(Message message, std::function<bool(const messages::PupilState&)> reached,
             std::vector<float>* all, std::vector<float>& last) {
    for (auto& each : pupils_) each->reached = false;
    command_ = Command{exact(), std::move(reached), all, &last};
    teacher_.self->command(std::move(message));
    teacher_.self->wake(now());
    teacher_.link->send(teacher_.self->take_frames());
  }

  void complain(const std::string& who, const std::string& what) {
    ++report_.complaints;
    if (report_.first_complaints.size() < 10) report_.first_complaints.push_back(who + ": " + what);
  }

  void tick() {
    if (step_ == Step::over) return;
    const Time time = now();
    for (Leader* leader : {&teacher_, &projector_})
      if (leader->self) {
        leader->link->tick(time);
        leader->self->wake(time);
        leader->link->send(leader->self->take_frames());
      }
    for (auto& each : pupils_) tick(*each, time);
    for (const Observation& each : std::exchange(report_.seats.observations, {}))
      if (observations_ != nullptr) std::fputs(format_observation(each).c_str(), observations_);
    report_.closed = is_closed();
    if (report_.closed) return cancel();
    advance(time);
    if (step_ != Step::over) timer_.in(tick_interval);
  }

  bool is_closed() const {
    return (teacher_.self && teacher_.self->closed()) ||
           std::any_of(pupils_.begin(), pupils_.end(),
                       [](const auto& each) { return each->self->closed(); });
  }

  void tick(Pupil& pupil, Time time) {
    if (!pupil.link->is_open() && !pupil.self->refused() && time >= pupil.connect_at)
      pupil.link->open("/ws/c/" + plan_.code, time);
    pupil.link->tick(time);
    pupil.self->wake(time);
    pupil.link->send(pupil.self->take_frames());
    pupil.seat->tick(time);
    if (auto counts = pupil.seat->take_counts())
      clock_.moved(pupil.seat->table(), *std::move(counts), exact());
    if (!pupil.has_moved && pupil.seat->all_moves() > 0) {
      pupil.has_moved = true;
      if (++report_.movers == report_.pupils) report_.first_moves_ms = exact();
    }
    if (!pupil.seat->complaint().empty() && !std::exchange(pupil.complained, true))
      complain(pupil.self->alias() + " at " + pupil.seat->table(), pupil.seat->complaint());
    if (pupil.drop_at && pupil.link->connected() && time >= *pupil.drop_at) {
      pupil.drop_at.reset();
      pupil.link->drop(time);
      if (pupil.seat->connected()) pupil.seat->drop(time);
    }
    if (pupil.self->has_left() && !pupil.return_at) pupil.return_at = time + away_length;
    if (pupil.return_at && time >= *pupil.return_at) {
      pupil.return_at.reset();
      ++report_.left;
      pupil.self->come_back();
      pupil.link->send(pupil.self->take_frames());
    }
  }

  // The teacher's plan, step by step.
  void advance(Time time) {
    const bool teaches = teacher_.self.has_value();
    if (time - step_since_ > plan_.grace + plan_.lesson_time + plan_.game_time) {
      complain("plan", "a step did not end in time");
      ++report_.unfinished;
      return step_ == Step::ending ? stop() : end(time);
    }
    switch (step_) {
      case Step::joining:
        if (report_.in < report_.pupils || (teaches && !teacher_.self->connected())) return;
        return teaches ? begin_round(time) : begin_game(time);
      case Step::lesson:
        if (command_ || !is_done(time, plan_.lesson_time, plan_.answers > 0)) return;
        return plan_.game_time > 0 ? begin_game(time) : end_round(time);
      case Step::game:
        if (pauses_left_ > 0 || is_paused_) return advance_pause(time);
        if (command_ || !is_done(time, plan_.game_time, false)) return;
        if (plan_.tries > 0 && !is_done(time, 0, true)) return;
        if (!all_have_moved()) return;
        return end_round(time);
      case Step::ending:
        if (is_quiet()) stop();
        return;
      case Step::over:
        return;
    }
  }

  // A step lasts as long as the plan says, or until all that was planned is told.
  bool is_done(Time time, Time length, bool by_number) const {
    if (!by_number) return time - step_since_ >= length;
    return is_quiet() && std::none_of(pupils_.begin(), pupils_.end(), [](const auto& each) {
             return each->self->has_quota() && !each->self->refused();
           });
  }
  // Or cannot: the other seat has won already.
  bool all_have_moved() const {
    return std::all_of(pupils_.begin(), pupils_.end(),
                       [](const auto& each) { return each->has_moved || each->seat->is_over(); });
  }
  bool is_quiet() const {
    return std::all_of(pupils_.begin(), pupils_.end(), [](const auto& each) {
      return each->self->refused() || (each->self->is_idle() && each->self->joined());
    });
  }

  void begin_round(Time time) {
    ++report_.rounds;
    step_since_ = time;
    if (plan_.lesson_time == 0 && plan_.answers == 0) return begin_game(time);
    step_ = Step::lesson;
    const std::string task =
        "lesson " + plan_.lesson + " " + std::to_string(plan_.seed * 1000 + report_.rounds);
    messages::SetTask message;
    message.task = task;
    order(
        message, [task](const auto& state) { return state.task == task; }, &report_.screens,
        report_.commands);
    share(plan_.answers == 0 ? no_limit : plan_.answers, 0);
    for (int i = 0; i < std::min(plan_.leave, plan_.pupils); ++i)
      pupils_[static_cast<std::size_t>(i)]->self->leave();
  }

  void begin_game(Time time) {
    step_ = Step::game;
    step_since_ = time;
    pauses_left_ = plan_.pauses;
    pause_at_ = time + plan_.game_time / (plan_.pauses + 1);
    share(0, plan_.tries);
    if (!teacher_.self) return share(no_limit, plan_.tries);
    messages::Pair pair;
    pair.spec = plan_.spec;
    pair.odd = plan_.three ? messages::Odd::three : messages::Odd::bot;
    std::vector<std::string> before;
    for (const auto& each : pupils_) before.push_back(each->seat->table());
    order(
        pair,
        [before](const messages::PupilState& state) {
          return state.table &&
                 std::find(before.begin(), before.end(), state.table->name) == before.end();
        },
        nullptr, report_.pairings);
  }

  void advance_pause(Time time) {
    if (command_ || time < pause_at_) return;
    is_paused_ = !is_paused_;
    if (is_paused_) --pauses_left_;
    pause_at_ = time + (is_paused_ ? pause_length : plan_.game_time / (plan_.pauses + 1));
    messages::Pause pause;
    pause.on = is_paused_;
    order(
        pause, [on = is_paused_](const auto& state) { return state.paused == on; },
        &report_.screens, report_.commands);
  }

  // Quotas for all, as equal as they can be.
  void share(std::uint64_t answers, std::uint64_t tries) {
    const std::uint64_t all = pupils_.size();
    for (std::uint64_t i = 0; i < all; ++i)
      pupils_[i]->self->set_quota(
          answers == no_limit ? answers : answers / all + (i < answers % all ? 1 : 0),
          tries / all + (i < tries % all ? 1 : 0));
  }

  void end_round(Time time) {
    if (teacher_.self && report_.rounds < static_cast<std::uint64_t>(plan_.rounds))
      return begin_round(time);
    end(time);
  }
  void end(Time time) {
    step_ = Step::ending;
    step_since_ = time;
    command_.reset();
    share(0, 0);
  }

  void stop() {
    if (step_ == Step::over) return;
    step_ = Step::over;
    report_.seconds = exact() / 1000;
    for (auto& each : pupils_) {
      report_.answers += each->self->answers();
      report_.tries += each->self->tries();
      report_.misjudged += each->self->misjudged();
      for (const auto& [code, count] : each->self->errors()) report_.errors[code] += count;
      if (!each->self->is_idle()) ++report_.unfinished;
      each->seat->close();
      each->link->close();
    }
    for (Leader* leader : {&teacher_, &projector_})
      if (leader->link) leader->link->close();
    loop_.stop();
  }

  net::EventLoop& loop_;
  ClassPlan plan_;
  std::FILE* observations_;
  std::FILE* told_;
  Rng rng_;
  Steady::time_point began_ = Steady::now();
  net::Timer timer_;
  std::optional<protocol::Token> projector_secret_;
  Leader teacher_, projector_;
  std::vector<std::unique_ptr<Pupil>> pupils_;
  std::optional<Command> command_;
  WallClock clock_;
  double wall_began_ = 0;
  Step step_ = Step::joining;
  Time step_since_ = 0;
  int pauses_left_ = 0;
  Time pause_at_ = 0;
  bool is_paused_ = false;
  ClassReport report_;
};

ClassFleet::ClassFleet(net::EventLoop& loop, ClassPlan plan, std::FILE* observations,
                       std::FILE* told)
    : impl_(std::make_unique<Impl>(loop, std::move(plan), observations, told)) {}
ClassFleet::~ClassFleet() = default;
void ClassFleet::start() { impl_->start(); }
void ClassFleet::cancel() { impl_->cancel(); }
const ClassReport& ClassFleet::report() const { return impl_->report(); }

}  // namespace coset::coset_load
