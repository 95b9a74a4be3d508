// What a table does with each message.
#include "hub/table/messages.hpp"
#include "hub/table/table.hpp"
#include "wire/table/codec.hpp"
#include "wire/table/tell.hpp"

namespace coset::hub {

namespace {

using wire::OfferKind;
using wire::Reason;

constexpr std::uint8_t most_hint_level = 5;

To only(ConnectionId connection) { return {To::Kind::connection, nobody, connection}; }

}  // namespace

Send Table::no(ConnectionId to, Reason reason, std::optional<MoveId> id) const {
  return {only(to), no_for(reason, ledger_.head(), id)};
}

std::optional<Reason> Table::refusal(ConnectionId from) const {
  const auto seat = people_.seat_of(from);
  if (!seat) return Reason::hello;
  if (*seat == nobody) return Reason::spectator;
  if (ledger_.over() || ledger_.forfeited(*seat)) return Reason::over;
  if (draft_) return Reason::busy;
  return std::nullopt;
}

// To a request that has been made already: its event, or that it is on its way.
std::optional<Sends> Table::answer_again(ConnectionId from, MoveId id) const {
  if (people_.seat_of(from).value_or(nobody) == nobody) return std::nullopt;
  if (draft_ && draft_->id() == id) return Sends{{only(from), wire::Got{id}}};
  const Ply known = ledger_.find(id);
  if (known == 0) return std::nullopt;
  return tell_again(from, known);
}

Sends Table::handle(ConnectionId from, std::string_view json, Time now) {
  const auto message = wire::decode_client(json);
  if (message) return handle(from, *message, now);
  Send refused = no(from, Reason::bad);
  std::get_if<wire::No>(&refused.message)->text = message.error().sentence;
  return {std::move(refused)};
}

Sends Table::handle(ConnectionId from, const wire::FromClient& message, Time now) {
  return std::visit([&](const auto& m) { return on(from, m, now); }, message);
}

Sends Table::left(ConnectionId connection, Time now) {
  const auto seat = people_.seat_of(connection);
  people_.leave(connection, now);
  std::erase_if(hints_, [&](const AskedHint& h) { return h.connection == connection; });
  Sends out;
  if (seat && *seat != nobody && !people_.present(*seat))
    for (const To& to : audiences()) out.push_back({to, wire::Seats{seat_infos()}});
  return out;
}

Sends Table::on(ConnectionId from, const wire::Hello& hello, Time now) {
  const Setup& setup = ledger_.setup();
  if (hello.proto != wire::protocol) return {no(from, Reason::protocol)};
  if (hello.table != setup.table) return {no(from, Reason::table)};
  Seat seat = nobody;
  if (hello.token) {
    for (Seat i = 0; i < ledger_.seats(); ++i)
      if (ledger_.human(i) && wire::same_secret(setup.seats[i].token, *hello.token)) seat = i;
    if (seat == nobody) return {no(from, Reason::token)};
  }
  const bool news = seat != nobody && !people_.present(seat);
  Sends out;
  if (news)
    for (const To& to : audiences()) out.push_back({to, wire::Seats{}});
  people_.join(from, seat, now);
  for (Send& send : out) std::get_if<wire::Seats>(&send.message)->seats = seat_infos();

  wire::Welcome welcome;
  welcome.table = setup.table;
  welcome.you = seat;
  welcome.spec = setup.spec.text();
  welcome.rules = setup.spec.rules();
  const Names& names = setup.spec.operation().names();
  for (const Element e : names.text_order()) welcome.pieces.push_back(names.write(e));
  welcome.seats = seat_infos();
  welcome.clock = setup.clock;
  welcome.rated = setup.rated;
  welcome.hints = setup.hints;
  welcome.head = ledger_.head();
  const Seat turn = ledger_.turn();
  welcome.clocks = clocks_for(ledger_, turn == nobody ? 0 : spent(turn, now));
  welcome.game = setup.game;
  welcome.commitment = setup.commitment;
  welcome.entropy = setup.entropy;
  welcome.series = setup.series;
  if (!next_.empty()) welcome.next = next_;
  out.push_back({only(from), std::move(welcome)});
  tell_rest(only(from), hello.have_ply, hello.have_chain, out);
  if (offer_ && seat != nobody) out.push_back({only(from), offer_now(wire::OfferState::open)});
  return out;
}

Sends Table::on(ConnectionId from, const wire::Move& move, Time now) {
  if (auto answer = answer_again(from, move.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {no(from, *reason, move.id)};
  const Seat seat = *people_.seat_of(from);
  if (ledger_.kept(seat)) return {no(from, Reason::kept, move.id)};
  people_.saw(seat, std::min(move.on_ply, ledger_.head()), now);
  if (move.on_ply != ledger_.head()) return {no(from, Reason::stale, move.id)};

  const Match& match = ledger_.match();
  const auto action = match.read(move.move);
  const bool mine = ledger_.turn() == seat;
  if (!action || !mine || action->verb == Verb::deal || !match.legal(*action)) {
    Send refused = no(from, mine ? Reason::illegal : Reason::turn, move.id);
    auto& told = *std::get_if<wire::No>(&refused.message);
    told.verdict = !action ? wire::verdict_for(action.error())
                   : action->verb == Verb::deal
                       ? wire::verdict_for(Error{"move.deal", 0, "Only the table deals."})
                       : wire::verdict_for(match, seat, *action);
    told.text = told.verdict->said.text;
    return {std::move(refused)};
  }
  Fact fact;
  fact.seat = seat;
  fact.hint = hint_level_;
  fact.spent = spent(seat, now);
  fact.at = now;
  propose(fact, move.id, &*action);
  return {{only(from), wire::Got{move.id}}};
}

Sends Table::on(ConnectionId from, const wire::Try& attempt, Time) {
  const auto seat = people_.seat_of(from);
  if (!seat) return {no(from, Reason::hello)};
  if (*seat == nobody) return {no(from, Reason::spectator)};
  if (ledger_.over()) return {no(from, Reason::over)};
  const Match& match = ledger_.match();
  const auto action = wire::action_of(match.spec(), attempt);
  wire::Judged out;
  out.seq = attempt.seq;
  out.head = ledger_.head();
  out.verdict =
      action ? wire::verdict_for(match, *seat, *action) : wire::verdict_for(action.error());
  return {{only(from), std::move(out)}};
}

Sends Table::on(ConnectionId from, const wire::AskHint& ask, Time) {
  if (const auto reason = refusal(from)) return {no(from, *reason)};
  const Seat seat = *people_.seat_of(from);
  if (!ledger_.setup().hints) return {no(from, Reason::hints)};
  if (ledger_.turn() != seat) return {no(from, Reason::turn)};
  if (ask.level < 1 || ask.level > most_hint_level) return {no(from, Reason::bad)};
  std::erase_if(hints_, [&](const AskedHint& h) { return h.connection == from; });
  hints_.push_back({from, seat, ask.level});
  return {};
}

Sends Table::on(ConnectionId from, const wire::Beat& beat, Time now) {
  const auto seat = people_.seat_of(from);
  if (!seat) return {no(from, Reason::hello)};
  if (*seat != nobody) people_.saw(*seat, std::min(beat.head, ledger_.head()), now);
  return {{only(from), wire::Beat{ledger_.head()}}};
}

Sends Table::on(ConnectionId from, const wire::Resign& resign, Time now) {
  if (auto answer = answer_again(from, resign.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {no(from, *reason, resign.id)};
  if (resign.on_ply.value_or(ledger_.head()) != ledger_.head())
    return {no(from, Reason::stale, resign.id)};
  Fact fact;
  fact.kind = EventKind::forfeit;
  fact.seat = *people_.seat_of(from);
  fact.cause = Cause::resign;
  fact.at = now;
  propose(fact, resign.id);
  return {{only(from), wire::Got{resign.id}}};
}

Sends Table::on(ConnectionId from, const wire::Back& back, Time now) {
  if (auto answer = answer_again(from, back.id)) return *std::move(answer);
  if (const auto reason = refusal(from)) return {no(from, *reason, back.id)};
  if (back.on_ply.value_or(ledger_.head()) != ledger_.head())
    return {no(from, Reason::stale, back.id)};
  const Seat seat = *people_.seat_of(from);
  if (!ledger_.kept(seat)) return {no(from, Reason::mine, back.id)};
  propose({.kind = EventKind::back, .seat = seat, .at = now}, back.id);
  return {{only(from), wire::Got{back.id}}};
}

std::optional<Reason> Table::offer_refusal(OfferKind what, Seat seat) const {
  const auto while_playing = [&]() -> std::optional<Reason> {
    if (ledger_.over() || ledger_.forfeited(seat)) return Reason::over;
    if (draft_) return Reason::busy;
    if (ledger_.kept(seat)) return Reason::kept;
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
  }
  CHECK(false);
}

// Whose consent it takes: the humans who are there, and for a game that goes on, who still play.
std::uint8_t Table::voters(OfferKind what) const {
  unsigned out = 0;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const bool plays =
        what == OfferKind::rematch ? ledger_.human(i) && people_.present(i) : ledger_.by_human(i);
    if (plays) out |= 1U << i;
  }
  return static_cast<std::uint8_t>(out);
}

wire::Offer Table::offer_now(wire::OfferState state) const {
  wire::Offer out;
  out.what = offer_->what;
  out.seat = offer_->by;
  out.state = state;
  for (int i = 0; i < ledger_.seats(); ++i)
    if ((offer_->yes >> i & 1U) != 0) out.yes.push_back(i + 1);
  if (offer_->what == OfferKind::rematch && next_game_) out.next = next_game_->deal;
  return out;
}

Sends Table::on(ConnectionId from, const wire::Ask& ask, Time now) {
  const auto seat = people_.seat_of(from);
  if (!seat) return {no(from, Reason::hello)};
  if (*seat == nobody) return {no(from, Reason::spectator)};
  if (const auto reason = offer_refusal(ask.what, *seat)) return {no(from, *reason)};
  // There is one rematch: who asks again is told where it is.
  if (ask.what == OfferKind::rematch && !next_.empty()) return {{only(from), wire::Moved{next_}}};
  Sends out;
  // Who asks for a rematch has yet to be told of its deal, and agrees by an answer.
  const bool bound = ask.what == OfferKind::rematch && next_game_;
  if (offer_ && offer_->what == ask.what && ask.what != OfferKind::takeback) {
    if (!bound || ask.entropy) agree(*seat, ask.entropy);
  } else {
    if (offer_) tell_offer(wire::OfferState::lapsed, out);
    offer_ = OpenOffer{ask.what, *seat, 0};
    if (!bound) agree(*seat, {});
  }
  Sends more = act_on_offer(now);
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return out;
}

Sends Table::on(ConnectionId from, const wire::Answer& answer, Time now) {
  const auto seat = people_.seat_of(from);
  if (!seat) return {no(from, Reason::hello)};
  if (*seat == nobody) return {no(from, Reason::spectator)};
  if (draft_) return {no(from, Reason::busy)};
  const bool asked =
      offer_ && offer_->what == answer.what && (voters(answer.what) >> *seat & 1U) != 0;
  if (!asked) return {no(from, Reason::offer)};
  if (answer.yes) {
    agree(*seat, answer.entropy);
    return act_on_offer(now);
  }
  Sends out;
  tell_offer(wire::OfferState::refused, out);
  offer_.reset();
  return out;
}

Sends Table::on(ConnectionId from, const wire::Say& say, Time) {
  const auto seat = people_.seat_of(from);
  if (!seat) return {no(from, Reason::hello)};
  if (*seat == nobody) return {no(from, Reason::spectator)};
  Sends out;
  for (const To& to : audiences()) out.push_back({to, wire::Spoken{*seat, say.phrase}});
  return out;
}

void Table::agree(Seat seat, const std::optional<Bytes16>& entropy) {
  offer_->yes |= static_cast<std::uint8_t>(1U << seat);
  if (!entropy || !next_game_ || offer_->what != OfferKind::rematch) return;
  // The first that came stay given, whatever becomes of this offer.
  Bytes16& given = next_game_->entropy[seat];
  if (given == Bytes16{}) given = *entropy;
}

// The next game of these people; where its deal can be checked, with everybody's bytes in the order
// of its seats, and zeros for bots and for whoever sent none.
Setup Table::rematch() const {
  Setup out = rematch_of(ledger_.setup(), ledger_.winners());
  if (!next_game_) return out;
  out.table = next_game_->deal.table;
  out.game = next_game_->deal.game;
  out.commitment = next_game_->deal.commitment;
  for (Seat i = 0; i < ledger_.seats(); ++i) {
    const auto now = static_cast<Seat>((i + 1) % ledger_.seats());  // where that seat is here
    out.entropy.push_back(next_game_->entropy[now]);
  }
  return out;
}

wire::Over Table::over_now() const {
  wire::Over out = over_for(ledger_);
  out.seed = seed_;
  return out;
}

// Acts on the offer if all agree. A fact is told when it is committed, not before.
Sends Table::act_on_offer(Time now) {
  Sends out;
  tell_offer(wire::OfferState::open, out);
  const std::uint8_t wanted = voters(offer_->what);
  if ((offer_->yes & wanted) != wanted) return out;
  switch (offer_->what) {
    case OfferKind::rematch:
      out.clear();
      tell_offer(wire::OfferState::agreed, out);
      agreed_rematch_ = std::make_unique<const Setup>(rematch());
      offer_.reset();
      return out;
    case OfferKind::finish:
      propose({.kind = EventKind::finish, .at = now}, MoveId::none);
      return out;
    case OfferKind::takeback: {
      Fact fact;
      fact.kind = EventKind::takeback;
      fact.seat = offer_->by;
      fact.at = now;
      const auto lines = ledger_.takeback(offer_->by);
      CHECK(lines);  // nothing has happened since it was asked for
      fact.lines = *lines;
      propose(fact, MoveId::none);
      return out;
    }
  }
  CHECK(false);
}

Sends Table::moved(const std::string& table) {
  agreed_rematch_.reset();
  next_ = table;
  Sends out;
  for (const To& to : audiences()) out.push_back({to, wire::Moved{table}});
  return out;
}

}  // namespace coset::hub
