#include "hub/table/ledger.hpp"

#include <bit>
#include <ranges>

#include "hub/table/public_position.hpp"

namespace coset::hub {

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

std::string_view Ledger::bot_of(Seat seat) const {
  return human(seat) ? substitute : std::string_view(setup_->seats[seat].bot);
}

// The best of the seats that can still win; a game that was cut short is judged like the others.
std::vector<int> Ledger::winners() const {
  const Scores scores = match_.scores();
  std::vector<int> out;
  if (seats() == 1) {
    if (end_ != wire::End::forfeit && scores.winners != 0) out.push_back(1);
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

Draft Ledger::begin(const Fact& fact, MoveId id) const {
  return {fact.kind == EventKind::takeback ? match_.first(fact.lines) : match_, fact, id};
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
  const Fact& fact = draft.fact();
  if (fact.kind == EventKind::move || fact.kind == EventKind::keep)
    clocks_ = spend(setup_->clock, clocks_, fact.seat, fact.spent,
                    draft.match().turns() != match_.turns() || draft.match().over());
  if (fact.kind == EventKind::takeback) {
    lines_ = fact.lines;
    recent_.clear();  // what they added to the record is gone, so they cannot be told again
  }
  lines_ += static_cast<std::uint32_t>(draft.done().size());
  deals_ += draft.deals();
  if (recent_.size() == recall) recent_.erase(recent_.begin());
  recent_.push_back({event.chain, event.id, fact.at, fact.spent, fact.lines,
                     static_cast<std::uint16_t>(draft.done().size()),
                     static_cast<std::uint16_t>(draft.deals()), fact.kind, fact.seat, fact.cause,
                     fact.hint});
  head_ = event.ply;
  chain_ = event.chain;
  book(fact);
  match_ = draft.take_match();
  if (!over() && match_.over()) end_ = wire::end_of(match_.ending());
  if (!over() && head_ >= max_events) end_ = wire::End::limit;
}

// What an event means for who plays, and whether the game goes on.
void Ledger::book(const Fact& fact) {
  const auto bit = static_cast<std::uint8_t>(fact.seat == nobody ? 0 : 1U << fact.seat);
  switch (fact.kind) {
    case EventKind::open:
    case EventKind::move:
    case EventKind::takeback:
      return;
    case EventKind::keep:
      kept_ |= bit;
      clocks_.used = 0;
      return;
    case EventKind::back:
      kept_ &= static_cast<std::uint8_t>(~bit);
      clocks_ = refill(setup_->clock, clocks_, fact.seat);
      return;
    case EventKind::forfeit: {
      forfeited_ |= bit;
      kept_ &= static_cast<std::uint8_t>(~bit);
      clocks_.used = 0;
      bool humans = false;
      for (Seat i = 0; i < seats(); ++i) humans |= human(i) && !forfeited(i);
      if (!humans || std::popcount(forfeited_) + 1 >= seats()) end_ = wire::End::forfeit;
      return;
    }
    case EventKind::finish:
      end_ = wire::End::agreed;
      return;
  }
}

std::optional<Error> Ledger::append(const Row& event) {
  if (event.ply != head_ + 1 || !(event.before == chain_))
    return bad("log.order", "Event " + std::to_string(event.ply) + " does not follow event " +
                                std::to_string(head_) + ".");
  const auto body = read_body(match_, event.body);
  if (!body) return body.error();
  const Fact& fact = body->fact;
  const bool seated = fact.kind != EventKind::open && fact.kind != EventKind::finish;
  if (seated != (fact.seat < seats()) || over() || (fact.kind == EventKind::open) != (head_ == 0) ||
      (fact.kind == EventKind::takeback && fact.lines > lines_) ||
      (fact.kind == EventKind::open ? fact.entropy != setup_->entropy : !fact.entropy.empty()))
    return bad("log.fact", "Event " + std::to_string(event.ply) + " cannot have happened here.");
  Draft draft = begin(fact, event.id);
  for (const Match::Entry& entry : body->entries)
    if (auto error = draft.play(entry.seat, entry.action)) return error;
  if (!draft.complete() || !(next_chain(draft, draft.public_body()) == event.chain))
    return bad("log.chain",
               "Event " + std::to_string(event.ply) + " does not lead to its own chain.");
  advance(draft, event);
  return std::nullopt;
}

bool Ledger::same_rows(const Ledger& other) const {
  const auto last = [](const Ledger& ledger) {
    return ledger.recent_.empty() ? MoveId::none : ledger.recent_.back().id;
  };
  return head_ == other.head_ && chain_ == other.chain_ && last(*this) == last(other) &&
         match_.full_record() == other.match_.full_record();
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

Fact Ledger::fact_of(const Mark& mark) const {
  Fact out{mark.kind, mark.seat, mark.cause, mark.hint, mark.spent, mark.at, mark.lines};
  if (mark.kind == EventKind::open) out.entropy = setup_->entropy;
  return out;
}

void Ledger::tell_since(Ply ply,
                        const std::function<void(const Draft&, Ply, const Chain&)>& use) const {
  std::size_t first = recent_.size() - (head_ - ply);
  std::size_t line = lines_;
  for (std::size_t i = first; i < recent_.size(); ++i) line -= recent_[i].entries;
  if (first == recent_.size()) return;
  Match match = match_.first(line);
  const std::vector<Match::Entry> entries = match_.moves();
  for (; first < recent_.size(); ++first) {
    const Mark& mark = recent_[first];
    Draft draft(std::move(match), fact_of(mark), mark.id);
    for (int i = 0; i < mark.entries; ++i, ++line)
      CHECK(!draft.play(entries[line].seat, entries[line].action));
    use(draft, ++ply, mark.chain);
    match = draft.take_match();
  }
}

}  // namespace coset::hub
