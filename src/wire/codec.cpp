#include "wire/codec.hpp"

#include <algorithm>
#include <limits>

#include "base/reader.hpp"
#include "wire/json.hpp"

namespace coset::wire {

namespace {

template <class T>
concept Described = requires { T::type; } || requires(T& t, int& io) { T::fields(io, t); };
template <class T>
concept Worded = requires(T t) { words_of(t); };
template <class T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// ---- writing
//
// Text is put together directly: building the library's tree first costs ten times as much, and a
// table writes far more than it reads. What is not plain ASCII the library writes.

void write_text(std::string& out, std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
  });
  if (!plain) {  // names are whatever a table calls them; bytes that are not UTF-8 are replaced
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

void write(std::string& out, bool value) { out += value ? "true" : "false"; }
template <Integer T>
void write(std::string& out, T value) {
  out += std::to_string(value);
}
template <Worded T>
void write(std::string& out, T value) {
  write_text(out, words_of(value)[static_cast<std::size_t>(value)]);
}
void write(std::string& out, MoveId id) { write_text(out, hex(id)); }
void write(std::string& out, const Chain& chain) { write_text(out, hex(chain.bytes)); }
void write(std::string& out, const Token& token) { write_text(out, hex(token.bytes)); }
void write(std::string& out, const std::string& text) { write_text(out, text); }
void write(std::string& out, const Pieces& pieces);
void write(std::string& out, const View& view);
template <Described T>
void write(std::string& out, const T& value);
template <class T>
void write(std::string& out, const std::vector<T>& list) {
  out += '[';
  for (const T& item : list) {
    if (out.back() != '[') out += ',';
    write(out, item);
  }
  out += ']';
}
template <class Value>
void write_members(std::string& out, const std::vector<std::pair<std::string, Value>>& members) {
  out += '{';
  for (const auto& [name, value] : members) {
    if (out.back() != '{') out += ',';
    write_text(out, name);
    out += ':';
    write(out, value);
  }
  out += '}';
}
void write(std::string& out, const Pieces& pieces) { write_members(out, pieces.counts); }
void write(std::string& out, const std::vector<std::pair<std::string, std::string>>& with) {
  write_members(out, with);
}

// One object, from its opening to its closing brace.
class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) { out_ += '{'; }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { out_ += '}'; }

  template <class T>
  void operator()(std::string_view name, const T& value) {
    key(name);
    write(out_, value);
  }
  template <class T>
  void operator()(std::string_view name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  // Left out if it says nothing.
  void flag(std::string_view name, bool value) {
    if (value) (*this)(name, true);
  }
  template <class T>
  void some(std::string_view name, const T& value) {
    if (value != T{}) (*this)(name, value);
  }
  void seat(std::string_view name, Seat seat) { (*this)(name, seat == nobody ? 0 : seat + 1); }
  void some_seat(std::string_view name, Seat s) {
    if (s != nobody) seat(name, s);
  }
  void word(std::string_view name, std::string_view value) {
    key(name);
    write_text(out_, value);
  }

 private:
  void key(std::string_view name) {
    if (!first_) out_ += ',';
    first_ = false;
    out_ += '"';
    out_ += name;
    out_ += "\":";
  }

  std::string& out_;
  bool first_ = true;
};

template <Described T>
void write(std::string& out, const T& value) {
  Writer writer(out);
  if constexpr (requires { T::type; }) writer.word("type", T::type);
  T::fields(writer, value);
}

void write(std::string& out, const View& view) {
  std::visit(
      [&]<class P>(const P& position) {
        Writer writer(out);
        writer.word("game", P::game);
        writer.seat("you", view.you);
        writer.some("may", view.may);
        P::fields(writer, position);
      },
      view.position);
}

template <class T>
std::string written(const T& value) {
  std::string out;
  out.reserve(1024);
  write(out, value);
  return out;
}

// ---- reading

struct Limits {
  std::size_t text;  // bytes of one string
  std::size_t list;  // items of one list
};

// Each `read` is true if the value could be taken.
bool read(const Json& in, bool& out, Limits) {
  const auto* value = in.get_ptr<const Json::boolean_t*>();
  if (value != nullptr) out = *value;
  return value != nullptr;
}
template <Integer T>
bool read(const Json& in, T& out, Limits) {
  if (const auto* value = in.get_ptr<const Json::number_unsigned_t*>()) {
    if (*value > static_cast<std::uint64_t>(std::numeric_limits<T>::max())) return false;
    out = static_cast<T>(*value);
    return true;
  }
  const auto* value = in.get_ptr<const Json::number_integer_t*>();
  if (value == nullptr || *value < static_cast<std::int64_t>(std::numeric_limits<T>::min()))
    return false;
  out = static_cast<T>(*value);  // negative, so not above the largest
  return true;
}
bool read(const Json& in, std::string& out, Limits limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() > limits.text) return false;
  out = *text;
  return true;
}
template <Worded T>
bool read(const Json& in, T& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr) return false;
  const Words words = words_of(T{});
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != *text) continue;
    out = static_cast<T>(i);
    return true;
  }
  return false;
}
int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
bool read(const Json& in, MoveId& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() != 16) return false;
  std::uint64_t id = 0;
  for (const char c : *text) {
    if (digit_of(c) < 0) return false;
    id = id << 4U | static_cast<unsigned>(digit_of(c));
  }
  out = static_cast<MoveId>(id);
  return out != MoveId::none;
}
bool read(const Json& in, Bytes16& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() != 2 * out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int high = digit_of((*text)[2 * i]);
    const int low = digit_of((*text)[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}
bool read(const Json& in, Chain& out, Limits limits) { return read(in, out.bytes, limits); }
bool read(const Json& in, Token& out, Limits limits) { return read(in, out.bytes, limits); }
bool read_seat(const Json& in, Seat& out) {
  std::uint8_t number = 0;
  if (!read(in, number, {}) || number > max_seats) return false;
  out = number == 0 ? nobody : static_cast<Seat>(number - 1);
  return true;
}
template <class Value>
bool read_members(const Json& in, std::vector<std::pair<std::string, Value>>& out, Limits limits) {
  const auto* members = in.get_ptr<const Json::object_t*>();
  if (members == nullptr || members->size() > limits.list) return false;
  for (const auto& [name, member] : *members) {
    Value value{};
    if (name.size() > limits.text || !read(member, value, limits)) return false;
    out.emplace_back(name, std::move(value));
  }
  return true;
}
bool read(const Json& in, Pieces& out, Limits limits) {
  return read_members(in, out.counts, limits);
}
bool read(const Json& in, std::vector<std::pair<std::string, std::string>>& out, Limits limits) {
  return read_members(in, out, limits);
}
bool read(const Json& in, View& out, Limits limits);
template <Described T>
bool read(const Json& in, T& out, Limits limits);
template <class T>
bool read(const Json& in, std::vector<T>& out, Limits limits) {
  const auto* list = in.get_ptr<const Json::array_t*>();
  if (list == nullptr || list->size() > limits.list) return false;
  for (const Json& item : *list)
    if (!read(item, out.emplace_back(), limits)) return false;
  return true;
}

class FieldReader {
 public:
  FieldReader(const Json& in, Limits limits) : in_(in), limits_(limits) {}

  template <class T>
  void operator()(std::string_view name, T& out) {
    const Json* value = find(name);
    keep(name, value != nullptr && read(*value, out, limits_));
  }
  template <class T>
  void operator()(std::string_view name, std::optional<T>& out) {
    if (const Json* value = find(name)) keep(name, read(*value, out.emplace(), limits_));
  }
  void flag(std::string_view name, bool& out) { some(name, out); }
  template <class T>
  void some(std::string_view name, T& out) {
    if (const Json* value = find(name)) keep(name, read(*value, out, limits_));
  }
  void seat(std::string_view name, Seat& out) {
    const Json* value = find(name);
    keep(name, value != nullptr && read_seat(*value, out));
  }
  void some_seat(std::string_view name, Seat& out) {
    if (const Json* value = find(name)) keep(name, read_seat(*value, out));
  }

  // The first field that could not be read, or nothing.
  std::string_view wrong() const { return wrong_; }

 private:
  const Json* find(std::string_view name) const {
    const auto place = in_.find(name);
    return place == in_.end() ? nullptr : &*place;
  }
  void keep(std::string_view name, bool good) {
    if (!good && wrong_.empty()) wrong_ = name;
  }

  const Json& in_;
  Limits limits_;
  std::string_view wrong_;
};

template <Described T>
bool read(const Json& in, T& out, Limits limits) {
  if (!in.is_object()) return false;
  FieldReader reader(in, limits);
  T::fields(reader, out);
  return reader.wrong().empty();
}

template <class P>
bool read_view_as(const Json& in, std::string_view game, View& out, Limits limits) {
  return P::game == game && read(in, out.position.emplace<P>(), limits);
}

bool read(const Json& in, View& out, Limits limits) {
  if (!in.is_object()) return false;
  FieldReader reader(in, limits);
  std::string game;
  reader("game", game);
  reader.seat("you", out.you);
  reader.some("may", out.may);
  return reader.wrong().empty() && (read_view_as<AlJabarView>(in, game, out, limits) ||
                                    read_view_as<SolitaireView>(in, game, out, limits) ||
                                    read_view_as<MadAbelView>(in, game, out, limits));
}

Error bad(std::string_view code, std::string sentence) { return {code, 0, std::move(sentence)}; }

// Tries the messages of a variant one after another.
template <class Message, class... Types>
Result<Message> read_typed(const Json& in, std::string_view type, Limits limits,
                           std::variant<Types...>*) {
  std::optional<Message> found;
  std::string_view wrong;
  const auto attempt = [&]<class T>(T message) {
    FieldReader reader(in, limits);
    T::fields(reader, message);
    wrong = reader.wrong();
    found.emplace(std::move(message));
  };
  (void)((Types::type == type && (attempt(Types{}), true)) || ...);
  if (!found) return bad("wire.type", "There is no message of type " + quoted(type) + ".");
  if (!wrong.empty())
    return bad("wire.field", "The field '" + std::string(wrong) + "' of a message of type '" +
                                 std::string(type) + "' is missing or wrong.");
  return *std::move(found);
}

template <class Message>
Result<Message> decode(std::string_view text, std::size_t most, Limits limits) {
  if (text.size() > most)
    return bad("wire.size", "A message has at most " + std::to_string(most) +
                                " bytes, this one has " + std::to_string(text.size()) + ".");
  bool deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > max_depth;
    return !deep;
  };
  const Json json = Json::parse(text.begin(), text.end(), watch, false);
  if (deep) return bad("wire.depth", "The message nests too deep.");
  if (!json.is_object()) return bad("wire.json", "A message is a JSON object.");
  const auto type = json.find("type");
  const auto* word = type == json.end() ? nullptr : type->get_ptr<const Json::string_t*>();
  if (word == nullptr) return bad("wire.type", "A message has a type.");
  return read_typed<Message>(json, *word, limits, static_cast<Message*>(nullptr));
}

}  // namespace

std::string hex(const Bytes16& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : bytes) {
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

std::string hex(MoveId id) {
  Bytes16 bytes{};
  auto value = static_cast<std::uint64_t>(id);
  for (std::size_t i = 8; i-- > 0; value >>= 8U) bytes[i] = static_cast<std::uint8_t>(value);
  return hex(bytes).substr(0, 16);
}

bool same_secret(const Token& a, const Token& b) {
  unsigned different = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i)
    different |= static_cast<unsigned>(a.bytes[i] ^ b.bytes[i]);
  return different == 0;
}

std::string encode(const FromClient& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

std::string encode(const FromTable& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

std::string encode(const View& view) { return written(view); }

Result<FromClient> decode_client(std::string_view text) {
  return decode<FromClient>(text, max_frame, {.text = 1200, .list = 64});
}

Result<FromTable> decode_table(std::string_view text) {
  return decode<FromTable>(text, max_table_frame, {.text = max_table_frame, .list = 4096});
}

}  // namespace coset::wire
