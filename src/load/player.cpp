#include "load/player.hpp"

#include <algorithm>
#include <variant>

#include "base/overloaded.hpp"
#include "bots/bot.hpp"
#include "play/notation.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/seen.hpp"

namespace coset::load {

Player::Player(std::string table, wire::Token token, Promise promise, const Habits& habits,
               std::uint64_t seed)
    : table_(std::move(table)),
      token_(token),
      promise_(std::move(promise)),
      habits_(habits),
      rng_(seed) {}

bool Player::holds_bytes(const std::vector<wire::Bytes16>& entropy) const {
  for (std::size_t i = 0; i < std::min(promise_.place, entropy.size()); ++i)
    if (entropy[i] == promise_.bytes || (!promise_.heard && entropy[i] == wire::Bytes16{}))
      return true;
  return false;
}

void Player::connected(Time now) {
  connected_ = true;
  beat_at_ = now + habits_.beat_on_turn;
  say_hello();
  if (pending_) send_pending(now);
}

void Player::say_hello() {
  wire::Hello hello;
  hello.table = table_;
  hello.token = token_;
  if (chain_) {
    hello.have_ply = ply_;
    hello.have_chain = chain_;
  }
  out_.push_back(wire::encode(hello));
}

void Player::hear(std::string_view frame, Time now) {
  const auto message = wire::decode_table(frame);
  if (!message) {
    complaint_ = "a frame that cannot be read: " + message.error().sentence;
    return;
  }
  std::visit(
      Overloaded{[&](const wire::Welcome& each) { on(each); },
                 [&](const wire::Snapshot& each) { on(each, now); },
                 [&](const wire::Event& each) { on(each, now); },
                 [&](const wire::No& each) { on(each); },
                 [&](const wire::Over& each) {
                   over_ = true;
                   pending_.reset();
                   seen_.push_back({game_, each.ply, each.chain});
                 },
                 [&](const wire::Beat& each) {
                   if (each.head > ply_) say_hello();
                 },
                 [&](const wire::Drain& each) { drain_ = each.after_ms; }, [&](const auto&) {}},
      *message);
}

void Player::on(const wire::Welcome& message) {
  auto spec = Spec::parse(message.spec);
  if (!spec) {
    complaint_ = "a spec that cannot be read";
    return;
  }
  spec_ = *std::move(spec);
  you_ = message.you;
  if (message.game) game_ = *message.game;
  if (!message.game) complaint_ = "a table without a game's id";
  if (you_ == nobody) complaint_ = "our token has no seat";
  if (!message.commitment || wire::hex(*message.commitment) != promise_.commitment)
    complaint_ = "another commitment than we were told first";
  if (!holds_bytes(message.entropy)) complaint_ = "our bytes are not at our place";
}

void Player::on(const wire::Snapshot& message, Time now) {
  if (message.ply < ply_)
    complaint_ = "a snapshot of ply " + std::to_string(message.ply) + " after ply " +
                 std::to_string(ply_) + " was seen";
  stand(message.ply, message.chain, message.turn, message.view, now);
}

void Player::on(const wire::Event& message, Time now) {
  if (message.ply <= ply_ && chain_) {
    if (message.ply == ply_ && message.chain != *chain_)
      complaint_ = "two events of ply " + std::to_string(ply_);
    return;
  }
  if (message.ply != ply_ + 1) return say_hello();
  drew_ = pending_ && message.id == pending_->id && pending_->move == "draw";
  if (pending_ && message.id == pending_->id) {
    confirmed_ = {message.ply, sent_first_};
    ++moves_;
  }
  stand(message.ply, message.chain, message.turn, message.view, now);
}

void Player::on(const wire::No& message) {
  ++refusals_;
  if (message.reason == wire::Reason::table) {
    lost_ = true;
    if (chain_) complaint_ = "a table that was seen is gone: " + message.text;
  }
  if (!pending_ || message.id != pending_->id) return;
  if (message.reason == wire::Reason::illegal || message.reason == wire::Reason::busy ||
      message.reason == wire::Reason::kept)
    complaint_ = "our move " + pending_->move + " was refused: " + message.text;
  if (message.reason == wire::Reason::stale || message.reason == wire::Reason::turn) {
    // Another event is there; a move that was ours would have come as an event.
    if (message.head > ply_) say_hello();
  }
}

void Player::stand(wire::Ply ply, const wire::Chain& chain, Seat turn, const wire::View& view,
                   Time now) {
  const bool news = !chain_ || ply != ply_;
  ply_ = ply;
  chain_ = chain;
  turn_ = turn;
  view_ = view;
  seen_.push_back({game_, ply, chain});
  if (pending_ && pending_->on_ply != ply) pending_.reset();
  if (!my_turn()) return;
  beat(now);
  if (pending_ || !news) return;  // who comes back goes on thinking
  const Time most = 2 * (drew_ ? habits_.think / 10 : habits_.think);
  think_until_ = now + (most == 0 ? 0 : rng_.below(static_cast<std::uint32_t>(most)));
}

void Player::choose() {
  static const auto bot = *bots::make_bot("random");
  const auto seen = wire::seen_in(*spec_, *view_, turn_);
  if (!seen) {
    complaint_ = "a view that nobody can have: " + seen.error().sentence;
    over_ = true;
    return;
  }
  wire::Move move;
  move.id = static_cast<wire::MoveId>(rng_.next() | 1U);
  move.on_ply = ply_;
  move.move = write_action(spec_->operation(), bot->choose(*spec_, *seen, {}, rng_));
  pending_ = std::move(move);
}

void Player::send_pending(Time now) {
  const auto copies = 1 + rng_.below(static_cast<std::uint32_t>(habits_.most_copies));
  for (std::uint32_t i = 0; i < copies; ++i) out_.push_back(wire::encode(*pending_));
  sent_last_ = now;
}

void Player::beat(Time now) {
  out_.push_back(wire::encode(wire::FromClient(wire::Beat{ply_})));
  beat_at_ = now + (my_turn() ? habits_.beat_on_turn : habits_.beat);
}

void Player::wake(Time now) {
  if (!connected_ || over_ || !chain_) return;
  if (may_move() && !pending_ && now >= think_until_) {
    choose();
    if (!pending_) return;
    sent_first_ = now;
    send_pending(now);
  } else if (pending_ && now >= sent_last_ + habits_.resend) {
    send_pending(now);
  }
  if (now >= beat_at_) beat(now);
}

Time Player::next_wake() const {
  constexpr Time never = Time{1} << 60U;
  if (!connected_ || over_ || !chain_) return never;
  Time out = beat_at_;
  if (pending_) out = std::min(out, sent_last_ + habits_.resend);
  if (may_move() && !pending_) out = std::min(out, think_until_);
  return out;
}

}  // namespace coset::load
