// "Did you mean": the word that was probably meant by one that does not exist. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coset::cli {

// The nearest of the words, if it is near enough to be a slip of the fingers.
std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& words);

// " Did you mean 'solitaire'?", or nothing.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words);

}  // namespace coset::cli
