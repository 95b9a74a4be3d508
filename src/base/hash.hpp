// 64-bit hashing of plain bytes: FNV-1a where the value is published (the daily seed, the behaviour
// signature), and one mixing step for seeds. Not for secrets. Thread-safe, stateless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace coset {

inline constexpr std::uint64_t fnv_start = 0xcbf29ce484222325ULL;

constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = fnv_start) {
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

// The bytes of a value that has no padding.
template <class T>
  requires std::has_unique_object_representations_v<T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

// Eight bytes at a time: for hash tables inside one program, whose value is not published.
inline std::uint64_t hash_words(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
  }
  return fnv1a(bytes, hash);
}

// SplitMix64's step: turns neighbouring numbers into unrelated ones.
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace coset
