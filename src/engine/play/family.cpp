#include "engine/play/family.hpp"

namespace coset {

namespace {

template <Game G>
Result<AnyGame> made(const Operation& operation, const typename G::Options& options) {
  auto game = G::make(operation, options);
  if (!game) return game.error();
  return AnyGame(*std::move(game));
}

template <template <class> class G, class Options>
Result<AnyGame> made_to_fit(const Operation& operation, const Options& options) {
  if (operation.order() <= 8) return made<G<Tally<8>>>(operation, options);
  if (operation.order() <= 64) return made<G<MiddleTally>>(operation, options);
  return made<G<Tally<256>>>(operation, options);
}

}  // namespace

Result<AnyGame> make_game(const Operation& operation, const AlJabarOptions& options) {
  return made_to_fit<AlJabar>(operation, options);
}

Result<AnyGame> make_game(const Operation& operation, const SolitaireOptions& options) {
  return made_to_fit<Solitaire>(operation, options);
}

Result<AnyGame> make_game(const Operation& operation, const MadAbelOptions& options) {
  if (operation.order() > 64) return made<MadAbel<Tally<256>>>(operation, options);
  if (options.copies * options.decks > 1) return made<MadAbel<MiddleTally>>(operation, options);
  return made<MadAbel<CardSet>>(operation, options);
}

}  // namespace coset
