#include "apps/coset_load/class_link.hpp"

#include <algorithm>
#include <utility>

namespace coset::coset_load {

namespace {
constexpr unsigned too_many_requests = 429;
}

ClassLink::ClassLink(net::EventLoop& loop, const Endpoint& endpoint, LinkCounts& counts,
                     std::uint64_t seed, Events events)
    : counts_(counts), rng_(seed), events_(std::move(events)) {
  socket_ = std::make_unique<WsClient>(
      loop, endpoint,
      WsClient::Events{[this] {
                         connected_ = true;
                         ++counts_.opened;
                         events_.on_open();
                       },
                       [this](std::string_view frame) {
                         delay_ = min_delay;
                         const bool in_place = events_.on_message(frame);
                         if (!connected_) return;  // it was a redirect
                         route_.on_served();
                         if (!in_place) return;
                         if (const auto since = std::exchange(lost_at_, {}))
                           counts_.away.push_back(static_cast<float>(now_ - *since));
                       },
                       [this] {
                         if (connected_)
                           ++counts_.cut;
                         else
                           ++(socket_->status() == too_many_requests ? counts_.refused
                                                                     : counts_.failed);
                         lose(now_);
                         retry(now_);
                       }});
}

void ClassLink::open(std::string path, Time now) {
  if (connected_) lose(now);
  path_ = std::move(path);
  lost_at_.reset();
  retry_at_ = now;
  tick(now);
}

void ClassLink::tick(Time now) {
  now_ = now;
  if (path_.empty() || !retry_at_ || now < *retry_at_) return;
  retry_at_.reset();
  socket_->open(route_.target(path_));
}

void ClassLink::send(std::vector<std::string> frames) {
  for (std::string& frame : frames) socket_->send(std::move(frame));
}

void ClassLink::lose(Time now) {
  const bool was = std::exchange(connected_, false);
  if (!was) return;
  if (!lost_at_) lost_at_ = now;
  events_.on_lost();
}

void ClassLink::retry(Time now) {
  retry_at_ = now + delay_ / 2 + rng_.below(static_cast<std::uint32_t>(delay_));
  delay_ = std::min(max_delay, 2 * delay_);
}

void ClassLink::drop(Time now) {
  socket_->abort();
  lose(now);
  retry(now);
}

void ClassLink::redirect(const protocol::NodeName& node, Time now) {
  const bool follows = route_.follow(node);
  socket_->abort();
  lose(now);
  if (!follows) return retry(now);
  ++counts_.redirects;
  retry_at_ = now;
}

void ClassLink::drain(Time after, Time now) {
  socket_->abort();
  lose(now);
  retry_at_ = now + after;
}

void ClassLink::close() {
  path_.clear();
  retry_at_.reset();
  lost_at_.reset();
  socket_->abort();
  if (std::exchange(connected_, false)) events_.on_lost();
}

}  // namespace coset::coset_load
