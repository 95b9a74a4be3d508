// How values are read from JSON: whatever has `fields`, and what those are made of. What is too
// long, of the wrong type or out of range is refused by the name of its field; unknown keys are
// ignored. Nothing here throws: values are taken through pointers that may be null. Pure;
// thread-safe.
#pragma once

#include <limits>

#include "base/reader.hpp"
#include "wire/json/writer.hpp"

namespace coset::wire {

struct Limits {
  std::size_t text;  // bytes of one string
  std::size_t list;  // items of one list
};

// Each `read` is true if the value could be taken.
inline bool read(const Json& in, bool& out, Limits) {
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
inline bool read(const Json& in, std::string& out, Limits limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() > limits.text) return false;
  out = *text;
  return true;
}
template <Worded T>
bool read(const Json& in, T& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr) return false;
  const auto words = words_of(T{});
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != *text) continue;
    out = static_cast<T>(i);
    return true;
  }
  return false;
}
inline int digit_of(char c) {
  if (is_digit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
template <Id T>
bool read_id(const Json& in, T& out) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() != 16) return false;
  std::uint64_t id = 0;
  for (const char c : *text) {
    if (digit_of(c) < 0) return false;
    id = id << 4U | static_cast<unsigned>(digit_of(c));
  }
  out = static_cast<T>(id);
  return true;
}
template <Id T>
bool read(const Json& in, T& out, Limits) {
  return read_id(in, out);
}
template <std::size_t size>
bool read(const Json& in, std::array<std::uint8_t, size>& out, Limits) {
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
inline bool read_seat(const Json& in, Seat& out) {
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
inline bool read(const Json& in, std::vector<std::pair<std::string, std::string>>& out,
                 Limits limits) {
  return read_members(in, out, limits);
}
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
  template <class T>
  void nullable(std::string_view name, std::optional<T>& out) {
    const Json* value = find(name);
    if (value == nullptr || !value->is_null())
      keep(name, value && read(*value, out.emplace(), limits_));
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

// A text as the library's tree: at most `most` bytes, at most `deepest` levels.
inline Result<Json> parse_json(std::string_view text, std::size_t most, int deepest) {
  if (text.size() > most)
    return Error{"wire.size", 0,
                 "A message has at most " + std::to_string(most) + " bytes, this one has " +
                     std::to_string(text.size()) + "."};
  bool deep = false;
  const auto watch = [&](int depth, Json::parse_event_t, Json&) {
    deep = deep || depth > deepest;
    return !deep;
  };
  Json out = Json::parse(text.begin(), text.end(), watch, false);
  if (deep) return Error{"wire.depth", 0, "The message nests too deep."};
  return out;
}

}  // namespace coset::wire
