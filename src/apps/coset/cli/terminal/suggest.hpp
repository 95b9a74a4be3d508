// "Did you mean": the known word nearest to an unknown one. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coset::cli {

// The nearest of the words, if it is near enough for a typing error.
std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& words);

// " Did you mean 'solitaire'?", or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace coset::cli
