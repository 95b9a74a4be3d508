// The closed family of games: the one list of all of them. A game whose tally is too small for its
// group cannot be made, because only `make_game` makes them. Games are immutable and shared.
#pragma once

#include <memory>
#include <variant>

#include "rules/al_jabar.hpp"
#include "rules/mad_abel.hpp"
#include "rules/solitaire.hpp"

namespace coset {

using AnyGame = std::variant<AlJabar<Tally<8>>, AlJabar<Tally<64>>, AlJabar<Tally<256>>,        //
                             Solitaire<Tally<8>>, Solitaire<Tally<64>>, Solitaire<Tally<256>>,  //
                             MadAbel<CardSet>, MadAbel<Tally<64>>, MadAbel<Tally<256>>>;

// What one seat may know of a position, in the same order.
using AnyView =
    std::variant<AlJabar<Tally<8>>::View, AlJabar<Tally<64>>::View, AlJabar<Tally<256>>::View,
                 Solitaire<Tally<8>>::View, Solitaire<Tally<64>>::View, Solitaire<Tally<256>>::View,
                 MadAbel<CardSet>::View, MadAbel<Tally<64>>::View, MadAbel<Tally<256>>::View>;

// Al-Jabar, Solitaire or Mad Abel with the smallest tally that fits.
Result<AnyGame> make_game(const Operation& operation, const AlJabarOptions& options);
Result<AnyGame> make_game(const Operation& operation, const SolitaireOptions& options);
Result<AnyGame> make_game(const Operation& operation, const MadAbelOptions& options);

}  // namespace coset
