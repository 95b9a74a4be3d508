#include "table/ledger.hpp"

#include <bit>
#include <ranges>

#include "table/public_position.hpp"

namespace coset::table {

namespace {

Error bad(std::string_view code, std::string sentence) { return {code, 0, std::move(sentence)}; }

std::string_view bytes_of_chain(const Bytes16& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

Ledger::Ledger(std::shared_ptr<const Setup> setup, Digest digest)
    : setup_(std::move(setup)),
      digest_(std::move(digest)),
      match_(first_match(*setup_)),
      clocks_(start_clocks(setup_->clock)),
      chain_{digest_(header_of(*setup_))} {}

Result<Ledger> Ledger::load(std::shared_ptr<const Setup> setup, Digest digest,
                            std::span<const Row> log) {
  Ledger out(std::move(setup), std::move(digest));
  for (const Row& event : log)
    if (auto error = out.append(event)) return *std::move(error);
  return out;
}

Seat Ledger::turn() const {
  const Turn turn = match_.turn();
  return over() || turn.kind != Turn::Kind::act ? nobody : turn.seat;
}

// A forfeited seat cannot win, whatever its bot does: the greedy one leaves the others a game. A
// weak one would be to the gain of those who let it play for an absent player.
std::string_view Ledger::bot_of(Seat seat) const {
  if (!human(seat)) return setup_->seats[seat].bot;
  const bool strict = setup_->timeout == protocol::TimeoutRule::strict;
  const bool agreed = waits_for_absent(*setup_) && cause(seat) == Cause::away;
  return strict && !forfeited(seat) && !agreed ? weak_substitute : substitute;
}

std::uint32_t Ledger::hints(Seat seat) const {
  return static_cast<std::uint32_t>(
      std::ranges::count(hints_, seat, [](const HintUse& use) { return use.seat; }));
}

// The best of the seats that can still win; a game that was cut short is scored like the others.
std::vector<int> Ledger::winners() const {
  const Scores scores = match_.scores();
  std::vector<int> out;
  if (seats() == 1) {
    if (end_ != protocol::End::forfeit && scores.winners != 0) out.push_back(1);
    return out;
  }
  int fewest = 0;
  for (Seat i = 0; i < seats(); ++i) {
    if (forfeited(i)) continue;
    if (out.empty() || scores.points[i] < fewest) {
      fewest = scores.points[i];
      out.clear();
    }
    if (scores.points[i] == fewest) out.push_back(i + 1);
  }
  return out;
}

std::optional<std::uint32_t> Ledger::takeback(Seat seat) const {
  std::uint32_t lines = lines_;
  for (const Mark& mark : std::views::reverse(recent_)) {
    if (mark.kind != EventKind::move || mark.deals != 0) return std::nullopt;
    lines -= mark.entries;
    if (mark.seat == seat) return lines;
    if (by_human(mark.seat) || setup_->spec.hands_are_hidden()) return std::nullopt;
  }
  return std::nullopt;
}

Draft Ledger::begin(const EventHeader& header, MoveId id) const {
  return {header.kind == EventKind::takeback ? match_.first(header.lines) : match_, header, id};
}

Chain Ledger::next_chain(const Draft& draft, std::string_view public_body) const {
  const Bytes16 seen = digest_(public_position(setup_->spec, draft.match().observe(nobody)));
  std::string bytes;
  bytes.reserve(2 * seen.size() + public_body.size());
  bytes += bytes_of_chain(chain_.bytes);
  bytes += public_body;
  bytes += bytes_of_chain(seen);
  return {digest_(bytes)};
}

Row Ledger::seal(const Draft& draft) const {
  CHECK(draft.complete());
  std::string body = draft.body();
  const Chain next = setup_->spec.hands_are_hidden() ? next_chain(draft, draft.public_body())
                                                     : next_chain(draft, body);
  return {head_ + 1, chain_, next, draft.id(), std::move(body)};
}

void Ledger::advance(Draft& draft, const Row& event) {
  CHECK(event.ply == head_ + 1 && event.before == chain_);
  const EventHeader& header = draft.header();
  const bool turn_over = draft.match().turns() != match_.turns() || draft.match().over();
  if (header.kind == EventKind::move || header.kind == EventKind::bot_takeover)
    clocks_ = spend(setup_->clock, clocks_, header.seat, header.spent, turn_over);
  if (header.kind == EventKind::move && turn_over) book_turn(header.seat);
  if (header.kind == EventKind::takeback) {
    lines_ = header.lines;
    recent_.clear();  // their lines of the record are gone, so they cannot be replayed
    for (HintUse& use : hints_) use.line = std::min(use.line, lines_ + 1);
  }
  if (header.hint != 0 && header.seat != nobody)
    hints_.push_back({lines_ + 1, header.seat, header.hint});
  lines_ += static_cast<std::uint32_t>(draft.done().size());
  deals_ += draft.deals();
  if (recent_.size() == recall) recent_.erase(recent_.begin());
  recent_.push_back({event.chain, event.id, header.at, header.spent, header.lines,
                     static_cast<std::uint16_t>(draft.done().size()),
                     static_cast<std::uint16_t>(draft.deals()), header.kind, header.seat,
                     header.cause, header.hint});
  head_ = event.ply;
  chain_ = event.chain;
  book(header);
  match_ = draft.take_match();
  if (!over() && match_.over()) end_ = protocol::end_of(match_.ending());
  if (!over() && head_ >= max_events) end_ = protocol::End::limit;
}

// The seat has completed a turn.
void Ledger::book_turn(Seat seat) {
  const auto others = static_cast<std::uint8_t>(~(1U << seat));
  owes_turn_ &= others;
  if (by_human(seat)) timed_out_ &= others;
}

// Applies an event to the players of the seats and the end of the game.
void Ledger::book(const EventHeader& header) {
  const auto bit = static_cast<std::uint8_t>(header.seat == nobody ? 0 : 1U << header.seat);
  switch (header.kind) {
    case EventKind::open:
    case EventKind::move:
    case EventKind::takeback:
      return;
    case EventKind::bot_takeover:
      kept_ |= bit;
      clocks_.used = 0;
      causes_[header.seat] = header.cause;
      if (header.cause == Cause::time) timed_out_ |= bit;
      if (header.cause == Cause::time && setup_->timeout == protocol::TimeoutRule::strict)
        owes_turn_ |= bit;
      return;
    case EventKind::reclaimed:
      kept_ &= static_cast<std::uint8_t>(~bit);
      causes_[header.seat] = Cause::none;
      clocks_ = refill(setup_->clock, clocks_, header.seat);
      return;
    case EventKind::forfeit: {
      forfeited_ |= bit;
      kept_ &= static_cast<std::uint8_t>(~bit);
      clocks_.used = 0;
      causes_[header.seat] = header.cause;
      bool humans = false;
      for (Seat i = 0; i < seats(); ++i) humans |= human(i) && !forfeited(i);
      if (!humans || std::popcount(forfeited_) + 1 >= seats()) end_ = protocol::End::forfeit;
      return;
    }
    case EventKind::finish:
      end_ = protocol::End::agreed;
      return;
  }
}

Result<Draft> Ledger::draft_of(std::string_view text, MoveId id) const {
  const auto body = read_body(match_, text);
  if (!body) return body.error();
  const EventHeader& header = body->header;
  const bool seated = header.kind != EventKind::open && header.kind != EventKind::finish;
  if (seated != (header.seat < seats()) || over() ||
      (header.kind == EventKind::open) != (head_ == 0) ||
      (header.kind == EventKind::takeback && header.lines > lines_) ||
      (header.kind == EventKind::open ? header.entropy != setup_->entropy
                                      : !header.entropy.empty()))
    return bad("log.event", "Event " + std::to_string(head_ + 1) + " cannot have happened here.");
  Draft draft = begin(header, id);
  for (const Match::Entry& entry : body->entries)
    if (auto error = draft.play(entry.seat, entry.action)) return *std::move(error);
  return draft;
}

std::optional<Error> Ledger::append(const Row& event) {
  if (event.ply != head_ + 1 || !(event.before == chain_))
    return bad("log.order", "Event " + std::to_string(event.ply) + " does not follow event " +
                                std::to_string(head_) + ".");
  auto read = draft_of(event.body, event.id);
  if (!read) return read.error();
  Draft draft = *std::move(read);
  if (!draft.complete() || !(next_chain(draft, draft.public_body()) == event.chain))
    return bad("log.chain",
               "Event " + std::to_string(event.ply) + " does not lead to its own chain.");
  advance(draft, event);
  return std::nullopt;
}

std::optional<Error> Ledger::append_body(std::string_view body) {
  auto read = draft_of(body, MoveId::none);
  if (!read) return read.error();
  Draft draft = *std::move(read);
  if (!draft.complete()) return bad("log.chain", "The last event is incomplete.");
  advance(draft, seal(draft));
  return std::nullopt;
}

bool Ledger::same_rows(const Ledger& other) const {
  const auto last = [](const Ledger& ledger) {
    return ledger.recent_.empty() ? MoveId::none : ledger.recent_.back().id;
  };
  return head_ == other.head_ && chain_ == other.chain_ && last(*this) == last(other) &&
         match_.full_record() == other.match_.full_record();
}

bool Ledger::ends_with(const Row& row) const {
  if (head_ == 0 || row.ply != head_ || !(row.chain == chain_)) return false;
  const Mark& mark = recent_.back();
  if (row.id != mark.id) return false;
  std::string body = write_event_header(event_header_of(mark));
  const std::vector<Match::Entry> played = match_.moves();
  for (std::size_t i = played.size() - mark.entries; i < played.size(); ++i)
    body += write_entry(match_, played[i], false);
  return row.body == body;
}

bool Ledger::lacks(Ply ply, const std::optional<Chain>& chain) const {
  if (ply > head_) return true;
  if (!chain || head_ - ply >= recent_.size()) return false;
  return !(recent_[recent_.size() - 1 - (head_ - ply)].chain == *chain);
}

bool Ledger::recalls(Ply ply, const Chain& chain) const {
  if (ply == 0 || ply > head_ || head_ - ply >= recent_.size()) return false;
  return recent_[recent_.size() - 1 - (head_ - ply)].chain == chain;
}

Ply Ledger::find(MoveId id) const {
  for (std::size_t i = recent_.size(); i-- > 0;)
    if (recent_[i].id == id) return head_ - static_cast<Ply>(recent_.size() - 1 - i);
  return 0;
}

Time Ledger::last_move_at(Seat seat) const {
  for (const Mark& mark : std::views::reverse(recent_))
    if (mark.kind == EventKind::move && mark.seat == seat) return mark.at;
  return 0;
}

EventHeader Ledger::event_header_of(const Mark& mark) const {
  EventHeader out{mark.kind, mark.seat, mark.cause, mark.hint, mark.spent, mark.at, mark.lines};
  if (mark.kind == EventKind::open) out.entropy = setup_->entropy;
  return out;
}

void Ledger::replay_since(Ply ply,
                          const std::function<void(const Draft&, Ply, const Chain&)>& use) const {
  std::size_t first = recent_.size() - (head_ - ply);
  std::size_t line = lines_;
  for (std::size_t i = first; i < recent_.size(); ++i) line -= recent_[i].entries;
  if (first == recent_.size()) return;
  Match match = match_.first(line);
  const std::vector<Match::Entry> entries = match_.moves();
  for (; first < recent_.size(); ++first) {
    const Mark& mark = recent_[first];
    Draft draft(std::move(match), event_header_of(mark), mark.id);
    for (int i = 0; i < mark.entries; ++i, ++line)
      CHECK(!draft.play(entries[line].seat, entries[line].action));
    use(draft, ++ply, mark.chain);
    match = draft.take_match();
  }
}

}  // namespace coset::table
