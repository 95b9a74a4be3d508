#include "apps/coset_load/class_pupil.hpp"

#include <algorithm>
#include <charconv>
#include <variant>

#include "base/overloaded.hpp"
#include "protocol/classroom/codec.hpp"

namespace coset::coset_load {

namespace messages = protocol::classroom;
using protocol::MoveId;
using teach::Misconception;

namespace {

constexpr std::uint16_t offers_in_a_welcome = 3;
constexpr int items = 8;
constexpr Time door_delay = 10'000;  // of a class that takes six new pupils a minute

std::string joined_by(const std::vector<std::string>& parts, char sign) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += sign;
    out += part;
  }
  return out;
}

// The name and the seed of "lesson NAME SEED".
struct LessonTask {
  std::string name;
  std::string seed;
  std::uint64_t number = 0;
};
std::optional<LessonTask> lesson_of(std::string_view task) {
  constexpr std::string_view word = "lesson ";
  const std::size_t last = task.rfind(' ');
  if (!task.starts_with(word) || last < word.size()) return std::nullopt;
  LessonTask out;
  out.name = task.substr(word.size(), last - word.size());
  out.seed = task.substr(last + 1);
  std::from_chars(out.seed.data(), out.seed.data() + out.seed.size(), out.number);
  return out;
}

bool is_one_of(std::string_view code, std::initializer_list<std::string_view> codes) {
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace

std::string format_told(const Told& told) {
  return joined_by({told.trade ? "trade" : "answer", told.alias, told.item, told.text,
                    told.correct ? "true" : "false", told.misconception},
                   '\t') +
         "\n";
}

ClassPupil::ClassPupil(std::string code, protocol::Token token, PupilProfile profile,
                       std::uint64_t seed)
    : code_(std::move(code)), token_(token), profile_(std::move(profile)), rng_(seed) {}

void ClassPupil::on_connect(Time now) {
  connected_ = true;
  greeted_ = false;
  heartbeat_at_ = now + profile_.heartbeat;
  send_hello();
}

void ClassPupil::send_hello() {
  messages::Hello hello;
  hello.code = code_;
  hello.token = token_;
  hello.skip = skip_;
  out_.push_back(messages::encode(messages::FromClient(hello)));
}

void ClassPupil::come_back() {
  left_ = false;
  if (connected_) send_hello();
}

void ClassPupil::on_message(std::string_view frame, Time now) {
  const auto message = messages::decode_class(frame);
  if (!message) {
    complaint_ = "invalid frame: " + message.error().sentence;
    return;
  }
  std::visit(
      Overloaded{[&](const messages::Welcome& each) { on(each, now); },
                 [&](const messages::PupilState& each) { on(each); },
                 [&](const messages::ClassError& each) { on(each, now); },
                 [&](const messages::Answered& each) {
                   on_told(each.id, {false, "", "", "", each.correct, each.misconception});
                 },
                 [&](const messages::Counted& each) {
                   on_told(each.id, {true, "", "", "", false, each.misconception});
                 },
                 [&](const messages::Done& each) { on_done(each.id); },
                 [&](const messages::Removed&) { refused_ = true; },
                 [&](const messages::Closed&) { refused_ = closed_ = true; },
                 [&](const protocol::Drain& each) { drain_ = each.after_ms; },
                 [&](const protocol::Redirect& each) { redirect_ = each.node; },
                 [&](const messages::Wall&) { complaint_ = "a pupil has received the wall"; }},
      *message);
}

void ClassPupil::on(const messages::Welcome& message, Time now) {
  greeted_ = true;
  if (message.you) {
    check_place(message);
    number_ = message.you;
    alias_ = message.alias.value_or("");
    joined_ = true;
    if (message.state) on(*message.state);
    if (pending_) send_pending(now);
    return;
  }
  if (joined_) complaint_ = "a pupil who had joined was not known";
  if (left_) return;
  if (pending_) return send_pending(now);
  join(message.offers, now);
}

void ClassPupil::check_place(const messages::Welcome& message) {
  if (number_ && (number_ != message.you || alias_ != message.alias))
    complaint_ = "pupil " + std::to_string(*number_) + " came back as another";
  if (!joined_) return;
  if (!message.state) {
    complaint_ = "a pupil came back without a task";
    return;
  }
  const messages::PupilState& state = *message.state;
  if (state.number < state_.number) complaint_ = "events were lost";
  if (state.number == state_.number &&
      (state.task != state_.task || state.paused != state_.paused || state.hand != state_.hand))
    complaint_ = "a pupil came back to another task";
  // A round gives tables and takes none.
  if (state_.table && !state.table) complaint_ = "a pupil came back without a table";
  if (state.task == state_.task && state.progress.size() < state_.progress.size())
    complaint_ = "progress was lost";
}

void ClassPupil::join(const std::vector<std::string>& offers, Time now) {
  if (offers.empty()) {
    complaint_ = "no alias was offered";
    return;
  }
  // Who has left keeps the alias.
  alias_ = number_ ? alias_ : offers[rng_.below(static_cast<std::uint32_t>(offers.size()))];
  messages::Join join;
  join.id = new_id();
  join.alias = alias_;
  request(join, now);
}

void ClassPupil::on(const messages::PupilState& message) { state_ = message; }

void ClassPupil::request(const messages::FromClient& message, Time now) {
  pending_ = Pending{messages::id_of(message), messages::encode(message), {}, false, now};
  send_pending(now);
}

void ClassPupil::send_pending(Time now) {
  const auto count = 1 + rng_.below(static_cast<std::uint32_t>(profile_.max_duplicates));
  for (std::uint32_t i = 0; i < count; ++i) out_.push_back(pending_->frame);
  pending_->sent = now;
}

void ClassPupil::on_done(MoveId id) {
  if (!pending_ || pending_->id != id) return;  // a duplicate
  const bool left = pending_->frame.find("\"leave\"") != std::string::npos;
  pending_.reset();
  left_ = left;
  joined_ = !left;
  if (left) state_.table.reset();  // the next round may begin without the pupil
}

void ClassPupil::on_told(MoveId id, const Told& told) {
  if (!pending_ || pending_->id != id) return;  // a duplicate
  Told& expected = pending_->expected;
  if (!pending_->counts || expected.trade != told.trade || expected.correct != told.correct ||
      expected.misconception != told.misconception) {
    ++misjudged_;
    complaint_ = expected.text + " was told as '" + told.misconception + "' instead of '" +
                 expected.misconception + "'";
  }
  expected.correct = told.correct;
  expected.misconception = told.misconception;
  if (told.correct) item_ = (item_ + 1) % items;
  expected.alias = alias_;
  told_.push_back(expected);
  pending_.reset();
}

void ClassPupil::on(const messages::ClassError& message, Time now) {
  ++errors_[message.code];
  closed_ = closed_ || is_one_of(message.code, {"class.not_found", "class.closed"});
  if (is_one_of(message.code, {"class.not_found", "class.closed", "class.disabled", "class.removed",
                               "class.teacher", "class.wrong_class", "class.locked", "class.full"}))
    refused_ = true;
  if (!pending_ || !message.id || *message.id != pending_->id) return;
  if (message.retry_after || is_one_of(message.code, {"class.busy", "class.unavailable"})) {
    pending_->sent = now - profile_.resend + 1000 * message.retry_after.value_or(0) + 100;
    return;
  }
  if (message.code == "rate.joins") {
    pending_->sent = now - profile_.resend + door_delay;
    return;
  }
  if (message.code == "class.alias_taken") {
    pending_.reset();
    skip_ = static_cast<std::uint16_t>(skip_ + offers_in_a_welcome);
    return send_hello();
  }
  // Work counts after the round or the lesson has ended, too.
  complaint_ = pending_->frame + " was refused: " + message.message;
  if (pending_->counts) --(pending_->expected.trade ? tries_ : answers_);
  pending_.reset();
}

bool ClassPupil::has_quota() const { return answers_left_ > 0 || tries_left_ > 0; }

bool ClassPupil::send_answer(Time now) {
  const auto lesson = lesson_of(state_.task);
  if (!lesson || answers_left_ == 0) return false;
  if (std::exchange(lesson_, state_.task) != state_.task) item_ = 0;
  const bool wrong = rng_.below(1000) < static_cast<std::uint32_t>(profile_.wrong * 1000);
  const PlannedAnswer planned =
      plan_answer(lesson->name, lesson->number, item_, wrong, profile_.misconceptions, rng_);
  messages::Answer answer;
  answer.id = new_id();
  answer.lesson = lesson->name;
  answer.seed = lesson->seed;
  answer.item = static_cast<std::uint8_t>(item_);
  answer.answer = planned.answer;
  answer.ms = 1 + rng_.below(20'000);
  answer.hints = static_cast<std::uint8_t>(rng_.below(3));
  request(answer, now);
  pending_->counts = true;
  pending_->expected = {false,
                        "",
                        lesson->name + " " + lesson->seed + " " + std::to_string(item_ + 1),
                        planned.answer,
                        planned.correct,
                        planned.misconception};
  --answers_left_;
  ++answers_;
  return true;
}

bool ClassPupil::send_try(Time now) {
  const bool alone = state_.task.starts_with("game ");
  if (tries_left_ == 0 || !(alone || (state_.table && state_.task == "tables"))) return false;
  std::string text =
      alone ? state_.task.substr(5, state_.task.find(" position ") - 5) : state_.table->spec;
  const auto spec = Spec::parse(text);
  if (!spec) {
    complaint_ = "invalid spec: " + text;
    return false;
  }
  if (std::exchange(trade_spec_, text) != text) {
    trades_ = misconceptions_of(*spec);
    if (profile_.misconceptions.empty())
      trades_.push_back(Misconception::none);
    else
      std::erase_if(trades_, [&](Misconception each) {
        return std::count(profile_.misconceptions.begin(), profile_.misconceptions.end(), each) ==
               0;
      });
  }
  if (trades_.empty()) return false;
  const auto planned =
      plan_trade(*spec, trades_[rng_.below(static_cast<std::uint32_t>(trades_.size()))], rng_);
  messages::Tried tried;
  tried.id = new_id();
  if (!alone) tried.table = state_.table->name;
  (spec->game_name() == "mad-abel" ? tried.cards : tried.give) = planned->give;
  tried.take = planned->take;
  request(tried, now);
  pending_->counts = true;
  pending_->expected = {
      true,        "",
      tried.table, joined_by(planned->give, '+') + "=" + joined_by(planned->take, '+'),
      false,       planned->misconception};
  --tries_left_;
  ++tries_;
  return true;
}

void ClassPupil::wake(Time now) {
  if (!connected_ || !greeted_ || refused_) return;
  if (now >= heartbeat_at_) {
    out_.push_back(messages::encode(messages::FromClient(messages::Heartbeat{})));
    heartbeat_at_ = now + profile_.heartbeat;
  }
  if (pending_) {
    if (now >= pending_->sent + profile_.resend) send_pending(now);
    return;
  }
  if (!joined_ || state_.paused) return;
  if (std::exchange(wants_to_leave_, false)) {
    messages::Leave leave;
    leave.id = new_id();
    return request(leave, now);
  }
  if (now < think_until_) return;
  if (send_answer(now) || send_try(now))
    think_until_ = now + (profile_.think_time == 0
                              ? 0
                              : rng_.below(static_cast<std::uint32_t>(2 * profile_.think_time)));
}

}  // namespace coset::coset_load
