// The closed family of games: the one list of all of them. A game whose tally is too small for its
// group cannot be made, because only `make_game` makes them. Games are immutable and shared.
#pragma once

#include <memory>
#include <variant>

#include "engine/rules/al_jabar.hpp"
#include "engine/rules/mad_abel.hpp"
#include "engine/rules/solitaire.hpp"

namespace coset {

// Groups of up to 64 elements have a tally of their own, but not where a page must load the code of
// each: there they are counted as the largest are, which changes nothing but time and memory.
#if defined(__wasm__)
using MiddleTally = Tally<256>;
using AnyGame = std::variant<AlJabar<Tally<8>>, AlJabar<Tally<256>>,      //
                             Solitaire<Tally<8>>, Solitaire<Tally<256>>,  //
                             MadAbel<CardSet>, MadAbel<Tally<256>>>;
#else
using MiddleTally = Tally<64>;
using AnyGame = std::variant<AlJabar<Tally<8>>, AlJabar<Tally<64>>, AlJabar<Tally<256>>,        //
                             Solitaire<Tally<8>>, Solitaire<Tally<64>>, Solitaire<Tally<256>>,  //
                             MadAbel<CardSet>, MadAbel<Tally<64>>, MadAbel<Tally<256>>>;
#endif

// A state too large to be held in place: a value like any other, on the heap.
template <class S>
class Boxed {
 public:
  explicit Boxed(const S& state) : state_(std::make_unique<S>(state)) {}
  Boxed(const Boxed& other) : Boxed(*other) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) {
    if (this != &other) *this = Boxed(other);
    return *this;
  }
  Boxed& operator=(Boxed&&) noexcept = default;
  ~Boxed() = default;

  S& operator*() { return *state_; }
  const S& operator*() const { return *state_; }

 private:
  std::unique_ptr<S> state_;
};

// As a match holds it: a game with eight colours does not reserve space for 256.
template <class S>
using Held = std::conditional_t<sizeof(S) <= 128, S, Boxed<S>>;

// Of each game its part of a kind, in the same order.
template <class Games>
struct FamilyOf;
template <class... G>
struct FamilyOf<std::variant<G...>> {
  using State = std::variant<Held<typename G::State>...>;
  using View = std::variant<typename G::View...>;
};
using AnyState = FamilyOf<AnyGame>::State;
using AnyView = FamilyOf<AnyGame>::View;  // what one seat may know of a position

// Al-Jabar, Solitaire or Mad Abel with the smallest tally that fits.
Result<AnyGame> make_game(const Operation& operation, const AlJabarOptions& options);
Result<AnyGame> make_game(const Operation& operation, const SolitaireOptions& options);
Result<AnyGame> make_game(const Operation& operation, const MadAbelOptions& options);

}  // namespace coset
