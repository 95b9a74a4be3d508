#include "apps/coset_load/watchers.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "protocol/table/codec.hpp"

namespace coset::coset_load {

namespace {

constexpr std::chrono::milliseconds interval{50};

// Of an event or a snapshot, which begin with it.
std::optional<protocol::Ply> ply_of(std::string_view frame) {
  for (const std::string_view start :
       {R"({"type":"event","ply":)", R"({"type":"snapshot","ply":)"}) {
    protocol::Ply out = 0;
    if (frame.starts_with(start) &&
        std::from_chars(frame.data() + start.size(), frame.data() + frame.size(), out).ec ==
            std::errc())
      return out;
  }
  return std::nullopt;
}

}  // namespace

Watchers::Watchers(net::EventLoop& loop, const std::vector<Endpoint>& endpoints)
    : timer_(loop, [this] { connect_some(); }) {
  for (const Endpoint& endpoint : endpoints) {
    auto made = std::make_unique<Watcher>();
    Watcher& watcher = *made;
    watcher.socket = std::make_unique<WsClient>(
        loop, endpoint,
        WsClient::Events{[this, &watcher] {
                           protocol::Hello hello;
                           hello.table = table_;
                           watcher.socket->send(protocol::encode(hello));
                         },
                         [this, &watcher](std::string_view frame) { on_message(watcher, frame); },
                         [this, &watcher] { on_close(watcher); }});
    all_.push_back(std::move(made));
  }
}

Watchers::~Watchers() { (void)stop(); }

void Watchers::watch(const std::string& table) {
  if (table == table_) return;
  (void)stop();
  table_ = table;
  for (auto& each : all_) {
    each->ply = 0;
    each->waiting = true;
  }
  timer_.in(interval);
}

Watchers::Counts Watchers::stop() {
  table_.clear();
  watching_ = 0;
  for (auto& each : all_) {
    each->socket->abort();
    each->watches = each->waiting = false;
  }
  return counts_;
}

void Watchers::connect_some() {
  if (table_.empty()) return;
  std::size_t left = connects_per_second * static_cast<std::size_t>(interval.count()) / 1000;
  for (auto& each : all_)
    if (each->waiting && left > 0) {
      --left;
      each->waiting = false;
      each->socket->open(each->route.target("/ws/t/" + table_));
    }
  timer_.in(interval);
}

void Watchers::on_message(Watcher& watcher, std::string_view frame) {
  // Thousands receive each event, and nobody looks at it: nothing but the ply is read.
  if (const auto ply = ply_of(frame)) {
    watcher.route.on_served();
    ++counts_.events;
    if (*ply < watcher.ply) ++counts_.older;
    watcher.ply = *ply;
    if (!std::exchange(watcher.watches, true)) ++watching_;
    counts_.most = std::max<std::uint64_t>(counts_.most, watching_);
    return;
  }
  const auto message = protocol::decode_table(frame);
  const auto* redirect = message ? std::get_if<protocol::Redirect>(&*message) : nullptr;
  if (redirect == nullptr) return;
  (void)watcher.route.follow(redirect->node);
  watcher.socket->abort();
  on_close(watcher);
}

void Watchers::on_close(Watcher& watcher) {
  if (std::exchange(watcher.watches, false)) --watching_;
  watcher.waiting = !table_.empty();
}

}  // namespace coset::coset_load
