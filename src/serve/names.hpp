// Names of tables. One in the list has three words that people can say aloud, such as
// "amber-fox-river"; any other has symbols after them, so that nobody guesses it. A game's id
// follows from its table's name, so a name is all that must be known to find a game. The name seats
// nobody: that takes an invitation, or a seat's token. Pure; thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hub/table/setup.hpp"

namespace coset::serve {

// There are 2^24 names of three words; a site that has used many of them asks for four.
std::string table_name(std::span<const std::uint8_t> random, int count);
// One of 2^54, such as "amber-fox-river-7kq2mz".
std::string secret_name(std::span<const std::uint8_t, 9> random);

wire::GameId game_of(const hub::Digest& blake2b, std::string_view table);

// What the store keeps of a token.
wire::Token digest_of(const hub::Digest& blake2b, const wire::Token& token);

}  // namespace coset::serve
