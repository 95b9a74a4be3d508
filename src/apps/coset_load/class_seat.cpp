#include "apps/coset_load/class_seat.hpp"

#include <utility>

namespace coset::coset_load {

namespace {
constexpr Time lobby_delay = 500;
}

ClassSeat::ClassSeat(net::EventLoop& loop, const Endpoint& endpoint, LinkCounts& links,
                     SeatCounts& counts, const PlayerProfile& profile, std::string code,
                     protocol::Token token, std::uint64_t seed)
    : links_(links),
      counts_(counts),
      profile_(profile),
      code_(std::move(code)),
      token_(token),
      rng_(seed),
      link_(loop, endpoint, links_, rng_.next(),
            ClassLink::Events{[this] { on_open(); },
                              [this](std::string_view frame) {
                                on_message(frame);
                                return true;
                              },
                              [this] {
                                if (player_) player_->on_disconnect();
                              }}) {}

void ClassSeat::sit(const protocol::classroom::TableInfo& table, Time now) {
  if (table.name == table_) return;
  link_.close();
  now_ = now;
  table_ = table.name;
  invitation_ = Invitation{table.name, table.invitation};
  player_.reset();
  lobby_.emplace(*invitation_, token_, rng_.next());
  finished_ = bot_has_it_ = false;
  counted_errors_ = 0;
  seen_.clear();
  fresh_.reset();
  open();
}

void ClassSeat::open() {
  again_at_.reset();
  link_.open((player_ ? "/ws/t/" + table_ : std::string("/ws")) + "?class=" + code_, now_);
}

void ClassSeat::hold(bool held) {
  held_ = held;
  if (player_) player_->hold(held);
}

void ClassSeat::close() {
  table_.clear();
  link_.close();
}

void ClassSeat::on_open() {
  if (player_)
    player_->on_connect(now_);
  else
    lobby_->on_connect();
  link_.send(player_ ? player_->take_frames() : lobby_->take_frames());
}

void ClassSeat::on_message(std::string_view frame) {
  if (player_)
    player_->on_message(frame, now_);
  else
    lobby_->on_message(frame);
  if (const auto node = player_ ? player_->take_redirect() : lobby_->take_redirect())
    return link_.redirect(*node, now_);
  if (player_)
    process_player();
  else
    process_lobby();
}

void ClassSeat::process_lobby() {
  link_.send(lobby_->take_frames());
  if (!lobby_->complaint().empty()) complaint_ = lobby_->complaint();
  if (lobby_->started()) return take_seat(lobby_->seat() ? lobby_->seat()->promise : Promise{});
  if (!lobby_->failed()) return;
  // It has started without this client's bytes: after 20 seconds, or while it was away.
  if (lobby_->error() == "lobby.not_found")
    return take_seat(lobby_->seat() ? lobby_->seat()->promise : Promise{});
  if (lobby_->error() == "lobby.invitation_required")
    complaint_ = "the table does not know the pupil";
  const auto seat = lobby_->seat();
  link_.close();
  if (!seat) lobby_.emplace(*invitation_, token_, rng_.next());
  again_at_ = now_ + lobby_delay;
}

void ClassSeat::take_seat(const Promise& promise) {
  player_.emplace(table_, token_, promise, profile_, rng_.next());
  player_->hold(held_);
  link_.close();
  again_at_ = now_;
}

void ClassSeat::process_player() {
  link_.send(player_->take_frames());
  for (const Observation& each : player_->take_observations()) counts_.observations.push_back(each);
  const auto now = std::chrono::steady_clock::now();
  if (player_->take_confirmed()) {
    ++moves_;
    ++counts_.moves;
    counts_.latencies.push_back(std::chrono::duration<float, std::milli>(now - sent_at_).count());
  }
  if (std::exchange(pending_, player_->pending()) != player_->pending()) sent_at_ = now;
  counts_.errors += player_->errors() - counted_errors_;
  counted_errors_ = player_->errors();
  if (auto counts = player_->counts(); !counts.empty() && counts != seen_)
    fresh_ = seen_ = std::move(counts);
  if (!player_->complaint().empty()) complaint_ = player_->complaint();
  if (player_->seated() && !player_->has_seat() && !std::exchange(bot_has_it_, true))
    ++counts_.not_seated;
  if (player_->lost()) {
    // Not started yet: the pending table is still there.
    player_.reset();
    link_.close();
    lobby_.emplace(*invitation_, token_, rng_.next());
    again_at_ = now_ + lobby_delay;
    return;
  }
  if (const auto after = player_->take_drain()) return link_.drain(*after, now_);
  if (player_->over() && !std::exchange(finished_, true)) ++counts_.games;
}

std::optional<std::vector<int>> ClassSeat::take_counts() { return std::exchange(fresh_, {}); }

void ClassSeat::tick(Time now) {
  now_ = now;
  if (table_.empty()) return;
  if (again_at_ && now >= *again_at_) open();
  link_.tick(now);
  if (!player_ || !link_.connected() || player_->next_wake() > now) return;
  player_->wake(now);
  process_player();
}

}  // namespace coset::coset_load
