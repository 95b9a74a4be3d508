// Reads values from JSON: types with `fields`, and the types of those. A field that is too long, of
// the wrong type or out of range is rejected by name; unknown keys are ignored. Nothing here
// throws: values are read through pointers that may be null. Pure; thread-safe.
#pragma once

#include <limits>

#include "base/reader.hpp"
#include "protocol/json/writer.hpp"

namespace coset::protocol {

struct Limits {
  std::size_t text;  // bytes of one string
  std::size_t list;  // items of one list
};

// Each `read` returns whether the value was valid.
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
template <Id T>
bool read_id(const Json& in, T& out) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  const auto id = text == nullptr ? std::nullopt : parse_hex64(*text);
  if (id) out = static_cast<T>(*id);
  return id.has_value();
}
template <Id T>
bool read(const Json& in, T& out, Limits) {
  return read_id(in, out);
}
template <std::size_t size>
bool read(const Json& in, std::array<std::uint8_t, size>& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  return text != nullptr && read_hex(*text, out);
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
    check(name, value != nullptr && read(*value, out, limits_));
  }
  template <class T>
  void operator()(std::string_view name, std::optional<T>& out) {
    if (const Json* value = find(name)) check(name, read(*value, out.emplace(), limits_));
  }
  template <class T>
  void nullable(std::string_view name, std::optional<T>& out) {
    const Json* value = find(name);
    if (value == nullptr || !value->is_null())
      check(name, value && read(*value, out.emplace(), limits_));
  }
  void flag(std::string_view name, bool& out) { some(name, out); }
  template <class T>
  void some(std::string_view name, T& out) {
    if (const Json* value = find(name)) check(name, read(*value, out, limits_));
  }
  void seat(std::string_view name, Seat& out) {
    const Json* value = find(name);
    check(name, value != nullptr && read_seat(*value, out));
  }
  void some_seat(std::string_view name, Seat& out) {
    if (const Json* value = find(name)) check(name, read_seat(*value, out));
  }

  // The first field that could not be read, or nothing.
  std::string_view wrong() const { return wrong_; }

 private:
  const Json* find(std::string_view name) const {
    const auto place = in_.find(name);
    return place == in_.end() ? nullptr : &*place;
  }
  void check(std::string_view name, bool good) {
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

// Parses at most `max_size` bytes and `max_levels` levels into the library's tree; what is not JSON
// is a discarded value, which is of no type.
Result<Json> parse_json(std::string_view text, std::size_t max_size, int max_levels);

}  // namespace coset::protocol
