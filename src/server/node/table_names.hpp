// Table names. A listed table has three words that can be said aloud, such as "amber-fox-river";
// other names end in random symbols, so that they cannot be guessed. A game's id is derived from
// its table's name, so the name is enough to find a game. A seat takes more: an invitation or the
// seat's token. Pure; thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "table/setup.hpp"

namespace coset::node {

// There are 2^24 names of three words; after conflicts the lobby asks for four.
std::string table_name(std::span<const std::uint8_t> random, int count);
// One of 2^54, such as "amber-fox-river-7kq2mz".
std::string secret_name(std::span<const std::uint8_t, 9> random);

protocol::GameId game_of(const table::Digest& blake2b, std::string_view table);

// A number for a class's code, as game_of for a table's name.
protocol::GameId class_key(const table::Digest& blake2b, std::string_view code);

// What the store holds of a token.
protocol::Token digest_of(const table::Digest& blake2b, const protocol::Token& token);

// What it holds of a guest.
std::string guest_digest(const table::Digest& blake2b, const std::string& guest_id);

}  // namespace coset::node
