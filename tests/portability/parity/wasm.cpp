// The transcripts of games.hpp as exports of a module that holds the whole library.
#include "apps/capi/coset.h"
#include "apps/capi/handles.hpp"
#include "portability/parity/games.hpp"

extern "C" {

coset_text* parity_summary(const char* game, size_t size, uint64_t seed) {
  return coset::capi::done(
      coset::parity::summary(coset::parity::transcript(std::string(game, size), seed)));
}
coset_text* parity_transcript(const char* game, size_t size, uint64_t seed) {
  return coset::capi::done(coset::parity::transcript(std::string(game, size), seed));
}

}  // extern "C"
