// A game at a table, driven by nothing but coset.h: clients that move, try, ask for hints, come and
// go; bots; clocks; a host with a log; in some games the values of moves. Everything that the
// library answers goes into a transcript, so two builds of the library can be compared byte by
// byte. Each begins with a random game by the fast way (play/playouts.hpp), held against the plain
// one. All of it follows from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace coset::parity {

// The names of all games in the catalogue.
std::vector<std::string> all_games();

std::string transcript(const std::string& game, std::uint64_t seed);

// "1f0a... 12345": a hash of a transcript, and its size.
std::string summary(const std::string& text);

}  // namespace coset::parity
