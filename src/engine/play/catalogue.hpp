// The catalogue of games that have a name of their own: the printed ones and variants worth trying.
// The one list of presets; every front end offers these. Immutable.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/play/spec.hpp"

namespace coset {

struct Preset {
  std::string_view id;     // one word, stable
  std::string_view spec;   // what is played; left-out options have their defaults
  std::string_view about;  // one line for people
};

std::span<const Preset> catalogue();

std::optional<Preset> find_preset(std::string_view id);

// A spec, or the id of one that has a name.
Result<Spec> find_spec(std::string_view text);

}  // namespace coset
