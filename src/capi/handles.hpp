// What the handles of coset.h hold, and what all its functions share: reading a text that may be
// anything, and answers. For the sources of this floor only.
#pragma once

#include <string>
#include <string_view>

#include "bots/bot.hpp"
#include "capi/coset.h"
#include "hub/table/table.hpp"

struct coset_rng {
  coset::Rng rng;
};
struct coset_group {
  coset::Operation operation;
};
struct coset_match {
  coset::Match match;
};
struct coset_thought {
  coset::Spec spec;
  std::unique_ptr<coset::bots::Thought> thought;
  bool begun = false;
  bool done = false;
};
struct coset_table {
  coset::hub::Table table;
};
struct coset_hint {
  coset::Spec spec;
  coset::Seat seat;
  coset::teach::HintThought thought;
  std::optional<coset::hub::HintTask> task;  // if a table asked for it
  bool done = false;
};

namespace coset::capi {

coset_text* done(std::string_view text);
coset_text* refused(const Error& error);
// A handle was null.
coset_text* no_handle();

// Puts the reason where the caller wants it, if it does; always null.
std::nullptr_t refuse(coset_text** problem, const Error& error);

// What is wrong with a text before anybody reads it: too long, or nowhere.
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

// "[a,b]" from texts that are JSON.
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
