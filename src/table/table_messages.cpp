// The handlers of the client messages.
#include "protocol/table/codec.hpp"
#include "protocol/table/projections.hpp"
#include "table/messages.hpp"
#include "table/table.hpp"

namespace coset::table {

namespace {

using protocol::OfferKind;
using protocol::Reason;

constexpr std::uint8_t max_hint_level = 5;

Recipient only(ConnectionId connection) {
  return {Recipient::Kind::connection, nobody, connection};
}

}  // namespace

OutgoingMessage Table::reject(ConnectionId to, Reason reason, std::optional<MoveId> id) const {
  return {only(to), error_for(reason, ledger_.head(), id)};
}

std::optional<Reason> Table::refusal(ConnectionId from) const {
  const auto seat = presence_.seat_of(from);
  if (!seat) return Reason::hello;
  if (*seat == nobody) return Reason::spectator;
  if (ledger_.over() || ledger_.forfeited(*seat)) return Reason::game_over;
  if (draft_) return Reason::busy;
  return std::nullopt;
}

// The result of a resent request: its event, or an ack while it is being committed. The first copy
// is answered by its event; see Table::acknowledge.
std::optional<Outgoing> Table::resend_result(ConnectionId from, MoveId id) const {
  if (presence_.seat_of(from).value_or(nobody) == nobody) return std::nullopt;
  if (draft_ && draft_->id() == id) return Outgoing{{only(from), protocol::Ack{id}}};
  const Ply known = ledger_.find(id);
  if (known == 0) return std::nullopt;
  return resend_event(from, known);
}

Outgoing Table::handle(ConnectionId from, std::string_view json, Time now) {
  const auto message = protocol::decode_client(json);
  if (message) return handle(from, *message, now);
  const Error& error = message.error();
  return {{only(from), error_for({error.code, 0, error.sentence}, ledger_.head(), {})}};
}

Outgoing Table::handle(ConnectionId from, const protocol::FromClient& message, Time now) {
  return std::visit([&](const auto& m) { return on(from, m, now); }, message);
}

Outgoing Table::on_disconnect(ConnectionId connection, Time now) {
  const auto seat = presence_.seat_of(connection);
  presence_.leave(connection, now);
  std::erase_if(hints_, [&](const PendingHint& h) { return h.connection == connection; });
  Outgoing out;
  if (seat && *seat != nobody && !presence_.present(*seat))
    for (const Recipient& to : recipients()) out.push_back({to, protocol::Seats{seat_infos(now)}});
  Outgoing more = recount_bot_takeover(now);
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return out;
}

Outgoing Table::on(ConnectionId from, const protocol::Hello& hello, Time now) {
  const Setup& setup = ledger_.setup();
  if (hello.proto != protocol::protocol) return {reject(from, Reason::protocol)};
  if (hello.table != setup.table) return {reject(from, Reason::wrong_table)};
  Seat seat = nobody;
  if (hello.token) {
    for (Seat i = 0; i < ledger_.seats(); ++i)
      if (ledger_.human(i) && protocol::same_secret(setup.seats[i].token, *hello.token)) seat = i;
    if (seat == nobody) return {reject(from, Reason::token)};
  }
  const bool news = seat != nobody && !presence_.present(seat);
  Outgoing out;
  if (news)
    for (const Recipient& to : recipients()) out.push_back({to, protocol::Seats{}});
  Outgoing lapsed;
  if (news) lapse_bot_takeover(seat, lapsed);
  presence_.join(from, seat, now);
  for (OutgoingMessage& each : out)
    std::get_if<protocol::Seats>(&each.message)->seats = seat_infos(now);
  std::move(lapsed.begin(), lapsed.end(), std::back_inserter(out));

  protocol::Welcome welcome;
  welcome.table = setup.table;
  welcome.you = seat;
  welcome.spec = setup.spec.text();
  welcome.rules = setup.spec.rules();
  const Names& names = setup.spec.operation().names();
  for (const Element e : names.text_order()) welcome.pieces.push_back(names.write(e));
  welcome.seats = seat_infos(now);
  welcome.clock = setup.clock;
  welcome.rated = setup.rated;
  welcome.hints = setup.hints;
  welcome.timeout = setup.timeout;
  welcome.waits = waits_for_absent(setup);
  welcome.head = ledger_.head();
  const Seat turn = ledger_.turn();
  welcome.clocks = clocks_for(ledger_, turn == nobody ? 0 : spent(turn, now));
  welcome.game = setup.game;
  welcome.commitment = setup.commitment;
  welcome.entropy = setup.entropy;
  welcome.series = setup.series;
  if (!next_.empty()) welcome.next = next_;
  out.push_back({only(from), std::move(welcome)});
  send_missing(only(from), hello.last_ply, hello.last_chain, out);
  if (offer_ && seat != nobody) out.push_back({only(from), offer_now(protocol::OfferState::open)});
  return out;
}

Outgoing Table::on(ConnectionId from, const protocol::Move& move, Time now) {
  if (auto answer = resend_result(from, move.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {reject(from, *reason, move.id)};
  const Seat seat = *presence_.seat_of(from);
  if (ledger_.kept(seat)) return {reject(from, Reason::bot_seat, move.id)};
  presence_.mark_seen(seat, std::min(move.base_ply, ledger_.head()), now);
  if (move.base_ply != ledger_.head()) return {reject(from, Reason::stale, move.id)};

  const Match& match = ledger_.match();
  const auto action = match.read(move.move);
  const bool mine = ledger_.turn() == seat;
  if (!action || !mine || action->verb == Verb::deal || !match.legal(*action)) {
    protocol::TableError error =
        error_for(mine ? Reason::illegal : Reason::turn, ledger_.head(), move.id);
    error.verdict = !action ? protocol::verdict_for(action.error())
                    : action->verb == Verb::deal
                        ? protocol::verdict_for(Error{"move.deal", 0, "Only the table deals."})
                        : protocol::verdict_for(match, seat, *action);
    error.message = error.verdict->said.text;
    return {{only(from), std::move(error)}};
  }
  EventHeader header;
  header.seat = seat;
  header.spent = spent(seat, now);
  header.at = now;
  propose(header, move.id, &*action);
  return {};
}

Outgoing Table::on(ConnectionId from, const protocol::Preview& preview, Time) {
  const auto seat = presence_.seat_of(from);
  if (!seat) return {reject(from, Reason::hello)};
  if (*seat == nobody) return {reject(from, Reason::spectator)};
  if (ledger_.over()) return {reject(from, Reason::game_over)};
  const Match& match = ledger_.match();
  const auto action = protocol::action_of(match.spec(), preview);
  protocol::Judged out;
  out.seq = preview.seq;
  out.head = ledger_.head();
  out.verdict =
      action ? protocol::verdict_for(match, *seat, *action) : protocol::verdict_for(action.error());
  return {{only(from), std::move(out)}};
}

Outgoing Table::on(ConnectionId from, const protocol::AskHint& ask, Time) {
  if (const auto reason = refusal(from)) return {reject(from, *reason)};
  const Seat seat = *presence_.seat_of(from);
  if (!ledger_.setup().hints) return {reject(from, Reason::hints)};
  if (ledger_.turn() != seat) return {reject(from, Reason::turn)};
  if (ask.level < 1 || ask.level > max_hint_level) return {reject(from, Reason::bad_message)};
  std::erase_if(hints_, [&](const PendingHint& h) { return h.connection == from; });
  hints_.push_back({from, seat, ask.level});
  return {};
}

Outgoing Table::on(ConnectionId from, const protocol::Heartbeat& heartbeat, Time now) {
  const auto seat = presence_.seat_of(from);
  if (!seat) return {reject(from, Reason::hello)};
  // Its client has just received the event, and its next heartbeat is answered.
  const bool starts_clock = heartbeat.head == ledger_.head() && awaits_confirmation(*seat);
  if (*seat != nobody) presence_.mark_seen(*seat, std::min(heartbeat.head, ledger_.head()), now);
  if (starts_clock) return {};
  return {{only(from), protocol::Heartbeat{ledger_.head()}}};
}

Outgoing Table::on(ConnectionId from, const protocol::Resign& resign, Time now) {
  if (auto answer = resend_result(from, resign.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {reject(from, *reason, resign.id)};
  if (resign.base_ply.value_or(ledger_.head()) != ledger_.head())
    return {reject(from, Reason::stale, resign.id)};
  EventHeader header;
  header.kind = EventKind::forfeit;
  header.seat = *presence_.seat_of(from);
  header.cause = Cause::resign;
  header.at = now;
  propose(header, resign.id);
  return {};
}

Outgoing Table::on(ConnectionId from, const protocol::Reclaim& reclaim, Time now) {
  if (auto answer = resend_result(from, reclaim.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {reject(from, *reason, reclaim.id)};
  if (reclaim.base_ply.value_or(ledger_.head()) != ledger_.head())
    return {reject(from, Reason::stale, reclaim.id)};
  const Seat seat = *presence_.seat_of(from);
  if (!ledger_.kept(seat)) return {reject(from, Reason::own_seat, reclaim.id)};
  if (ledger_.owes_turn(seat)) return {reject(from, Reason::busy, reclaim.id)};
  propose({.kind = EventKind::reclaimed, .seat = seat, .at = now}, reclaim.id);
  return {};
}

std::optional<Reason> Table::offer_refusal(OfferKind what, Seat seat, Time now) const {
  const auto while_playing = [&]() -> std::optional<Reason> {
    if (ledger_.over() || ledger_.forfeited(seat)) return Reason::game_over;
    if (draft_) return Reason::busy;
    if (ledger_.kept(seat)) return Reason::bot_seat;
    if (ledger_.setup().rated) return Reason::rated;
    return std::nullopt;
  };
  switch (what) {
    case OfferKind::rematch:
      if (!ledger_.over()) return Reason::playing;
      return std::nullopt;
    case OfferKind::finish:
      return while_playing();
    case OfferKind::takeback:
      if (const auto reason = while_playing()) return reason;
      if (!ledger_.takeback(seat)) return Reason::takeback;
      return std::nullopt;
    case OfferKind::bot_takeover:
      if (const auto reason = while_playing()) return reason;
      if (absent_for(now).value_or(0) < bot_takeover_delay) return Reason::not_away;
      return std::nullopt;
  }
  CHECK(false);
}

// The seats whose consent is needed: for a rematch, connected humans; else the humans who play, and
// for a bot those of them who are connected.
std::uint8_t Table::voters(OfferKind what) const {
  const bool connected = what == OfferKind::rematch || what == OfferKind::bot_takeover;
  unsigned out = 0;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const bool plays = what == OfferKind::rematch ? ledger_.human(i) : ledger_.by_human(i);
    if (plays && (!connected || presence_.present(i))) out |= 1U << i;
  }
  return static_cast<std::uint8_t>(out);
}

void Table::lapse_bot_takeover(Seat back, Outgoing& out) {
  if (draft_ || !offer_ || offer_->what != OfferKind::bot_takeover || back != ledger_.turn())
    return;
  broadcast_offer(protocol::OfferState::lapsed, out);
  offer_.reset();
}

Outgoing Table::recount_bot_takeover(Time now) {
  if (draft_ || !offer_ || offer_->what != OfferKind::bot_takeover) return {};
  if (voters(offer_->what) != 0) return act_on_offer(now);
  offer_.reset();
  return {};
}

protocol::Offer Table::offer_now(protocol::OfferState state) const {
  protocol::Offer out;
  out.what = offer_->what;
  out.seat = offer_->by;
  out.state = state;
  for (int i = 0; i < ledger_.seats(); ++i)
    if ((offer_->yes >> i & 1U) != 0) out.yes.push_back(i + 1);
  if (offer_->what == OfferKind::rematch && next_game_) out.next = next_game_->deal;
  return out;
}

Outgoing Table::on(ConnectionId from, const protocol::Ask& ask, Time now) {
  const auto seat = presence_.seat_of(from);
  if (!seat) return {reject(from, Reason::hello)};
  if (*seat == nobody) return {reject(from, Reason::spectator)};
  if (const auto reason = offer_refusal(ask.what, *seat, now)) return {reject(from, *reason)};
  // There is one rematch: a repeated offer gets its table.
  if (ask.what == OfferKind::rematch && !next_.empty())
    return {{only(from), protocol::RematchReady{next_}}};
  Outgoing out;
  // The seat that offers a verifiable rematch does not know its deal yet: it agrees by an answer.
  const bool verifiable = ask.what == OfferKind::rematch && next_game_;
  if (offer_ && offer_->what == ask.what && ask.what != OfferKind::takeback) {
    if (!verifiable || ask.entropy) agree(*seat, ask.entropy);
  } else {
    if (offer_) broadcast_offer(protocol::OfferState::lapsed, out);
    offer_ = OpenOffer{ask.what, *seat, 0};
    if (!verifiable) agree(*seat, {});
  }
  Outgoing more = act_on_offer(now);
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return out;
}

Outgoing Table::on(ConnectionId from, const protocol::Answer& answer, Time now) {
  const auto seat = presence_.seat_of(from);
  if (!seat) return {reject(from, Reason::hello)};
  if (*seat == nobody) return {reject(from, Reason::spectator)};
  if (draft_) return {reject(from, Reason::busy)};
  const bool asked =
      offer_ && offer_->what == answer.what && (voters(answer.what) >> *seat & 1U) != 0;
  if (!asked) return {reject(from, Reason::offer)};
  if (answer.yes) {
    agree(*seat, answer.entropy);
    return act_on_offer(now);
  }
  Outgoing out;
  broadcast_offer(protocol::OfferState::refused, out);
  offer_.reset();
  return out;
}

Outgoing Table::on(ConnectionId from, const protocol::SendPhrase& message, Time) {
  const auto seat = presence_.seat_of(from);
  if (!seat) return {reject(from, Reason::hello)};
  if (*seat == nobody) return {reject(from, Reason::spectator)};
  Outgoing out;
  for (const Recipient& to : recipients())
    out.push_back({to, protocol::PhraseSent{*seat, message.phrase}});
  return out;
}

void Table::agree(Seat seat, const std::optional<Bytes16>& entropy) {
  offer_->yes |= static_cast<std::uint8_t>(1U << seat);
  if (!entropy || !next_game_ || offer_->what != OfferKind::rematch) return;
  // The first bytes are final, whatever happens to this offer.
  Bytes16& given = next_game_->entropy[seat];
  if (given == Bytes16{}) given = *entropy;
}

// The next game of these players; with a verifiable deal, also the bytes of every seat in its
// order: zeros for bots and for players that sent none.
Setup Table::rematch() const {
  Setup out = rematch_of(ledger_.setup(), ledger_.winners());
  if (!next_game_) return out;
  out.table = next_game_->deal.table;
  out.game = next_game_->deal.game;
  out.commitment = next_game_->deal.commitment;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const auto now = static_cast<Seat>((i + 1) % ledger_.seats());  // the same player's seat here
    out.entropy.push_back(next_game_->entropy[now]);
  }
  return out;
}

protocol::GameOver Table::game_over_now() const {
  protocol::GameOver out = game_over_for(ledger_);
  out.seed = seed_;
  return out;
}

// Acts on the offer if all agree. The event is sent after its commit.
Outgoing Table::act_on_offer(Time now) {
  Outgoing out;
  broadcast_offer(protocol::OfferState::open, out);
  const std::uint8_t needed = voters(offer_->what);
  if ((offer_->yes & needed) != needed) return out;
  switch (offer_->what) {
    case OfferKind::rematch:
      out.clear();
      broadcast_offer(protocol::OfferState::agreed, out);
      agreed_rematch_ = std::make_unique<const Setup>(rematch());
      offer_.reset();
      return out;
    case OfferKind::finish:
      propose({.kind = EventKind::finish, .at = now}, MoveId::none);
      return out;
    case OfferKind::takeback: {
      EventHeader header;
      header.kind = EventKind::takeback;
      header.seat = offer_->by;
      header.at = now;
      const auto lines = ledger_.takeback(offer_->by);
      CHECK(lines);  // no event has happened since the offer
      header.lines = *lines;
      propose(header, MoveId::none);
      return out;
    }
    case OfferKind::bot_takeover: {
      EventHeader header;
      header.kind = EventKind::bot_takeover;
      header.seat = ledger_.turn();
      header.cause = Cause::away;
      header.spent = spent(header.seat, now);
      header.at = now;
      propose(header, MoveId::none);
      return out;
    }
  }
  CHECK(false);
}

Outgoing Table::announce_rematch(const std::string& table) {
  agreed_rematch_.reset();
  next_ = table;
  Outgoing out;
  for (const Recipient& to : recipients()) out.push_back({to, protocol::RematchReady{table}});
  return out;
}

}  // namespace coset::table
