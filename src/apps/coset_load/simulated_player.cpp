#include "apps/coset_load/simulated_player.hpp"

#include <algorithm>
#include <variant>

#include "base/overloaded.hpp"
#include "engine/bots/bot.hpp"
#include "engine/play/notation.hpp"
#include "protocol/table/codec.hpp"
#include "protocol/table/view_decoder.hpp"

namespace coset::coset_load {

namespace {

// Whether the table cannot be opened, or no longer.
bool is_gone(const protocol::TableError& error) {
  for (const std::string_view code :
       {"table.wrong_table", "table.not_found", "table.unavailable", "table.corrupt",
        "table.archived", "table.closed", "table.quarantined", "store.damaged"})
    if (error.code == code) return true;
  return false;
}

}  // namespace

SimulatedPlayer::SimulatedPlayer(std::string table, protocol::Token token, Promise promise,
                                 const PlayerProfile& profile, std::uint64_t seed)
    : table_(std::move(table)),
      token_(token),
      promise_(std::move(promise)),
      profile_(profile),
      rng_(seed) {}

bool SimulatedPlayer::includes_own_bytes(const std::vector<protocol::Bytes16>& entropy) const {
  for (std::size_t i = 0; i < std::min(promise_.place, entropy.size()); ++i)
    if (entropy[i] == promise_.bytes ||
        (!promise_.acknowledged && entropy[i] == protocol::Bytes16{}))
      return true;
  return false;
}

void SimulatedPlayer::on_connect(Time now) {
  connected_ = true;
  heartbeat_at_ = now + profile_.heartbeat_on_turn;
  send_hello();
  if (pending_) send_pending(now);
}

void SimulatedPlayer::send_hello() {
  protocol::Hello hello;
  hello.table = table_;
  hello.token = token_;
  if (chain_) {
    hello.last_ply = ply_;
    hello.last_chain = chain_;
  }
  out_.push_back(protocol::encode(hello));
}

void SimulatedPlayer::on_message(std::string_view frame, Time now) {
  const auto message = protocol::decode_table(frame);
  if (!message) {
    complaint_ = "invalid frame: " + message.error().sentence;
    return;
  }
  std::visit(Overloaded{[&](const protocol::Welcome& each) { on(each); },
                        [&](const protocol::Snapshot& each) { on(each, now); },
                        [&](const protocol::Event& each) { on(each, now); },
                        [&](const protocol::TableError& each) { on(each); },
                        [&](const protocol::GameOver& each) {
                          over_ = true;
                          pending_.reset();
                          observations_.push_back({game_, each.ply, each.chain});
                        },
                        [&](const protocol::Heartbeat& each) {
                          if (each.head > ply_) send_hello();
                        },
                        [&](const protocol::Drain& each) { drain_ = each.after_ms; },
                        [&](const protocol::Redirect& each) { redirect_ = each.node; },
                        [&](const auto&) {}},
             *message);
}

void SimulatedPlayer::on(const protocol::Welcome& message) {
  auto spec = Spec::parse(message.spec);
  if (!spec) {
    complaint_ = "invalid spec";
    return;
  }
  spec_ = *std::move(spec);
  you_ = message.you;
  confirms_ = message.clock.kind == protocol::ClockKind::turn ||
              message.clock.kind == protocol::ClockKind::fischer;
  if (message.game) game_ = *message.game;
  if (!message.game) complaint_ = "the table has no game id";
  if (promise_.commitment.empty()) return;
  if (you_ == nobody) complaint_ = "the token has no seat";
  if (!message.commitment || protocol::hex(*message.commitment) != promise_.commitment)
    complaint_ = "the commitment has changed";
  if (!includes_own_bytes(message.entropy))
    complaint_ = "the deal does not include the client's entropy";
}

void SimulatedPlayer::on(const protocol::Snapshot& message, Time now) {
  if (message.ply < ply_)
    complaint_ = "a snapshot of ply " + std::to_string(message.ply) + " after ply " +
                 std::to_string(ply_) + " was observed";
  set_position(message.ply, message.chain, message.turn, message.view, now);
}

void SimulatedPlayer::on(const protocol::Event& message, Time now) {
  if (message.ply <= ply_ && chain_) {
    if (message.ply == ply_ && message.chain != *chain_)
      complaint_ = "two events of ply " + std::to_string(ply_);
    return;
  }
  if (message.ply != ply_ + 1) return send_hello();
  drew_ = pending_ && message.id == pending_->id && pending_->move == "draw";
  if (pending_ && message.id == pending_->id) {
    confirmed_ = message.ply;
    ++moves_;
  }
  set_position(message.ply, message.chain, message.turn, message.view, now);
}

void SimulatedPlayer::on(const protocol::TableError& message) {
  ++errors_;
  if (is_gone(message)) {
    lost_ = true;
    if (chain_) complaint_ = "an observed table is gone: " + message.message;
  }
  if (!pending_ || message.id != pending_->id) return;
  using protocol::is, protocol::Reason;
  const bool busy = is(message, Reason::busy) && !profile_.accept_busy;
  if (is(message, Reason::illegal) || busy || is(message, Reason::bot_seat))
    complaint_ = "the move " + pending_->move + " was rejected: " + message.message;
  if (is(message, Reason::stale) || is(message, Reason::turn)) {
    // Another event came first; the client's own move would have come as an event.
    if (message.head > ply_) send_hello();
  }
}

void SimulatedPlayer::set_position(protocol::Ply ply, const protocol::Chain& chain, Seat turn,
                                   const protocol::View& view, Time now) {
  const bool is_new = !chain_ || ply != ply_;
  ply_ = ply;
  chain_ = chain;
  turn_ = turn;
  view_ = view;
  observations_.push_back({game_, ply, chain});
  if (pending_ && pending_->base_ply != ply) pending_.reset();
  schedule_heartbeat(now);
  if (!my_turn()) return;
  if (confirms_) send_heartbeat(now);
  if (pending_ || !is_new) return;  // a reconnect does not restart the think time
  const Time max = 2 * (drew_ ? profile_.think_time / 10 : profile_.think_time);
  think_until_ = now + (max == 0 ? 0 : rng_.below(static_cast<std::uint32_t>(max)));
}

std::vector<int> SimulatedPlayer::counts() const {
  if (!view_) return {};
  const auto size_of = [](const protocol::Counts& hand) {
    int out = 0;
    for (const auto& [name, count] : hand.counts) out += count;
    return out;
  };
  return std::visit(Overloaded{[&](const protocol::AlJabarView& view) {
                                 std::vector<int> out;
                                 for (const auto& hand : view.hands) out.push_back(size_of(hand));
                                 return out;
                               },
                               [&](const protocol::SolitaireView& view) {
                                 return std::vector<int>{size_of(view.hand)};
                               },
                               [](const protocol::MadAbelView& view) { return view.sizes; }},
                    view_->position);
}

void SimulatedPlayer::choose() {
  static const auto bot = *bots::make_bot("random");
  const auto view = protocol::seen_in(*spec_, *view_, turn_);
  if (!view) {
    complaint_ = "impossible view: " + view.error().sentence;
    over_ = true;
    return;
  }
  protocol::Move move;
  move.id = static_cast<protocol::MoveId>(rng_.next() | 1U);
  move.base_ply = ply_;
  move.move = write_action(spec_->operation(), bot->choose(*spec_, *view, {}, rng_));
  pending_ = std::move(move);
}

void SimulatedPlayer::send_pending(Time now) {
  const auto count = 1 + rng_.below(static_cast<std::uint32_t>(profile_.max_duplicates));
  for (std::uint32_t i = 0; i < count; ++i) out_.push_back(protocol::encode(*pending_));
  sent_last_ = now;
}

void SimulatedPlayer::send_heartbeat(Time now) {
  out_.push_back(protocol::encode(protocol::FromClient(protocol::Heartbeat{ply_})));
  schedule_heartbeat(now);
}

void SimulatedPlayer::schedule_heartbeat(Time now) {
  heartbeat_at_ = now + (my_turn() ? profile_.heartbeat_on_turn : profile_.heartbeat);
}

void SimulatedPlayer::wake(Time now) {
  if (!connected_ || over_ || !chain_) return;
  if (may_move() && !pending_ && now >= think_until_) {
    choose();
    if (!pending_) return;
    send_pending(now);
  } else if (pending_ && now >= sent_last_ + profile_.resend) {
    send_pending(now);
  }
  if (now >= heartbeat_at_) send_heartbeat(now);
}

Time SimulatedPlayer::next_wake() const {
  constexpr Time never = Time{1} << 60U;
  if (!connected_ || over_ || !chain_) return never;
  Time out = heartbeat_at_;
  if (pending_) out = std::min(out, sent_last_ + profile_.resend);
  if (may_move() && !pending_) out = std::min(out, think_until_);
  return out;
}

}  // namespace coset::coset_load
