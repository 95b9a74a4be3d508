// The contents of the handles of coset.h, and what its functions share: reading arbitrary texts,
// and results. For the sources of this module only.
#pragma once

#include <string>
#include <string_view>

#include "apps/capi/coset.h"
#include "engine/bots/bot.hpp"
#include "protocol/json_output/analysis.hpp"
#include "protocol/json_output/lattice_json.hpp"
#include "table/table.hpp"

struct coset_rng {
  coset::Rng rng;
};
struct coset_group {
  coset::Operation operation;
};
struct coset_lattice {
  coset::protocol::LatticeTask task;
  bool done = false;
};
struct coset_match {
  coset::Match match;
};
struct coset_search {
  coset::Spec spec;
  std::unique_ptr<coset::bots::Thought> search;
  bool begun = false;
  bool done = false;
};
struct coset_analysis {
  coset::protocol::PositionAnalysis analysis;
  bool done = false;
};
struct coset_table {
  coset::table::Table table;
};
struct coset_hint {
  coset::Spec spec;
  coset::Seat seat;
  coset::teach::HintThought search;
  std::optional<coset::table::HintTask> task;  // if a table requested it
  bool done = false;
};

namespace coset::capi {

coset_text* done(std::string_view text);
coset_text* refused(const Error& error);
// A handle was null.
coset_text* no_handle();

// Stores the error in *problem, if it is not null; always returns null.
std::nullptr_t refuse(coset_text** problem, const Error& error);

// The error of a text before it is read: too long, or null.
std::optional<Error> flaw(std::size_t most, const char* data, std::size_t size);
// The first flaw of several texts, each a pointer and a size.
template <class... Rest>
std::optional<Error> flaw(const char* data, std::size_t size, Rest... rest) {
  if (auto error = flaw(std::size_t{COSET_MAX_TEXT}, data, size)) return error;
  if constexpr (sizeof...(rest) > 0) {
    return flaw(rest...);
  } else {
    return std::nullopt;
  }
}
// REQUIRES: !flaw(data, size)
std::string_view text(const char* data, std::size_t size);

// Seats of the C functions are counted from 1; 0 is nobody. Nothing if there is no such seat.
std::optional<Seat> seat_of(const Spec& spec, std::int32_t number);

// "[a,b]" from JSON texts.
class JsonList {
 public:
  void add(std::string_view json) {
    if (out_.size() > 1) out_ += ',';
    out_ += json;
  }
  std::string text() && { return std::move(out_) + "]"; }

 private:
  std::string out_ = "[";
};

}  // namespace coset::capi
