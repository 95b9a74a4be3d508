// Reads the values of a table's messages from JSON, in addition to json/reader.hpp.
// Pure; thread-safe.
#pragma once

#include "protocol/json/reader.hpp"
#include "protocol/table/fields_writer.hpp"

namespace coset::protocol {

inline bool read(const Json& in, MoveId& out, Limits) {
  return read_id(in, out) && out != MoveId::none;
}
// In lowest terms, at most what a series can have.
inline bool read(const Json& in, Points& out, Limits) {
  constexpr std::uint32_t max_top = 100'000;
  constexpr std::uint32_t max_bottom = 420;
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr) return false;
  Reader reader(*text);
  const auto top = reader.number(max_top);
  const auto bottom = reader.take('/') ? reader.number(max_bottom) : std::optional(1U);
  if (!top || !bottom || !reader.done()) return false;
  out = {*top, *bottom};
  std::string written;
  write(written, out);
  return *bottom > 0 && std::gcd(out.top, out.bottom) == 1 && written == "\"" + *text + "\"";
}
inline bool read(const Json& in, Chain& out, Limits limits) { return read(in, out.bytes, limits); }
inline bool read(const Json& in, Token& out, Limits limits) { return read(in, out.bytes, limits); }
inline bool read(const Json& in, NodeName& out, Limits limits) {
  return read(in, out.text, limits) && is_node_name(out.text);
}
inline bool read(const Json& in, Counts& out, Limits limits) {
  return read_members(in, out.counts, limits);
}
template <class P>
bool read_view_as(const Json& in, std::string_view game, View& out, Limits limits) {
  return P::game == game && read(in, out.position.emplace<P>(), limits);
}

inline bool read(const Json& in, View& out, Limits limits) {
  if (!in.is_object()) return false;
  FieldReader reader(in, limits);
  std::string game;
  reader("game", game);
  reader.seat("you", out.you);
  reader.some("may", out.may);
  return reader.wrong().empty() && (read_view_as<AlJabarView>(in, game, out, limits) ||
                                    read_view_as<SolitaireView>(in, game, out, limits) ||
                                    read_view_as<MadAbelView>(in, game, out, limits));
}

}  // namespace coset::protocol
