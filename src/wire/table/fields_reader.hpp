// How the values of a table's messages are read from JSON, beside what json/reader.hpp can read.
// Pure; thread-safe.
#pragma once

#include "wire/json/reader.hpp"
#include "wire/table/fields_writer.hpp"

namespace coset::wire {

inline bool read(const Json& in, MoveId& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() != 16) return false;
  std::uint64_t id = 0;
  for (const char c : *text) {
    if (digit_of(c) < 0) return false;
    id = id << 4U | static_cast<unsigned>(digit_of(c));
  }
  out = static_cast<MoveId>(id);
  return out != MoveId::none;
}
inline bool read(const Json& in, Bytes16& out, Limits) {
  const auto* text = in.get_ptr<const Json::string_t*>();
  if (text == nullptr || text->size() != 2 * out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int high = digit_of((*text)[2 * i]);
    const int low = digit_of((*text)[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return true;
}
inline bool read(const Json& in, Chain& out, Limits limits) { return read(in, out.bytes, limits); }
inline bool read(const Json& in, Token& out, Limits limits) { return read(in, out.bytes, limits); }
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

}  // namespace coset::wire
