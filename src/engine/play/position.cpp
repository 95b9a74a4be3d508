#include "engine/play/position.hpp"

#include <algorithm>
#include <vector>

#include "base/sentence.hpp"
#include "engine/play/notation.hpp"

namespace coset {

namespace {

constexpr std::size_t max_text = 1U << 17U;  // seven hands of 256 pieces with the longest names

constexpr std::string_view no_yes[] = {"no", "yes"};
constexpr std::string_view al_jabar_phases[] = {"deal_hand", "deal_center",   "act", "drawing",
                                                "after",     "drawing_after", "over"};
constexpr std::string_view stuck_names[] = {"no", "moving", "may_signal"};
constexpr std::string_view solitaire_phases[] = {"deal_hand", "deal_center", "act", "drawing",
                                                 "remove",    "refill",      "over"};
constexpr std::string_view mad_abel_phases[] = {"deal_hand", "deal_second", "deal_top", "act",
                                                "draw_two",  "draw_one",    "over"};

// The fields of each game's State, once, for the reader and the writer. A visitor has
//   tally(name, tally), rest(name, tally) for the urn, piece(name, element, present), and, by
//   pointer to member, choice(name, member, names), number(name, member) and seat(name, member).
template <class T, class S, class Visitor>
void visit_fields(const AlJabar<T>& game, S& s, Visitor& visit) {
  using State = typename AlJabar<T>::State;
  for (int i = 0; i < game.seats(); ++i)
    visit.tally("hand" + std::to_string(i + 1), s.hands[static_cast<std::size_t>(i)]);
  visit.tally("center", s.center);
  visit.rest("bag", s.bag);
  visit.choice("phase", &State::phase, al_jabar_phases);
  visit.seat("seat", &State::seat);
  visit.number("round", &State::round);
  visit.choice("drawn", &State::drawn, no_yes);
  visit.choice("stuck", &State::stuck, stuck_names);
  visit.choice("signal", &State::signal, words_of(Ending{}));
  visit.seat("signal_seat", &State::signal_seat);
  visit.choice("ending", &State::ending, words_of(Ending{}));
}

template <class T, class S, class Visitor>
void visit_fields(const Solitaire<T>&, S& s, Visitor& visit) {
  using State = typename Solitaire<T>::State;
  visit.tally("hand", s.hand);
  visit.tally("center", s.center);
  visit.tally("fresh", s.fresh);
  visit.rest("bag", s.bag);
  visit.choice("phase", &State::phase, solitaire_phases);
  visit.number("turns", &State::turns);
  visit.number("cancellations", &State::cancellations);
  visit.number("removed", &State::removed);
  visit.number("pending", &State::pending);
  visit.choice("ending", &State::ending, words_of(Ending{}));
}

template <class T, class S, class Visitor>
void visit_fields(const MadAbel<T>& game, S& s, Visitor& visit) {
  using State = typename MadAbel<T>::State;
  using Phase = typename MadAbel<T>::Phase;
  for (int i = 0; i < game.seats(); ++i)
    visit.tally("hand" + std::to_string(i + 1), s.hands[static_cast<std::size_t>(i)]);
  visit.choice("phase", &State::phase, mad_abel_phases);
  visit.piece("second", s.second, s.phase != Phase::deal_hand && s.phase != Phase::deal_second);
  visit.piece("top", s.top, s.phase >= Phase::act);
  visit.tally("pile", s.pile);
  visit.rest("deck", s.deck);
  visit.seat("seat", &State::seat);
  visit.number("turns", &State::turns);
  visit.number("idle", &State::idle);
  visit.choice("ending", &State::ending, words_of(Ending{}));
}

// The State that left-out fields come from: everything dealt, the first seat to act.
template <Game G>
typename G::State blank(const G&) {
  typename G::State s;
  s.phase = G::Phase::act;
  return s;
}

// Everything that is nowhere else; nothing if there is too much of a piece elsewhere.
template <class T>
T rest_of(const AlJabar<T>& game, const typename AlJabar<T>::State& s) {
  T rest;
  for (int i = 1; i < game.operation().order(); ++i) {
    int left = game.options().copies - s.center[element(i)];
    for (const T& hand : s.hands) left -= hand[element(i)];
    rest.set(element(i), std::max(0, left));
  }
  return rest;
}

template <class T>
T rest_of(const Solitaire<T>& game, const typename Solitaire<T>::State& s) {
  T rest;
  for (int i = 1; i < game.operation().order(); ++i) {
    const Element e = element(i);
    rest.set(e, std::max(0, game.options().copies - s.center[e] - s.hand[e] - s.fresh[e]));
  }
  return rest;
}

template <class T>
T rest_of(const MadAbel<T>& game, const typename MadAbel<T>::State& s) {
  using Phase = typename MadAbel<T>::Phase;
  T rest;
  for (int i = 0; i < game.operation().order(); ++i) {
    const Element e = element(i);
    int left = game.options().copies * game.options().decks - s.pile[e];
    if (s.phase != Phase::deal_hand && s.phase != Phase::deal_second && s.second == e) --left;
    if (s.phase >= Phase::act && s.top == e) --left;
    for (const T& hand : s.hands) left -= hand[e];
    rest.set(e, std::max(0, left));
  }
  return rest;
}

template <Game G>
class Writer {
 public:
  Writer(const G& game, const typename G::State& state)
      : game_(game), state_(state), blank_(blank(game)) {}

  std::string write() {
    out_.reserve(128);
    visit_fields(game_, state_, *this);
    return std::move(out_);
  }

  template <class T>
  void tally(std::string_view name, const T& value) {
    if (!value.empty()) add(name, write_tally(game_.operation(), value));
  }
  template <class T>
  void rest(std::string_view name, const T& value) {
    if (value != rest_of(game_, state_)) add(name, write_tally(game_.operation(), value));
  }
  template <class Member>
  void choice(std::string_view name, Member member, Words names) {
    if (state_.*member != blank_.*member)
      add(name, names[static_cast<std::size_t>(state_.*member)]);
  }
  template <class Member>
  void number(std::string_view name, Member member) {
    if (state_.*member != blank_.*member)
      add(name, std::to_string(static_cast<int>(state_.*member)));
  }
  template <class Member>
  void seat(std::string_view name, Member member) {
    if (state_.*member != blank_.*member) add(name, std::to_string(state_.*member + 1));
  }
  void piece(std::string_view name, const Element& value, bool present) {
    if (present) add(name, game_.operation().names().write(value));
  }

 private:
  void add(std::string_view name, std::string_view value) {
    if (!out_.empty()) out_ += ' ';
    out_ += name;
    out_ += '=';
    out_ += value;
  }

  const G& game_;
  const typename G::State& state_;
  const typename G::State blank_;
  std::string out_;
};

struct Field {
  std::string_view name;
  std::size_t start;
  std::size_t value;  // where its value begins in the text
  std::size_t end;
  bool used = false;
};

// name=value pairs; a value ends at a space outside brackets and quotes.
Result<std::vector<Field>> split(std::string_view text) {
  std::vector<Field> fields;
  Reader in(text);
  for (in.skip_spaces(); !in.done(); in.skip_spaces()) {
    const std::size_t start = in.offset();
    const std::string_view name =
        in.take_while([](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    if (name.empty() || !in.take('=')) {
      in.rewind(start);
      return error_of("position.field", {"Expected name=value at ", quoted(in.rest()), "."}, start);
    }
    for (const Field& other : fields)
      if (other.name == name) {
        return error_of("position.twice", {"The field ", quoted(name), " is given twice."}, start);
      }
    const std::size_t value = in.offset();
    bool in_quotes = false;
    for (int depth = 0; !in.done() && (in_quotes || depth > 0 || !is_space(in.peek())); in.skip()) {
      if (in.peek() == '"') in_quotes = !in_quotes;
      if (in_quotes) continue;
      depth += in.peek() == '(' ? 1 : in.peek() == ')' && depth > 0 ? -1 : 0;
    }
    fields.push_back({name, start, value, in.offset()});
  }
  return fields;
}

// The fields of a text, for any game. It stores the first error.
class FieldText {
 public:
  FieldText(std::string_view text, std::vector<Field> fields)
      : text_(text), fields_(std::move(fields)) {}

  // Also if a field was never asked for.
  std::optional<Error> mistake() {
    for (const Field& field : fields_)
      if (!error_ && !field.used)
        error_ =
            error_of("position.field",
                     {"There is no field ", quoted(field.name), " here; there are: ", known_, "."},
                     field.start);
    return error_;
  }

  // The value of a field, if it is there; `close` when it is read.
  std::optional<Reader> open(std::string_view name) {
    known_ += (known_.empty() ? "" : ", ") + std::string(name);
    for (Field& field : fields_) {
      if (field.name != name) continue;
      field.used = true;
      Reader in(text_.substr(0, field.end));
      in.rewind(field.value);
      return in;
    }
    return std::nullopt;
  }
  void close(const Reader& in, std::optional<Error> error) {
    if (error_) return;
    error_ = std::move(error);
    if (!error_ && !in.done())
      error_ = error_of("position.value", {"Did not expect ", quoted(in.rest()), "."}, in.offset());
  }

  // A value, if it is there and right.
  std::optional<std::size_t> choice(std::string_view name, Words names) {
    auto in = open(name);
    if (!in) return std::nullopt;
    const std::size_t start = in->offset();
    const std::string_view word = in->take_while([](char c) { return is_letter(c) || c == '_'; });
    const auto place = std::find(names.begin(), names.end(), word);
    if (place == names.end()) {
      close(*in,
            error_of("position.value", {quoted(word), " is not a value of ", name, "."}, start));
      return std::nullopt;
    }
    close(*in, std::nullopt);
    return static_cast<std::size_t>(place - names.begin());
  }
  std::optional<std::uint32_t> number(std::string_view name, std::uint32_t most) {
    auto in = open(name);
    if (!in) return std::nullopt;
    const auto read = in->number(most);
    std::optional<Error> error;
    if (!read) error = error_of("position.value", {name, " is a small number."}, in->offset());
    close(*in, std::move(error));
    return read;
  }
  std::optional<Seat> seat(std::string_view name) {
    auto in = open(name);
    if (!in) return std::nullopt;
    const std::size_t start = in->offset();
    const std::uint32_t read = in->number(max_seats).value_or(0);
    if (read == 0) {
      close(*in, error_of("position.value", {name, " takes a seat, counted from 1."}, start));
      return std::nullopt;
    }
    close(*in, std::nullopt);
    return static_cast<Seat>(read - 1);
  }
  std::optional<Element> piece(const Names& names, std::string_view name, bool needed) {
    auto in = open(name);
    if (!in) {
      if (needed && !error_)
        error_ =
            error_of("position.missing", {"The position does not say ", name, "=."}, text_.size());
      return std::nullopt;
    }
    const auto read = names.read(*in);
    if (!read) {
      close(*in, read.error());
      return std::nullopt;
    }
    close(*in, std::nullopt);
    return *read;
  }

 private:
  std::string_view text_;
  std::vector<Field> fields_;
  std::optional<Error> error_;
  std::string known_;
};

template <Game G>
class FieldReader {
 public:
  FieldReader(const G& game, std::string_view text, std::vector<Field> fields)
      : game_(game), fields_(text, std::move(fields)), state_(blank(game)) {}

  Result<typename G::State> read() {
    visit_fields(game_, state_, *this);
    if (auto error = fields_.mistake()) return *std::move(error);
    if (auto flaw = game_.flaw(state_)) return *std::move(flaw);
    game_.settle(state_);
    return state_;
  }

  template <class T>
  void tally(std::string_view name, T& value) {
    auto in = fields_.open(name);
    if (!in) return;
    auto read = read_tally<T>(game_.operation(), *in);
    if (!read) return fields_.close(*in, read.error());
    value = *read;
    fields_.close(*in, std::nullopt);
  }
  template <class T>
  void rest(std::string_view name, T& value) {
    value = rest_of(game_, state_);
    tally(name, value);
  }
  template <class V>
  void choice(std::string_view name, V G::State::* member, Words names) {
    if (const auto read = fields_.choice(name, names)) state_.*member = static_cast<V>(*read);
  }
  template <class V>
  void number(std::string_view name, V G::State::* member) {
    const auto read = fields_.number(name, sizeof(V) == 1 ? 255 : 0xffff);
    if (!read) return;
    if constexpr (std::is_same_v<V, Packed16>) {
      state_.*member = static_cast<int>(*read);
    } else {
      state_.*member = static_cast<V>(*read);
    }
  }
  void seat(std::string_view name, Seat G::State::* member) {
    if (const auto read = fields_.seat(name)) state_.*member = *read;
  }
  void piece(std::string_view name, Element& value, bool present) {
    if (const auto read = fields_.piece(game_.operation().names(), name, present)) value = *read;
  }

 private:
  const G& game_;
  FieldText fields_;
  typename G::State state_;
};

}  // namespace

template <Game G>
std::string write_position(const G& game, const typename G::State& state) {
  return Writer<G>(game, state).write();
}

template <Game G>
Result<typename G::State> read_position(const G& game, std::string_view text) {
  if (text.size() > max_text)
    return Error{"position.too_long", 0, "A position has at most 131072 bytes."};
  auto fields = split(text);
  if (!fields) return fields.error();
  return FieldReader<G>(game, text, *std::move(fields)).read();
}

#define COSET_POSITION(G)                                         \
  template std::string write_position(const G&, const G::State&); \
  template Result<G::State> read_position(const G&, std::string_view);
COSET_POSITION(AlJabar<Tally<8>>)
COSET_POSITION(AlJabar<Tally<64>>)
COSET_POSITION(AlJabar<Tally<256>>)
COSET_POSITION(Solitaire<Tally<8>>)
COSET_POSITION(Solitaire<Tally<64>>)
COSET_POSITION(Solitaire<Tally<256>>)
COSET_POSITION(MadAbel<CardSet>)
COSET_POSITION(MadAbel<Tally<64>>)
COSET_POSITION(MadAbel<Tally<256>>)
#undef COSET_POSITION

}  // namespace coset
