#include "server/store/postgres_values.hpp"

#include <array>
#include <utility>

#include "base/check.hpp"

namespace coset::store {

namespace {

constexpr std::uint32_t oid_bytes = 17;
constexpr std::uint32_t oid_int8 = 20;
constexpr std::uint32_t oid_int4 = 23;
constexpr std::uint32_t oid_text = 25;

template <class Integer>
void put(std::string& out, Integer value) {
  std::array<char, sizeof(Integer)> bytes{};
  int shift = static_cast<int>(sizeof(Integer)) * 8;
  for (char& byte : bytes)
    byte = static_cast<char>(static_cast<std::uint64_t>(value) >> (shift -= 8));
  out.append(bytes.data(), bytes.size());
}

// An array of one dimension, as PostgreSQL writes it in binary; `write` puts an element's size and
// bytes.
template <class Value, class Write>
std::string array_of(std::uint32_t type, const std::vector<Value>& values, const Write& write) {
  constexpr std::size_t head = 20, usual = 20;  // bytes of an element, with its size
  std::string out;
  out.reserve(head + usual * values.size());
  put(out, std::int32_t{1});
  put(out, std::int32_t{1});  // there may be nulls
  put(out, type);
  put(out, static_cast<std::int32_t>(values.size()));
  put(out, std::int32_t{1});
  for (const Value& value : values) write(out, value);
  return out;
}

}  // namespace

Parameters& Parameters::number(std::int64_t value) {
  put(values_.emplace_back(), value);
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::small(std::int32_t value) {
  put(values_.emplace_back(), value);
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::bytes(std::string value) {
  constexpr std::size_t usual = 9;
  if (values_.empty()) values_.reserve(usual);
  values_.push_back(std::move(value));
  nulls_.push_back(false);
  return *this;
}
Parameters& Parameters::null() {
  values_.emplace_back();
  nulls_.push_back(true);
  return *this;
}
Parameters& Parameters::numbers(const std::vector<std::int64_t>& values) {
  return bytes(array_of(oid_int8, values, [](std::string& out, std::int64_t value) {
    put(out, std::int32_t{8});
    put(out, value);
  }));
}
Parameters& Parameters::smalls(const std::vector<std::int32_t>& values) {
  return bytes(array_of(oid_int4, values, [](std::string& out, std::int32_t value) {
    put(out, std::int32_t{4});
    put(out, value);
  }));
}
Parameters& Parameters::byte_lists(const std::vector<std::string_view>& values) {
  return bytes(array_of(oid_bytes, values, [](std::string& out, std::string_view value) {
    put(out, static_cast<std::int32_t>(value.size()));
    out += value;
  }));
}
Parameters& Parameters::maybe_numbers(const std::vector<const std::int64_t*>& values) {
  return bytes(array_of(oid_int8, values, [](std::string& out, const std::int64_t* value) {
    put(out, std::int32_t{value == nullptr ? -1 : 8});
    if (value != nullptr) put(out, *value);
  }));
}
Parameters& Parameters::maybe_texts(const std::vector<const std::string*>& values) {
  return bytes(array_of(oid_text, values, [](std::string& out, const std::string* value) {
    put(out, value == nullptr ? -1 : static_cast<std::int32_t>(value->size()));
    if (value != nullptr) out += *value;
  }));
}

std::int64_t ResultRows::number(int row, int column) const {
  std::uint64_t out = 0;
  const std::string_view raw = bytes(row, column);
  CHECK(raw.size() <= 8);
  for (const char c : raw) out = out << 8U | static_cast<std::uint8_t>(c);
  if (raw.size() == 4) return static_cast<std::int32_t>(out);
  if (raw.size() == 2) return static_cast<std::int16_t>(out);
  return static_cast<std::int64_t>(out);
}

std::string_view ResultRows::bytes(int row, int column) const {
  return {PQgetvalue(result_, row, column),
          static_cast<std::size_t>(PQgetlength(result_, row, column))};
}

}  // namespace coset::store
