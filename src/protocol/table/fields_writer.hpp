// Writes the values of a table's messages as JSON, in addition to json/writer.hpp.
// Pure; thread-safe.
#pragma once

#include "protocol/json/writer.hpp"
#include "protocol/table/series.hpp"
#include "protocol/table/view.hpp"

namespace coset::protocol {

inline void write(std::string& out, const Points& points) {
  std::string text = std::to_string(points.top);
  if (points.bottom != 1) text += "/" + std::to_string(points.bottom);
  write_text(out, text);
}
inline void write(std::string& out, const Chain& chain) { write_hex(out, chain.bytes); }
inline void write(std::string& out, const Token& token) { write_hex(out, token.bytes); }
inline void write(std::string& out, const NodeName& name) { write_text(out, name.text); }
inline void write(std::string& out, const Counts& pieces) { write_members(out, pieces.counts); }
inline void write(std::string& out, const View& view) {
  std::visit(
      [&]<class P>(const P& position) {
        Writer writer(out);
        writer.word("game", P::game);
        writer.seat("you", view.you);
        writer.some("may", view.may);
        P::fields(writer, position);
      },
      view.position);
}

}  // namespace coset::protocol
