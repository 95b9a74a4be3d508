#include "table/public_position.hpp"

#include "engine/play/notation.hpp"
#include "engine/play/position.hpp"

namespace coset::table {

namespace {

template <class T>
std::string write_public(const MadAbel<T>& game, const typename MadAbel<T>::View& v) {
  const Operation& operation = game.operation();
  std::string out = "sizes=";
  for (int i = 0; i < game.seats(); ++i)
    out += (i == 0 ? "" : ",") + std::to_string(v.sizes[static_cast<std::size_t>(i)]);
  out += " unseen=" + write_tally(operation, v.urn);
  out += " pile=" + write_tally(operation, v.pile);
  out += " second=" + operation.names().write(v.second);
  out += " top=" + operation.names().write(v.top);
  out += " phase=" + std::to_string(static_cast<int>(v.phase));
  out += " seat=" + std::to_string(v.seat + 1);
  out += " turns=" + std::to_string(v.turns);
  out += " idle=" + std::to_string(v.idle);
  return out + " ending=" + std::string(word_of(v.ending));
}

template <Game G>
std::string write_public(const G& game, const typename G::View& v) {
  static_assert(!G::hands_are_hidden);
  return write_position(game, v);
}

}  // namespace

std::string public_position(const Spec& spec, const AnyView& view) {
  return std::visit(
      [&]<Game G>(const G& game) {
        return write_public(game, *std::get_if<typename G::View>(&view));
      },
      spec.game());
}

}  // namespace coset::table
