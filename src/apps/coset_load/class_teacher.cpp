#include "apps/coset_load/class_teacher.hpp"

#include <variant>

#include "base/overloaded.hpp"
#include "protocol/classroom/codec.hpp"

namespace coset::coset_load {

namespace messages = protocol::classroom;

namespace {
constexpr Time resend = 2000, heartbeat = 10'000, busy_delay = 100;
}

ClassTeacher::ClassTeacher(std::string code, protocol::Token secret, messages::Role role,
                           std::uint64_t seed)
    : code_(std::move(code)), secret_(secret), role_(role), rng_(seed) {}

void ClassTeacher::on_connect(Time now) {
  messages::Hello hello;
  hello.code = code_;
  hello.token = secret_;
  hello.role = role_;
  out_.push_back(messages::encode(messages::FromClient(hello)));
  heartbeat_at_ = now + heartbeat;
  sent_ = 0;
}

void ClassTeacher::on_message(std::string_view frame, Time now) {
  const auto message = messages::decode_class(frame);
  if (!message) {
    complaint_ = "invalid frame: " + message.error().sentence;
    return;
  }
  std::visit(Overloaded{[&](const messages::Welcome&) { connected_ = true; },
                        [&](const messages::Wall& wall) {
                          for (const auto& tile : wall.tiles)
                            for (const auto& pupil : tile.pupils)
                              if (role_ == messages::Role::projector && !pupil.alias.empty())
                                complaint_ = "the projector was told an alias";
                          walls_.push_back(wall);
                        },
                        [&](const messages::Done& done) {
                          if (commands_.empty() || messages::id_of(commands_.front()) != done.id)
                            return;
                          commands_.pop_front();
                          sent_ = 0;
                        },
                        [&](const messages::Closed&) { closed_ = true; },
                        [&](const messages::ClassError& error) {
                          closed_ = closed_ || error.code == "class.closed" ||
                                    error.code == "class.not_found";
                          if (error.retry_after || error.code == "class.busy" ||
                              error.code == "class.unavailable") {
                            sent_ = now - resend + busy_delay;
                            return;
                          }
                          complaint_ = "the teacher was refused: " + error.message;
                          if (!commands_.empty()) commands_.pop_front();
                          sent_ = 0;
                        },
                        [&](const protocol::Drain& each) { drain_ = each.after_ms; },
                        [&](const protocol::Redirect& each) { redirect_ = each.node; },
                        [&](const auto&) {}},
             *message);
}

void ClassTeacher::wake(Time now) {
  if (!connected_) return;
  if (now >= heartbeat_at_) {
    out_.push_back(messages::encode(messages::FromClient(messages::Heartbeat{})));
    heartbeat_at_ = now + heartbeat;
  }
  if (commands_.empty() || (sent_ != 0 && now < sent_ + resend)) return;
  out_.push_back(messages::encode(commands_.front()));
  sent_ = now;
}

}  // namespace coset::coset_load
