// Aliases: two short friendly words, in the class's language. Pure; thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/classroom/client.hpp"

namespace coset::classroom {

using protocol::classroom::Language;

// 48 first and 48 second words.
inline constexpr std::size_t alias_words = 48;
inline constexpr std::size_t aliases = alias_words * alias_words;

// REQUIRES: index < aliases
std::string alias_at(Language language, std::size_t index);
// Whether it is one of them.
bool is_alias(Language language, std::string_view alias);

// The first `count` aliases of a random order that belongs to `seed`, after `skip` others, without
// those that are taken, in whatever case. Fewer if there are no more.
std::vector<std::string> offer_aliases(Language language, std::uint64_t seed, std::size_t skip,
                                       std::size_t count, std::span<const std::string> taken);

// Whether two aliases would be taken for one another: equal but for the case of ASCII letters.
bool same_alias(std::string_view a, std::string_view b);

}  // namespace coset::classroom
