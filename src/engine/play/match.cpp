#include "engine/play/match.hpp"

#include <algorithm>

#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"

namespace coset {

namespace {

constexpr std::string_view record_header = "coset-record ";
constexpr std::string_view position_header = "position ";

// A line without its end, and where it begins.
struct Line {
  std::string_view text;
  std::size_t offset;
};

// The next line that is neither empty nor a comment.
std::optional<Line> next_line(Reader& in) {
  while (!in.done()) {
    const std::size_t start = in.offset();
    std::string_view text = in.take_while([](char c) { return c != '\n'; });
    in.skip();
    if (text.ends_with('\r')) text.remove_suffix(1);
    const bool blank = std::all_of(text.begin(), text.end(), is_space);
    if (!blank && text[0] != '#') return Line{text, start};
  }
  return std::nullopt;
}

Error moved(Error error, std::size_t offset) {
  error.offset += offset;
  return error;
}

std::string seat_text(Seat seat) { return seat == nobody ? "0" : std::to_string(seat + 1); }

}  // namespace

template <class Use>
decltype(auto) Match::with(Use&& use) const {
  return std::visit(
      [&]<Game G>(const G& game) -> decltype(auto) {
        using State = typename G::State;
        auto& held = *std::get_if<Held<State>>(&state_);
        if constexpr (std::is_same_v<Held<State>, State>) {
          return use(game, held);
        } else {
          return use(game, *held);
        }
      },
      spec_.game());
}

template <class Use>
decltype(auto) Match::with(Use&& use) {
  return std::visit(
      [&]<Game G>(const G& game) -> decltype(auto) {
        using State = typename G::State;
        auto& held = *std::get_if<Held<State>>(&state_);
        if constexpr (std::is_same_v<Held<State>, State>) {
          return use(game, held);
        } else {
          return use(game, *held);
        }
      },
      spec_.game());
}

Match::Match(Spec spec, AnyState state)
    : spec_(std::move(spec)), state_(std::move(state)), repetition_(spec_.repetition()) {}

Match Match::open(Spec spec) {
  AnyState state = std::visit(
      []<Game G>(const G& game) -> AnyState { return Held<typename G::State>(game.start()); },
      spec.game());
  return {std::move(spec), std::move(state)};
}

Result<Match> Match::open(Spec spec, std::string_view position) {
  auto state = std::visit(
      [&]<Game G>(const G& game) -> Result<AnyState> {
        auto read = read_position(game, position);
        if (!read) return read.error();
        return AnyState(Held<typename G::State>(*read));
      },
      spec.game());
  if (!state) return state.error();
  Match match(std::move(spec), *std::move(state));
  match.start_ = match.full_position();
  match.repeated_ = match.with(
      [&](const auto& g, const auto& s) { return match.repetition_.note(g.repetition_mark(s)); });
  return match;
}

Turn Match::turn() const {
  if (repeated_) return {Turn::Kind::over, nobody};
  return with([](const auto& game, const auto& s) { return game.turn(s); });
}

Ending Match::ending() const {
  if (repeated_) return Ending::repetition;
  return with([](const auto& game, const auto& s) { return game.ending(s); });
}

Scores Match::scores() const {
  return with([](const auto& game, const auto& s) { return game.scores(s); });
}

int Match::turns() const {
  return with([](const auto& game, const auto& s) { return game.turns(s); });
}

Result<Action> Match::read(std::string_view text) const {
  return read_action(spec_.operation(), spec_.style(), text);
}

std::string Match::write(const Action& action) const {
  return write_action(spec_.operation(), action);
}

bool Match::legal(const Action& action) const {
  return !repeated_ && with([&](const auto& game, const auto& s) { return game.legal(s, action); });
}

Action Match::canonical(const Action& action) const {
  return with([&](const auto& game, const auto& s) { return game.canonical(s, action); });
}

void Match::actions(ActionList& list) const {
  if (!repeated_) with([&](const auto& game, const auto& s) { game.actions(s, list); });
}

Action Match::random_action(Rng& rng) const {
  CHECK(turn().kind == Turn::Kind::act);
  ActionList scratch;
  return with([&](const auto& game, const auto& s) { return game.random_action(s, scratch, rng); });
}

std::optional<Error> Match::play(Seat seat, const Action& action, Effects* did) {
  const Turn now = turn();
  if (now.kind == Turn::Kind::over) return Error{"move.over", 0, "The game is over."};
  if (now.seat != seat)
    return Error{"move.seat", 0,
                 now.seat == nobody ? "A piece is to be dealt to the table first."
                                    : "Seat " + seat_text(now.seat) + " is to move, not seat " +
                                          seat_text(seat) + "."};
  if ((now.kind == Turn::Kind::deal) != (action.verb == Verb::deal))
    return Error{"move.kind", 0,
                 now.kind == Turn::Kind::deal ? "A piece is to be dealt first."
                                              : "Nothing is to be dealt now."};
  const auto known = [&](Element e) { return index(e) < spec_.operation().order(); };
  if (!std::all_of(action.give.begin(), action.give.end(), known) ||
      !std::all_of(action.take.begin(), action.take.end(), known))
    return Error{"move.illegal", 0, "The move names a piece that is not in the game."};
  if (!legal(action)) return Error{"move.illegal", 0, write(action) + " is not a legal move here."};
  with([&](const auto& game, auto& s) {
    const Action made = game.canonical(s, action);
    log(seat, made);
    if constexpr (requires { game.note(refusals_, s, made); }) game.note(refusals_, s, made);
    if (did == nullptr) {
      game.apply(s, made);
    } else {
      *did = apply_told(game, s, seat, made);
    }
    repeated_ = repetition_.note(game.repetition_mark(s));
  });
  if (did != nullptr && repeated_) did->ending = Ending::repetition;
  return std::nullopt;
}

Action Match::deal(Rng& rng) {
  const Action action = random_deal(rng);
  CHECK(!play(turn().seat, action));
  return action;
}

Action Match::random_deal(Rng& rng) const {
  CHECK(turn().kind == Turn::Kind::deal);
  return deal_of(
      with([&](const auto& game, const auto& s) { return draw_from(game.urn(s), rng); }));
}

std::vector<int> Match::urn() const {
  CHECK(turn().kind == Turn::Kind::deal);
  return with([&](const auto& game, const auto& s) {
    std::vector<int> out;
    for (int i = 0; i < game.operation().order(); ++i) out.push_back(game.urn(s)[element(i)]);
    return out;
  });
}

void Match::log(Seat seat, const Action& action) {
  log_.push_back(seat);
  log_.push_back(static_cast<std::uint8_t>(action.verb));
  log_.push_back(static_cast<std::uint8_t>(action.give.size()));
  log_.push_back(static_cast<std::uint8_t>(action.take.size()));
  for (const Element e : action.give) log_.push_back(static_cast<std::uint8_t>(e));
  for (const Element e : action.take) log_.push_back(static_cast<std::uint8_t>(e));
}

std::vector<Match::Entry> Match::moves() const {
  std::vector<Entry> out;
  for (std::size_t i = 0; i < log_.size();) {
    Entry entry{log_[i], {static_cast<Verb>(log_[i + 1]), {}, {}}};
    const int give = log_[i + 2];
    const int take = log_[i + 3];
    i += 4;
    for (int k = 0; k < give; ++k) entry.action.give.push(element(log_[i++]));
    for (int k = 0; k < take; ++k) entry.action.take.push(element(log_[i++]));
    out.push_back(entry);
  }
  return out;
}

Match Match::first(std::size_t count) const {
  auto fresh = start_.empty() ? Result<Match>(open(spec_)) : open(spec_, start_);
  CHECK(fresh.ok());
  Match out = *std::move(fresh);
  const std::vector<Entry> all = moves();
  CHECK(count <= all.size());
  for (std::size_t i = 0; i < count; ++i) CHECK(!out.play(all[i].seat, all[i].action));
  return out;
}

AnyView Match::observe(Seat viewer) const {
  return with([&](const auto& game, const auto& s) -> AnyView {
    auto view = game.observe(s, viewer);
    if constexpr (requires { view.refusals; }) view.refusals = refusals_;
    return view;
  });
}

std::string Match::full_position() const {
  return with([](const auto& game, const auto& s) { return write_position(game, s); });
}

std::string Match::header() const {
  std::string out(record_header);
  out += std::to_string(record_version) + "\n" + spec_.text() + "\n";
  if (!start_.empty()) out += std::string(position_header) + start_ + "\n";
  return out;
}

std::string Match::full_record() const {
  std::string out = header();
  for (const Entry& entry : moves())
    out += seat_text(entry.seat) + ": " + write(entry.action) + "\n";
  return out;
}

std::string Match::record(Seat reader) const {
  if (!spec_.hands_are_hidden()) return full_record();
  std::string out =
      std::string(record_header) + std::to_string(record_version) + "\n" + spec_.text() + "\n";
  // The position it began from shows all hands, and no seat has a right to them.
  if (!start_.empty()) out += std::string(position_header) + "?\n";
  for (Entry entry : moves()) {
    if (entry.action.verb == Verb::deal && entry.seat != nobody && entry.seat != reader)
      entry.action.give = {};
    out += seat_text(entry.seat) + ": " + write(entry.action) + "\n";
  }
  return out;
}

Result<Match> Match::replay(std::string_view record) {
  Reader in(record);
  const auto head = next_line(in);
  if (!head || !head->text.starts_with(record_header))
    return Error{"record.header", head ? head->offset : 0,
                 "A record begins with the line 'coset-record 1'."};
  if (head->text.substr(record_header.size()) != std::to_string(record_version))
    return Error{"record.version", head->offset + record_header.size(),
                 "This program reads records of version 1, not " +
                     quoted(head->text.substr(record_header.size())) + "."};
  const auto spec_line = next_line(in);
  if (!spec_line) return Error{"record.spec", in.offset(), "The record ends before its spec."};
  auto spec = Spec::parse(spec_line->text);
  if (!spec) return moved(spec.error(), spec_line->offset);

  auto line = next_line(in);
  Result<Match> match = open(*spec);
  if (line && line->text.starts_with(position_header)) {
    if (line->text.substr(position_header.size()) == "?")
      return Error{"record.hidden", line->offset,
                   "This record hides the position it began from, so it cannot be replayed."};
    match = open(*std::move(spec), line->text.substr(position_header.size()));
    if (!match) return moved(match.error(), line->offset + position_header.size());
    line = next_line(in);
  }
  Match game = *std::move(match);
  for (; line; line = next_line(in)) {
    Reader move(line->text);
    const auto number = move.number(max_seats);
    if (!number || !move.take(':'))
      return Error{"record.seat", line->offset,
                   "A move begins with its seat, as in '1: draw'; a deal to the table with 0."};
    const auto seat = static_cast<Seat>(*number == 0 ? nobody : *number - 1);
    const std::size_t offset = line->offset + move.offset();
    const auto action = game.read(move.rest());
    if (!action) return moved(action.error(), offset);
    if (action->verb == Verb::deal && action->give.empty())
      return Error{"record.hidden", offset,
                   "This record hides what was dealt, so it cannot be replayed."};
    if (auto error = game.play(seat, *action)) return moved(*std::move(error), offset);
  }
  return game;
}

}  // namespace coset
